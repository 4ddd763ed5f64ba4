"""schedario list: what is in the archive."""

from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.document import DocumentRecord, DocumentStatus
from schedario.services.document_json import record_json


def list_documents(
    context: typer.Context,
    under: Annotated[
        str | None, typer.Argument(metavar="[PATH]", help="Only files at or below this path.", show_default=False)
    ] = None,
    status: Annotated[
        DocumentStatus | None, typer.Option("--status", help="Only files with this status.", show_default=False)
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="TAG", help="Only notes with this tag, or one below it.", show_default=False),
    ] = None,
    failed: Annotated[
        bool, typer.Option("--failed", help="Only files that could not be read, or not in their newest version.")
    ] = False,
    outdated: Annotated[
        bool, typer.Option("--outdated", help="Only what was indexed under other settings or rules.")
    ] = False,
    category: Annotated[
        str | None,
        typer.Option("--category", metavar="NAME", help="Only documents in this category.", show_default=False),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Files, at most.")] = 1000,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """List every file the archive knows, with its id, status, pages and reason.

    Example: schedario list --failed
    """
    if failed and status:
        raise typer.BadParameter("--failed and --status exclude each other: take one")
    asked: dict[str, Any] = {
        "under": under,
        "status": status.value if status else "",
        "tags": tag or (),
        "failed": failed,
        "outdated": outdated,
        "category": category or "",
        "limit": limit + 1,
    }
    records = ask_service(context, archive, "list", tuple[DocumentRecord, ...], **asked)
    if records is None:
        with open_archive(context, archive) as services:
            records = tuple(services.documents.find(**asked))
    shown = records[:limit]
    if as_json:
        print_json([record_json(record) for record in shown])
        return
    for record in shown:
        console().print(_line(record), markup=False)
        if failed:
            console().print(_attempts_line(record), markup=False)
    if not shown:
        console().print("No documents.", markup=False)
    if len(records) > limit:
        console().print(f"There are more than {limit}; ask for more with --limit.", markup=False)


def _attempts_line(record: DocumentRecord) -> str:
    tried = record.attempt
    if tried is None:
        return "          never tried"
    first = f"first seen {record.first_seen.isoformat(timespec='seconds')}, " if record.first_seen else ""
    return f"          {first}tried {counted(tried.count, 'time')}, last {tried.at.isoformat(timespec='seconds')}"


def _line(record: DocumentRecord) -> str:
    detail = counted(record.chunks, "chunk") if record.status is DocumentStatus.INDEXED else ""
    if record.duplicate_of:
        detail = f"same text as {record.duplicate_of}"
    if record.problem:
        stale = "newer version not indexed: " if record.status is DocumentStatus.INDEXED else ""
        detail = stale + record.problem.message
    if record.outdated:
        detail = f"{detail}; outdated: {record.outdated}"
    if record.analysis and record.analysis.categories:
        detail = f"{detail}  [{', '.join(record.analysis.categories)}]"
    said = [f"{record.id}  {record.status.value:<9}  {record.file.path}", detail, _said_of_itself(record)]
    return printable("  ".join(filter(None, said)), keep="")


def _said_of_itself(record: DocumentRecord) -> str:
    if record.note is None:
        return ""
    also = f"also {', '.join(record.note.aliases)}" if record.note.aliases else ""
    return "  ".join(filter(None, [" ".join(f"#{tag}" for tag in record.note.tags), also]))
