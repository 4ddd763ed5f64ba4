"""One evaluation run in detail: where questions are lost, hits by kind and language, the floor, the times of steps."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from schedario.dashboard.pieces import box, note, problem, put, scrolled
from schedario.dashboard.plots import Bars, curves
from schedario.dashboard.said import when
from schedario.dashboard.tables import Cell, DataTable
from schedario.dashboard.view import View
from schedario.errors import DatasetError
from schedario.records.evaluation import EvaluationReport, Figures, FloorCurve, QuestionResult
from schedario.services.evaluation import DEFAULT_LOSS, Evaluation

_FIRST = 3
_MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """What is worked out of a report.

    Attributes:
        stages: Share of the questions whose document is still there, by stage.
        first: Share of those whose document is among the first.
        lost: Questions whose document is not among the first in the end.
        floor: What each floor would do, or why that cannot be said.
    """

    stages: Mapping[str, float]
    first: Mapping[str, float]
    lost: Sequence[QuestionResult]
    floor: FloorCurve | DatasetError


def judged(evaluation: Evaluation, report: EvaluationReport) -> Judged:
    """Work out what is shown of a report; with thousands of questions that takes a moment."""
    floor: FloorCurve | DatasetError
    try:
        floor = evaluation.floor(report, DEFAULT_LOSS)
    except DatasetError as error:
        floor = error
    stages, first = evaluation.stages(report), evaluation.stages(report, _FIRST)
    return Judged(stages, first, evaluation.lost(report, _FIRST), floor)


def report_parts(view: View, report: EvaluationReport, found: Judged) -> None:
    """Show all of it."""
    say = view.say
    with box("section", "report"):
        put("h2", say("measured.run", dataset=report.dataset, at=when(report.made_at)))
        put("p", say("measured.size", documents=say.number(report.documents), chunks=say.number(report.chunks),
                     questions=say.number(len(report.results))), "muted")  # fmt: skip
        for text in report.notes:
            note(text)
        with box("div", "report-parts"):
            _stages(view, found)
            _groups(view, "kind", report.by_kind)
            _groups(view, "language", report.by_language)
            _floor(view, found.floor)
            _milliseconds(view, report)
        _lost(view, found)


def _stages(view: View, found: Judged) -> None:
    say = view.say
    if not found.stages:
        return
    with box("div", "card panel"):
        put("h3", say("measured.stages"))
        put("p", say("measured.stages_what"), "muted")
        Bars(found.stages, largest=1.0, said=_shares(found.stages))
        put("h4", say("measured.stages_first", k=_FIRST))
        Bars(found.first, largest=1.0, said=_shares(found.first))


def _groups(view: View, by: str, groups: Mapping[str, Figures]) -> None:
    hits = dict(_hits(groups))
    if hits:
        with box("div", "card panel"):
            put("h3", view.say(f"measured.by_{by}"))
            Bars(hits, largest=1.0, said=_shares(hits))


def _hits(groups: Mapping[str, Figures]) -> Iterator[tuple[str, float]]:
    for name, figures in groups.items():
        yield from ((f"{name}, hit@{k}", value) for k, value in figures.hits.items() if value is not None)


def _shares(values: Mapping[str, float]) -> dict[str, str]:
    return {name: f"{value:.3f}" for name, value in values.items()}


def _floor(view: View, floor: FloorCurve | DatasetError) -> None:
    with box("div", "card panel"):
        put("h3", view.say("measured.floor"))
        if isinstance(floor, DatasetError):
            problem(floor)
        else:
            _floor_curve(view, floor)


def _floor_curve(view: View, curve: FloorCurve) -> None:
    say, best = view.say, curve.best
    said = say("measured.floor_best", floor=f"{best.floor:.2f}", lost=f"{best.lost:.1%}", answers=curve.answers)
    series = {say("measured.floor_lost"): [(point.floor, point.lost) for point in curve.points]}
    if curve.empty:
        said += " " + say("measured.floor_refused", refused=f"{best.refused:.1%}", empty=curve.empty)
        series[say("measured.floor_empty")] = [(point.floor, point.refused) for point in curve.points]
    put("p", said)
    curves(
        series, said=said, ends=(say("measured.floor_at", at="0"), say("measured.floor_at", at="1")), mark=best.floor
    )


def _milliseconds(view: View, report: EvaluationReport) -> None:
    times = report.stage_ms
    if not times:
        return
    with box("div", "card panel"):
        put("h3", view.say("measured.time"))
        whole = ", ".join(f"{name} {value:.1f} ms" for name, value in report.search_ms.items())
        put("p", view.say("measured.time_whole", times=whole), "muted")
        Bars(times, largest=max(times.values()), said={name: f"{value:.1f} ms" for name, value in times.items()})


def _lost(view: View, found: Judged) -> None:
    """List the questions whose document is not among the first, with the rank that each stage gave it."""
    say, lost, stages = view.say, found.lost, list(found.stages)
    if not lost:
        return
    with box("details", "lost"):
        put("summary", say.counted("measured.lost", len(lost)))
        with scrolled(say("measured.lost_label")):
            rows = [[Cell(one.question.text), *(_rank(one, stage) for stage in stages)] for one in lost[:_MOST_LISTED]]
            DataTable([say("measured.question"), *stages], rows)


def _rank(result: QuestionResult, stage: str) -> Cell:
    return Cell(str(result.ranks.get(stage) or "-"), kind="figure")
