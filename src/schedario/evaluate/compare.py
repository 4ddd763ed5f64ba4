"""Compares two runs over the same questions, so that one question more or less is not called progress."""

from collections.abc import Iterator, Sequence

from schedario.errors import DatasetError
from schedario.evaluate.metrics.hit import hit_at
from schedario.evaluate.metrics.randomisation_test import randomisation_test
from schedario.evaluate.metrics.reciprocal_rank import mean_reciprocal_rank
from schedario.evaluate.metrics.sign_test import sign_test
from schedario.evaluate.ranks import RANKED_STAGE
from schedario.records.evaluation import (
    HIT_RANKS,
    Change,
    Comparison,
    EvaluationReport,
    MeasureComparison,
    QuestionResult,
)


def compare(before: EvaluationReport, after: EvaluationReport) -> Comparison:
    """Compare two runs by the questions with a label that both asked.

    hit@k is tested by the sign test over the questions that only one run found, MRR by paired randomisation.

    Raises:
        DatasetError: They are runs over different datasets, or share no question with a label.
    """
    if before.dataset != after.dataset:
        raise DatasetError(
            "the runs are over different datasets",
            subject=f"{before.dataset}, {after.dataset}",
            remedy="Compare two runs over the same one",
        )
    pairs = list(_pairs(before, after))
    if not pairs:
        raise DatasetError("the runs share no question with a labelled document", subject=before.dataset)
    ranks = [(first.ranks[RANKED_STAGE], second.ranks[RANKED_STAGE]) for first, second in pairs]
    return Comparison(
        questions=len(pairs),
        measures=(*(_hits(k, ranks) for k in HIT_RANKS), _reciprocal(ranks)),
        changes=_changes(pairs),
        settings=_differences(before.settings, after.settings),
        notes=tuple(_notes(before, after, len(pairs))),
    )


def _pairs(before: EvaluationReport, after: EvaluationReport) -> Iterator[tuple[QuestionResult, QuestionResult]]:
    """Yield both results of every question that is asked, and labelled, alike in both."""
    first = {result.question: result for result in before.results if result.question.document is not None}
    for result in after.results:
        if result.question in first:
            yield first[result.question], result


def _hits(k: int, ranks: Sequence[tuple[int | None, int | None]]) -> MeasureComparison:
    found = [(_within(before, k), _within(after, k)) for before, after in ranks]
    wins = sum(after and not before for before, after in found)
    losses = sum(before and not after for before, after in found)
    return MeasureComparison(
        f"hit@{k}",
        hit_at(k, [before for before, _ in ranks]),
        hit_at(k, [after for _, after in ranks]),
        wins,
        losses,
        sign_test(wins, losses),
    )


def _reciprocal(ranks: Sequence[tuple[int | None, int | None]]) -> MeasureComparison:
    differences = [_inverse(after) - _inverse(before) for before, after in ranks]
    return MeasureComparison(
        "mrr",
        mean_reciprocal_rank([before for before, _ in ranks]),
        mean_reciprocal_rank([after for _, after in ranks]),
        sum(difference > 0 for difference in differences),
        sum(difference < 0 for difference in differences),
        randomisation_test(differences),
    )


def _within(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k


def _inverse(rank: int | None) -> float:
    return 0.0 if rank is None else 1 / rank


def _changes(pairs: Sequence[tuple[QuestionResult, QuestionResult]]) -> tuple[Change, ...]:
    """Return what changed its rank: the greatest losses first, the greatest wins last, ties by the questions' order."""
    changes = [
        Change(after.question, before.ranks[RANKED_STAGE], after.ranks[RANKED_STAGE])
        for before, after in pairs
        if before.ranks[RANKED_STAGE] != after.ranks[RANKED_STAGE]
    ]
    return tuple(sorted(changes, key=lambda change: _inverse(change.after) - _inverse(change.before)))


def _differences(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[str, str]]:
    names = sorted(before.keys() | after.keys())
    both = {name: (before.get(name, ""), after.get(name, "")) for name in names}
    return {name: values for name, values in both.items() if values[0] != values[1]}


def _notes(before: EvaluationReport, after: EvaluationReport, shared: int) -> Iterator[str]:
    for name, report in (("first", before), ("second", after)):
        labelled = sum(result.question.document is not None for result in report.results)
        if labelled > shared:
            yield f"{labelled - shared} labelled questions of the {name} run are not in the other and were left out"
