"""schedario evaluate floor: which floor to set, from labelled questions."""

from typing import Any

from schedario.cli.evaluate.measure import DatasetArgument, LossOption, measured
from schedario.cli.output import JsonOption, console, counted, notice, print_json
from schedario.cli.session import application
from schedario.records.evaluation import FloorCurve, FloorPoint
from schedario.services.evaluation import DEFAULT_LOSS

_TABLE_EVERY = 5


def floor(dataset: DatasetArgument, loss: LossOption = DEFAULT_LOSS, as_json: JsonOption = False) -> None:
    """Recommend a floor: what each one hides of the right answers, and refuses of questions without an answer.

    Example: schedario evaluate floor my-questions
    """
    with application() as (built, loaded):
        evaluation = built.evaluation()
        curve = evaluation.floor(measured(evaluation, dataset), loss)
        in_force = loaded.values.floor
    if not curve.empty:
        notice("note: the dataset has no question without an answer (kind noanswer), so only losses can be judged")
    if as_json:
        print_json(curve_json(curve, in_force))
        return
    for text in _lines(curve, in_force):
        console().print(text, markup=False)


def curve_json(curve: FloorCurve, in_force: float) -> dict[str, Any]:
    """Return a curve as the JSON that ``evaluate floor --json`` prints."""
    return {
        "answers": curve.answers,
        "empty": curve.empty,
        "most_lost": curve.most_lost,
        "recommended": _point_json(curve.best),
        "in_force": in_force,
        "curve": [_point_json(point) for point in curve.points],
    }


def _point_json(point: FloorPoint) -> dict[str, float]:
    return {"floor": point.floor, "lost": round(point.lost, 4), "refused": round(point.refused, 4)}


def _lines(curve: FloorCurve, in_force: float) -> list[str]:
    head = f"{counted(curve.answers, 'right answer')} found, {counted(curve.empty, 'question')} without an answer"
    steps = [point for place, point in enumerate(curve.points) if place % _TABLE_EVERY == 0 or point == curve.best]
    return [
        head,
        f"{'floor':>7}{'lost':>9}{'refused':>9}",
        *(f"{p.floor:>7.2f}{p.lost:>9.1%}{p.refused:>9.1%}{'  <-' if p == curve.best else ''}" for p in steps),
        f"recommended: {curve.best.floor:.2f} (in force: {in_force:.2f}). It loses {curve.best.lost:.1%} of the right "
        f"answers and refuses {curve.best.refused:.1%} of the empty questions.",
        f"Set it with: schedario config set floor {curve.best.floor:.2f}",
    ]
