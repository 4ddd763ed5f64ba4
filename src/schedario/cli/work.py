"""schedario work: do what is in the queue."""

import json
import sys
import threading
from collections.abc import Callable
from typing import Annotated

import typer

from schedario.cli.add import entry_json
from schedario.cli.output import JsonOption, console, counted, notice, printable
from schedario.cli.session import ArchiveOption, application, archive_name
from schedario.records.document import DocumentId
from schedario.records.ledger import LedgerEntry, Outcome


def work(
    context: typer.Context,
    once: Annotated[bool, typer.Option("--once", help="Do what is due, then end.")] = False,
    lanes: Annotated[
        int | None,
        typer.Option("--lanes", min=1, max=8, help="Files at once, instead of the setting's.", show_default=False),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print no line for each file.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring in what 'add --later' put into the queue, until stopped by Ctrl-C or SIGTERM.

    Any number of workers may run, on any machines that see the files and the database. A worker that is stopped
    finishes the file in hand, or gives it back when that takes too long; of one that dies the others take it over.

    Example: schedario work
    """
    printing = threading.Lock()

    def show(entry: LedgerEntry) -> None:
        with printing:
            _print(entry, as_json=as_json)

    def show_analysed(document: DocumentId) -> None:
        with printing:
            _print_analysed(document, as_json=as_json)

    with application() as (built, loaded):
        name = archive_name(context, archive, loaded)
        with built.worker(name, lanes=lanes) as working:
            if not once:
                notice(f"Working on the queue of {name}; Ctrl-C stops after the file in hand")
            on_entry: Callable[[LedgerEntry], None] = (lambda _: None) if quiet else show
            on_analysed: Callable[[DocumentId], None] = (lambda _: None) if quiet else show_analysed
            working.run(on_entry, on_analysed=on_analysed, until_empty=once)


def _print_analysed(document: DocumentId, *, as_json: bool) -> None:
    sys.stdout.write((json.dumps({"analysed": document}) if as_json else f"analysed: {document}") + "\n")
    sys.stdout.flush()


def _print(entry: LedgerEntry, *, as_json: bool) -> None:
    if as_json:
        # One object a line, since the whole has no end.
        sys.stdout.write(json.dumps(entry_json(entry)) + "\n")
    else:
        chunks = counted(entry.chunks, "new chunk")
        detail = chunks if entry.outcome is Outcome.INDEXED else entry.reason
        console().print(
            printable(f"{entry.outcome.value}: {entry.path}{f': {detail}' if detail else ''}", keep=""), markup=False
        )
    sys.stdout.flush()
