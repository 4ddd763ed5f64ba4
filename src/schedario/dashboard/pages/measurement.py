"""Measurement: evaluation runs over time, one of them in detail, memory by process, and real queries to label."""

from collections.abc import Sequence

from schedario.dashboard.labelling import Labelling
from schedario.dashboard.pieces import box, put
from schedario.dashboard.plots import Bars
from schedario.dashboard.report import judged, report_parts
from schedario.dashboard.runs import Kept, runs_table
from schedario.dashboard.view import View
from schedario.records.memory import MemoryUse
from schedario.services.evaluation import Evaluation


async def measurement_page(view: View) -> None:
    """Build the page; the run that is shown stands in its address."""
    say = view.say
    evaluation = view.shared.application.evaluation()
    kept = await view.ask(lambda _: evaluation.kept())
    put("h1", say("nav.measurement"))
    if kept:
        await _runs(view, evaluation, kept)
    else:
        with box("div", "notice"):
            put("p", say("measured.none"))
            put("code", "schedario evaluate run DATASET", "command")
    _memory(view, await view.ask(lambda _: view.shared.application.memory()))
    await Labelling(view).show()


async def _runs(view: View, evaluation: Evaluation, kept: Sequence[Kept]) -> None:
    wanted = view.given("run")
    name, report = next((one for one in kept if one[0] == wanted), kept[0])
    found = await view.ask(lambda _: judged(evaluation, report))
    runs_table(view, kept, name)
    report_parts(view, report, found)


def _memory(view: View, uses: Sequence[MemoryUse]) -> None:
    say = view.say
    known = {say.counted(f"measured.memory_{use.part.value}", use.processes): use.size_bytes for use in uses}
    sizes = {name: float(size or 0) for name, size in known.items()}
    said = {name: say("measured.unknown") if size is None else _megabytes(size) for name, size in known.items()}
    with box("section", "card panel"):
        put("h2", say("measured.memory"))
        Bars(sizes, largest=max(sizes.values(), default=0.0), said=said)


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1024**2:,.0f} MB"
