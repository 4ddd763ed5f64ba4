"""Where questions are lost: how many a stage of the search still has."""

from collections.abc import Mapping, Sequence

from schedario.evaluate.ranks import RANKED_STAGE, STAGES
from schedario.records.evaluation import QuestionResult


def stage_shares(results: Sequence[QuestionResult], k: int | None = None) -> Mapping[str, float]:
    """Return, in the stages' order, the share of the labelled questions whose document is there after each of them.

    Args:
        results: Of one run.
        k: Only documents among so many first count; None for all.

    Returns:
        Nothing without labelled questions; stages that no search went through are left out.
    """
    ranks = [result.ranks for result in results if result.question.document is not None]
    return {stage: _share([of.get(stage) for of in ranks], k) for stage in STAGES if any(stage in of for of in ranks)}


def lost_questions(results: Sequence[QuestionResult], k: int) -> list[QuestionResult]:
    """Return the labelled questions whose document is not among the first k, in their order."""
    return [one for one in results if one.question.document is not None and not _within(one.ranks.get(RANKED_STAGE), k)]


def _within(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k


def _share(ranks: Sequence[int | None], k: int | None) -> float:
    return sum(rank is not None and (k is None or rank <= k) for rank in ranks) / len(ranks)
