"""schedario add: bring files and folders into the archive."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, notice, print_json, printable, progress_line
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.records.picture import unread_in_words
from schedario.services.adding import Progress
from schedario.services.queueing import QueuedFiles

EXIT_FAILED = 1


def add(
    context: typer.Context,
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files or folders.", show_default=False)],
    retry: Annotated[bool, typer.Option("--retry", help="Try files again that failed before.")] = False,
    later: Annotated[bool, typer.Option("--later", help="Only queue the files; 'schedario work' adds them.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, and only the totals.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> int:
    """Add files or folders to the archive, or bring them up to date.

    Files that have not changed are left alone; a changed file replaces its old version. Hidden files and folders
    below a folder are not looked at. Ends with 1 when some file failed, else with 0.

    Example: schedario add ~/Documents ~/Desktop/contract.pdf
    """
    if later:
        with open_archive(context, archive, create=True) as services:
            files = services.queueing.add_later(paths, retry_failed=retry)
        return _print_queued(files, quiet=quiet, as_json=as_json)
    settled: dict[tuple[str, str | None], LedgerEntry] = {}
    with (
        open_archive(context, archive, create=True, retry_failed=retry) as services,
        progress_line(quiet=quiet) as line,
    ):

        def show(progress: Progress) -> None:
            settled[progress.entry.path, progress.entry.container] = progress.entry
            line.update(progress.done, progress.total, Path(progress.entry.path).name)

        try:
            ledger = services.adding.add(paths, show)
        except BaseException:
            # What was written stays written, so it is told, whatever ended the run.
            if settled:
                _print(Ledger(tuple(settled.values())), services.pictures.model, quiet=quiet, as_json=as_json)
            raise
        model = services.pictures.model
    _print(ledger, model, quiet=quiet, as_json=as_json)
    return EXIT_FAILED if ledger.count(Outcome.FAILED) else 0


def _print_queued(files: QueuedFiles, *, quiet: bool, as_json: bool) -> int:
    if as_json:
        print_json(queued_json(files))
    else:
        for path, error in () if quiet else files.problems:
            console().print(printable(f"not queued: {path}: {error.reason}", keep=""), markup=False)
        queued = files.queued
        waiting = f", {queued.known} waited already" if queued.known else ""
        console().print(f"{counted(queued.new, 'file')} queued{waiting}", markup=False)
    return EXIT_FAILED if files.problems else 0


def queued_json(files: QueuedFiles) -> dict[str, Any]:
    """Return what ``add --later --json`` prints."""
    return {
        "queued": files.queued.new,
        "waited_already": files.queued.known,
        "not_queued": [{"path": path, "code": error.code, "reason": error.reason} for path, error in files.problems],
    }


def _print(ledger: Ledger, vision_model: str, *, quiet: bool, as_json: bool) -> None:
    if as_json:
        print_json(ledger_json(ledger))
    else:
        print_ledger(ledger, vision_model, quiet=quiet)


def ledger_json(ledger: Ledger) -> dict[str, Any]:
    """Return a ledger as the JSON that ``add --json`` prints."""
    return {
        "totals": {outcome.value: ledger.count(outcome) for outcome in Outcome},
        "files": [entry_json(entry) for entry in ledger.entries],
    }


def entry_json(entry: LedgerEntry) -> dict[str, Any]:
    """Return one file of a ledger as JSON."""
    return {
        "path": entry.path,
        "outcome": entry.outcome.value,
        "document": entry.document,
        "container": entry.container,
        "code": entry.code,
        "reason": entry.reason,
        "chunks": entry.chunks,
        "seconds": round(entry.seconds, 3),
        "warnings": list(entry.warnings),
        "unread": entry.unread,
    }


def print_ledger(ledger: Ledger, vision_model: str, *, quiet: bool) -> None:
    """Print a ledger for a person: what is not as it should be, then the totals.

    Args:
        ledger: It.
        vision_model: What will read what OCR could not; empty for nothing.
        quiet: Whether only the totals are printed.
    """
    out = console()
    if not quiet:
        for outcome in (Outcome.DUPLICATE, Outcome.SKIPPED, Outcome.FAILED):
            _print_reasons(outcome, [entry for entry in ledger.entries if entry.outcome is outcome])
        _print_warnings(ledger)
    chunks = sum(entry.chunks for entry in ledger.entries if entry.outcome is Outcome.INDEXED)
    totals = ", ".join(f"{ledger.count(outcome)} {outcome.value}" for outcome in Outcome)
    out.print(f"{counted(len(ledger.entries), 'file')}: {totals} ({counted(chunks, 'new chunk')})", markup=False)
    if ledger.unread:
        out.print(unread_in_words(ledger.unread, vision_model), markup=False)
    if ledger.count(Outcome.FAILED) and not quiet:
        notice("Failed files are tried again when they change, or with --retry; unreadable ones at every add.")


def _print_reasons(outcome: Outcome, entries: Sequence[LedgerEntry]) -> None:
    for entry in entries:
        console().print(printable(f"{outcome.value}: {entry.path}: {entry.reason}", keep=""), markup=False)


def _print_warnings(ledger: Ledger) -> None:
    for entry in ledger.entries:
        for warning in entry.warnings:
            console().print(printable(f"note: {entry.path}: {warning}", keep=""), markup=False)
