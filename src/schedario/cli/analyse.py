"""schedario analyse: summaries, descriptions and categories of documents."""

from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, notice, print_json, printable, progress_line
from schedario.cli.session import ArchiveOption, application, archive_name
from schedario.records.analysis import AnalysisPlan
from schedario.records.document import DocumentId
from schedario.records.job import JobKind, JobRecord, JobState
from schedario.services.analysing import Analysing, Selection
from schedario.services.analysis_json import plan_json
from schedario.wiring import Application, ArchiveServices

EXIT_FAILED = 1
_MOST_JOBS = 100_000


def analyse(
    context: typer.Context,
    documents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ID|PATH...]", help="Documents; all without any.", show_default=False),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Make every part anew, also what is not stale.")] = False,
    stale: Annotated[bool, typer.Option("--stale", help="Make what is missing or stale; the same as neither.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Say how many calls and minutes it takes; no more.")] = False,
    later: Annotated[bool, typer.Option("--later", help="Leave the work to 'schedario work' or the service.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> int:
    """Make summaries, descriptions and categories, by the model that the settings name or as extracts.

    Whatever interrupts it, the same command goes on where it was: no finished call of the model is repeated. A document
    on which the model failed is tried again when it is named, or with --all. Ends with 1 when some document failed.

    Example: schedario analyse --plan
    """
    if every and stale:
        raise typer.BadParameter("--all and --stale exclude each other: take one")
    selection = Selection(tuple(documents or ()), everything=every)
    with application() as (built, loaded):
        name = archive_name(context, archive, loaded)
        with built.archive(name) as services:
            if plan:
                _print_plan(services.analysing.plan(selection), as_json=as_json)
                return 0
            if not services.analysing.needs_worker:
                done = _extract(services.analysing, selection, quiet=quiet)
                _print_done(done, 0, (), as_json=as_json)
                return 0
            return _write(built, services, name, selection, later=later, quiet=quiet, as_json=as_json)


def _extract(analysing: Analysing, selection: Selection, *, quiet: bool) -> int:
    analysing.prepare(selection)
    wanted = analysing.wanted(Selection(selection.documents))
    with progress_line(quiet=quiet) as line:
        for number, one in enumerate(wanted, 1):
            analysing.analyse(one.document)
            line.update(number, len(wanted), one.name)
    return len(wanted)


def _write(
    built: Application,
    services: ArchiveServices,
    name: str,
    selection: Selection,
    *,
    later: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Queue the documents, and work on the queue unless somebody else does."""
    queued = services.analysing.enqueue(selection)
    total = queued.new + queued.known
    if later or services.overview.queue_lengths().workers:
        _print_queued(total, as_json=as_json, worker=not later)
        return 0
    done: list[DocumentId] = []
    if total:
        with progress_line(quiet=quiet) as line, built.worker(name, lanes=1) as working:

            def show(document: DocumentId) -> None:
                done.append(document)
                line.update(len(done), total, document)

            working.run(lambda _: None, on_analysed=show, until_empty=True)
    left = [job for job in services.queueing.view(_MOST_JOBS).jobs if job.kind is JobKind.ANALYSE]
    failed = [job for job in left if job.problem]
    _print_done(len(done), len(left), failed, as_json=as_json)
    return EXIT_FAILED if failed else 0


def done_json(done: int, waiting: int, failed: list[JobRecord] | tuple[()]) -> dict[str, Any]:
    """Return what ``analyse --json`` prints."""
    return {
        "analysed": done,
        "waiting": waiting,
        "failed": [
            {
                "document": job.subject,
                "code": job.problem.code if job.problem else "",
                "reason": job.problem.message if job.problem else "",
                "parked": job.state is JobState.PARKED,
            }
            for job in failed
        ],
    }


def _print_done(done: int, waiting: int, failed: list[JobRecord] | tuple[()], *, as_json: bool) -> None:
    if as_json:
        print_json(done_json(done, waiting, failed))
        return
    for job in failed:
        reason = job.problem.message if job.problem else ""
        state = "given up" if job.state is JobState.PARKED else "will be tried again"
        notice(printable(f"{job.subject}: {reason} ({state})", keep=""))
    rest = f", {counted(waiting, 'document')} left in the queue" if waiting else ""
    console().print(f"{counted(done, 'document')} analysed{rest}", markup=False)


def _print_queued(total: int, *, worker: bool, as_json: bool) -> None:
    if as_json:
        print_json({"analysed": 0, "waiting": total, "failed": []})
        return
    who = "the worker that runs does them" if worker else "'schedario work' does them"
    console().print(f"{counted(total, 'document')} queued; {who}", markup=False)


def _print_plan(plan: AnalysisPlan, *, as_json: bool) -> None:
    if as_json:
        print_json(plan_json(plan))
        return
    lines = [f"model      {plan.model or 'none: extracts, which take no call'}", f"documents  {plan.documents:,}"]
    if plan.model:
        lines.append(f"calls      {plan.calls:,}")
        lines.append(f"time       {_time(plan)}")
    if plan.pictures:
        lines.append(f"pictures   {plan.pictures:,}, each a call of the vision model")
    for line in lines:
        console().print(printable(line, keep=""), markup=False)


def _time(plan: AnalysisPlan) -> str:
    if plan.minutes is None:
        return "unknown: this model was not asked here before"
    return f"about {plan.minutes:,.0f} min, measured on {counted(plan.measured_calls, 'call')} here"
