"""schedario list: what is in the archive."""

from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.document import Container, DocumentRecord, DocumentStatus


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
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Files, at most.")] = 1000,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """List every file the archive knows, with its id, status, pages and reason.

    Example: schedario list --failed
    """
    if failed and status:
        raise typer.BadParameter("--failed and --status exclude each other: take one")
    with open_archive(context, archive) as services:
        records = services.documents.find(
            under=under,
            status=status.value if status else "",
            tags=tag or (),
            failed=failed,
            outdated=outdated,
            limit=limit + 1,
        )
        shown = [(record, services.documents.outdated_reason(record)) for record in records[:limit]]
    if as_json:
        print_json([record_json(record, reason) for record, reason in shown])
        return
    for record, reason in shown:
        console().print(_line(record, reason), markup=False)
        if failed:
            console().print(_attempts_line(record), markup=False)
    if not shown:
        console().print("No documents.", markup=False)
    if len(records) > limit:
        console().print(f"There are more than {limit}; ask for more with --limit.", markup=False)


def container_json(container: Container | None) -> dict[str, str] | None:
    """Return what a member says of the document that it lies in; None for a file on disk."""
    return {"id": container.id, "name": container.name, "title": container.title} if container else None


def note_json(record: DocumentRecord) -> dict[str, Any]:
    """Return what a note says of itself; empty values for what is none."""
    note = record.note
    return {
        "tags": list(note.tags) if note else [],
        "aliases": list(note.aliases) if note else [],
        "summary": note.summary if note else "",
        "date": note.dated.isoformat() if note and note.dated else None,
    }


def record_json(record: DocumentRecord, outdated: str) -> dict[str, Any]:
    """Return a document as the JSON that ``list`` and ``show`` print; ``outdated`` says under what it was indexed."""
    return {
        "id": record.id,
        "name": record.name,
        "path": record.file.path,
        "container": container_json(record.container),
        "status": record.status.value,
        "code": record.problem.code if record.problem else "",
        "reason": record.problem.message if record.problem else "",
        "outdated": outdated,
        "duplicate_of": record.duplicate_of,
        "collection": record.collection,
        "media_type": record.media_type,
        "title": record.title,
        "language": record.language,
        **note_json(record),
        "pages": record.pages,
        "chunks": record.chunks,
        "size_bytes": record.file.size_bytes,
        "modified": record.file.modified.isoformat(),
        "indexed_at": record.indexed_at.isoformat(),
        "first_seen": record.first_seen.isoformat() if record.first_seen else None,
        "attempts": record.attempt.count if record.attempt else 0,
        "attempted_at": record.attempt.at.isoformat() if record.attempt else None,
        "warnings": list(record.warnings),
    }


def _attempts_line(record: DocumentRecord) -> str:
    tried = record.attempt
    if tried is None:
        return "          never tried"
    first = f"first seen {record.first_seen.isoformat(timespec='seconds')}, " if record.first_seen else ""
    return f"          {first}tried {counted(tried.count, 'time')}, last {tried.at.isoformat(timespec='seconds')}"


def _line(record: DocumentRecord, outdated: str) -> str:
    detail = counted(record.chunks, "chunk") if record.status is DocumentStatus.INDEXED else ""
    if record.duplicate_of:
        detail = f"same text as {record.duplicate_of}"
    if record.problem:
        stale = "newer version not indexed: " if record.status is DocumentStatus.INDEXED else ""
        detail = stale + record.problem.message
    if outdated:
        detail = f"{detail}; outdated: {outdated}"
    said = [f"{record.id}  {record.status.value:<9}  {record.file.path}", detail, _said_of_itself(record)]
    return printable("  ".join(filter(None, said)), keep="")


def _said_of_itself(record: DocumentRecord) -> str:
    if record.note is None:
        return ""
    also = f"also {', '.join(record.note.aliases)}" if record.note.aliases else ""
    return "  ".join(filter(None, [" ".join(f"#{tag}" for tag in record.note.tags), also]))
