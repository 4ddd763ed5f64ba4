"""schedario queue: what runs, what waits, and what was given up with the reason."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.job import JobRecord, QueueLengths
from schedario.services.queue_json import queue_json


def queue(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limit", min=0, max=100_000, help="Jobs that are listed, at most.")] = 100,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what runs, what waits, and what was given up with the reason.

    Example: schedario queue
    """
    if context.invoked_subcommand is not None:
        return
    with open_archive(context, archive) as services:
        view = services.queueing.view(limit)
    if as_json:
        print_json(queue_json(view))
        return
    console().print(lengths_line(view.lengths), markup=False)
    for job in view.jobs:
        console().print(printable(_line(job), keep=""), markup=False)


def lengths_line(lengths: QueueLengths) -> str:
    """Return a queue's numbers as a person reads them."""
    waiting = ", ".join(f"{jobs} to {kind.value}" for kind, jobs in lengths.waiting.items() if jobs) or "none"
    line = f"{lengths.running} running, {lengths.parked} parked, waiting: {waiting}"
    if lengths.paused:
        return f"{line} (paused: 'schedario queue resume' goes on)"
    if sum(lengths.waiting.values()) and not lengths.workers:
        return f"{line} (no worker: start one with 'schedario work')"
    return f"{line} ({counted(lengths.workers, 'worker')})"


def _line(job: JobRecord) -> str:
    line = f"{job.state.value:<8} {job.kind.value} {job.subject}"
    if job.problem:
        line += f": failed {counted(job.failures, 'time')}: {job.problem.message}"
    if job.due_at:
        line += f" (again at {job.due_at.astimezone():%H:%M:%S})"
    return line
