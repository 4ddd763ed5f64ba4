"""schedario sync: one pass over the sources."""

from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.add import ledger_json, print_ledger
from schedario.cli.output import JsonOption, console, counted, print_json, printable, progress_line
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.ledger import Outcome
from schedario.records.source import SourceReport, SyncReport
from schedario.services.adding import Progress

EXIT_FAILED = 1


def sync(
    context: typer.Context,
    force: Annotated[
        bool, typer.Option("--force", help="Remove what is gone, also when it is more than a quarter.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, and only the totals.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> int:
    """Bring the archive up to what lies in its folders and repositories, in one pass.

    New and changed files are indexed, renamed ones keep their documents, those that are gone are removed.
    Ends with 1 when some file failed or some source could not be looked at, else with 0.

    Example: schedario sync
    """
    with open_archive(context, archive) as services, progress_line(quiet=quiet) as line:

        def show(progress: Progress) -> None:
            line.update(progress.done, progress.total, Path(progress.entry.path).name)

        report = services.syncing.sync(force=force, on_progress=show)
        vision_model = services.pictures.model
    if as_json:
        print_json(sync_json(report))
    else:
        print_sync(report, vision_model, quiet=quiet)
    failed = report.ledger.count(Outcome.FAILED) or any(source.problem for source in report.sources)
    return EXIT_FAILED if failed else 0


def sync_json(report: SyncReport) -> dict[str, Any]:
    """Return what a pass did as the JSON that ``sync --json`` prints."""
    return {"sources": [_source_json(source) for source in report.sources], **ledger_json(report.ledger)}


def _source_json(report: SourceReport) -> dict[str, Any]:
    given = report.source.given
    return {
        "kind": given.kind.value,
        "root": given.root,
        "branch": given.branch,
        "files": report.files,
        "unchanged": report.unchanged,
        "renamed": report.renamed,
        "removed": report.removed,
        "in_cloud": report.in_cloud,
        "problem": report.problem,
    }


def print_sync(report: SyncReport, vision_model: str, *, quiet: bool) -> None:
    """Print what a pass did, for a person; see ``print_ledger``."""
    if not report.sources:
        console().print("Nothing to look at: 'schedario folder add PATH' names a folder.", markup=False)
        return
    for source in report.sources:
        console().print(printable(_line(source), keep=""), markup=False)
    if report.ledger.entries:
        print_ledger(report.ledger, vision_model, quiet=quiet)


def _line(report: SourceReport) -> str:
    counts = [(report.unchanged, "unchanged"), (report.renamed, "renamed"), (report.removed, "removed")]
    parts = [counted(report.files, "file"), *(f"{count} {name}" for count, name in counts)]
    if report.in_cloud:
        parts.append(f"{report.in_cloud} left in the cloud")
    problem = f"; {report.problem}" if report.problem else ""
    return f"{report.source.name}: {', '.join(parts)}{problem}"
