"""Chooses the floor: what each one would hide of the right answers, and refuse of the questions without an answer."""

from collections.abc import Sequence

from schedario.errors import DatasetError
from schedario.evaluate.ranks import SCORED_STAGE
from schedario.records.evaluation import FloorCurve, FloorPoint, QuestionResult

_DEPTH = 10
"""A right answer counts when its document is among so many without a floor."""

_STEPS = 100


def floor_curve(results: Sequence[QuestionResult], most_lost: float) -> FloorCurve:
    """Return what every floor would do to these results, whatever floor they were made with.

    A floor hides a right answer when every passage of the labelled document scores less; it refuses a question when
    every candidate does.

    Args:
        results: Questions with and without a labelled document.
        most_lost: Share of the right answers that the recommended floor may hide, 0 to 1.

    Raises:
        DatasetError: No question's document was found, so that nothing can be said of what would be lost.
    """
    right = [result.label_score for result in results if result.label_score is not None and _is_found(result)]
    empty = [result.best_score or 0.0 for result in results if result.question.document is None]
    if not right:
        raise DatasetError("no question of the dataset found its document, so no floor can be judged")
    points = tuple(_point(step / _STEPS, right, empty) for step in range(_STEPS + 1))
    allowed = [point for point in points if point.lost <= most_lost]
    # Without empty questions all refuse alike, and the highest floor that loses little is the one to have.
    best = max(allowed, key=lambda point: (point.refused, -point.floor if empty else point.floor))
    return FloorCurve(len(right), len(empty), points, most_lost, best)


def _is_found(result: QuestionResult) -> bool:
    rank = result.ranks[SCORED_STAGE]
    return rank is not None and rank <= _DEPTH


def _point(floor: float, right: Sequence[float], empty: Sequence[float]) -> FloorPoint:
    lost = sum(score < floor for score in right) / len(right)
    refused = sum(score < floor for score in empty) / len(empty) if empty else 0.0
    return FloorPoint(floor, lost, refused)
