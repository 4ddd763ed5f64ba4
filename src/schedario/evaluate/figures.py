"""Averages over groups of questions."""

from collections.abc import Callable, Sequence

from schedario.evaluate.metrics.hit import hit_at
from schedario.evaluate.metrics.reciprocal_rank import mean_reciprocal_rank
from schedario.evaluate.ranks import CANDIDATES_STAGE, RANKED_STAGE
from schedario.records.evaluation import HIT_RANKS, Figures, QuestionResult


def figures(results: Sequence[QuestionResult]) -> Figures:
    """Return the averages of a group that must not be empty."""
    labelled = [result for result in results if result.question.document is not None]
    ranks = [result.ranks[RANKED_STAGE] for result in labelled]
    found = [result.ranks[CANDIDATES_STAGE] is not None for result in labelled]
    pages = [result.page_hit for result in results if result.page_hit is not None]
    return Figures(
        questions=len(results),
        hits={k: hit_at(k, ranks) if ranks else None for k in HIT_RANKS},
        mrr=mean_reciprocal_rank(ranks) if ranks else None,
        candidate_recall=sum(found) / len(found) if found else None,
        page_hit=sum(pages) / len(pages) if pages else None,
        documents_per_search=sum(result.documents for result in results) / len(results),
        share_without_results=sum(result.documents == 0 for result in results) / len(results),
    )


def grouped(results: Sequence[QuestionResult], key: Callable[[QuestionResult], str]) -> dict[str, Figures]:
    """Return the averages of each group of results that share a key, by key."""
    groups: dict[str, list[QuestionResult]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return {name: figures(groups[name]) for name in sorted(groups)}
