"""The evaluation runs that are kept: a table of all, and how those over one dataset went over time."""

from collections.abc import Sequence
from math import floor
from urllib.parse import urlencode

from schedario.dashboard.ages import at
from schedario.dashboard.pieces import box, put
from schedario.dashboard.plots import curves
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
        with box("div", "scrolled runs", tabindex="0", role="region", aria_label=say("measured.runs")), box("table"):
            with box("thead"), box("tr"):
                for title in ("made", "dataset", "questions"):
                    put("th", say(f"measured.{title}"), scope="col")
                for title in (*(f"hit@{k}" for k in HIT_RANKS), "MRR", "p50 ms"):
                    put("th", title, "figure", scope="col")
            with box("tbody"):
                for name, report in kept[:_MOST_LISTED]:
                    _row(name, report, is_chosen=name == chosen)


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
    curves(series, said=said, ends=(at(reports[0].made_at), at(reports[-1].made_at)), least=least)


def _row(name: str, report: EvaluationReport, *, is_chosen: bool) -> None:
    overall = report.overall
    with box("tr", "chosen" if is_chosen else ""):
        with box("td"):
            address = f"/measurement?{urlencode({'run': name})}"
            put("a", at(report.made_at), href=address, aria_current="true" if is_chosen else None)
        put("td", report.dataset)
        put("td", str(overall.questions))
        for value in (*(overall.hits.get(k) for k in HIT_RANKS), overall.mrr):
            put("td", "-" if value is None else f"{value:.3f}", "figure")
        put("td", f"{report.search_ms['p50']:.1f}" if "p50" in report.search_ms else "-", "figure")
