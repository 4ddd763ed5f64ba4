"""The evaluation runs that are kept: a table of all, and how those over one dataset went over time."""

from collections.abc import Sequence
from math import floor
from urllib.parse import urlencode

from schedario.dashboard.pieces import box, put, scrolled
from schedario.dashboard.plots import curves
from schedario.dashboard.said import when
from schedario.dashboard.tables import Cell, Chip, DataTable
from schedario.dashboard.view import View
from schedario.records.evaluation import HIT_RANKS, EvaluationReport

Kept = tuple[str, EvaluationReport]

_MOST_LISTED = 50


def runs_table(view: View, kept: Sequence[Kept], chosen: str) -> None:
    """Show the runs, the newest first, and the curves of those over the dataset of the chosen one."""
    say = view.say
    dataset = next(report.dataset for name, report in kept if name == chosen)
    with box("section", "card panel"):
        put("h2", say("measured.runs"))
        _curves(view, [report for _, report in reversed(kept) if report.dataset == dataset])
        heads = [*(say(f"measured.{title}") for title in ("made", "dataset", "questions")),
                 *(f"hit@{k}" for k in HIT_RANKS), "MRR", "p50 ms"]  # fmt: skip
        with scrolled(say("measured.runs"), "runs"):
            shown = Chip(say("measured.shown"))
            rows = [_row(name, report, (shown,) if name == chosen else ()) for name, report in kept[:_MOST_LISTED]]
            DataTable(heads, rows)


def _curves(view: View, reports: Sequence[EvaluationReport]) -> None:
    """Show hit@k and MRR of runs, in the order in which they were made; of a single one there is no curve."""
    labelled = [report.overall for report in reports if report.overall.mrr is not None]
    if len(labelled) < 2:
        return
    measures = {f"hit@{k}": [one.hits[k] or 0.0 for one in labelled] for k in HIT_RANKS}
    measures["MRR"] = [one.mrr or 0.0 for one in labelled]
    last = len(labelled) - 1
    series = {name: [(place / last, value) for place, value in enumerate(values)] for name, values in measures.items()}
    latest = ", ".join(f"{name} {values[-1]:.3f}" for name, values in measures.items())
    # Good runs lie close together near the top.
    least = min(floor(10 * min(map(min, measures.values()))) / 10, 0.9)
    said = view.say("measured.over_time", dataset=reports[0].dataset, latest=latest)
    put("p", said)
    curves(series, said=said, ends=(when(reports[0].made_at), when(reports[-1].made_at)), least=least)


def _row(name: str, report: EvaluationReport, chips: tuple[Chip, ...]) -> list[Cell]:
    overall = report.overall
    measures = [*(overall.hits.get(k) for k in HIT_RANKS), overall.mrr]
    shares = ["-" if value is None else f"{value:.3f}" for value in measures]
    p50 = f"{report.search_ms['p50']:.1f}" if "p50" in report.search_ms else "-"
    return [
        Cell(when(report.made_at), href=f"/measurement?{urlencode({'run': name})}", chips=chips),
        Cell(report.dataset),
        *(Cell(figure, kind="figure") for figure in (str(overall.questions), *shares, p50)),
    ]
