"""schedario show: one document."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, container_line, notice, print_json, printable
from schedario.cli.presenting import analysis_facts
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.document import DocumentRecord
from schedario.records.extraction import Origin
from schedario.records.outline import Place, SectionText, ShownDocument
from schedario.records.version import Family, Sketched
from schedario.services.document_json import section_json, shown_json

_ORIGINS = {
    Origin.TEXT: "",
    Origin.OCR: ", read by OCR",
    Origin.VISION: ", read by a vision model",
    Origin.UNREAD: ", not read",
}


def show(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="ID|PATH", help="A document's id, or its file.", show_default=False)
    ],
    section: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Print the text of this section of the outline.", show_default=False),
    ] = None,
    offset: Annotated[int, typer.Option(metavar="N", min=0, help="Begin the section after this many characters.")] = 0,
    text: Annotated[bool, typer.Option("--text", help="Print the whole text that was read.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what the archive knows of a document: its file, its state, its pages or sections.

    Example: schedario show k3x9w2ma
    """
    if section is None and offset:
        raise typer.BadParameter("--offset is about a --section")
    if section is not None and text:
        raise typer.BadParameter("--text prints the whole, --section a part: take one")
    if section is not None:
        _print_section(_section(context, archive, document, section, offset), as_json=as_json)
        return
    asked = {"document": document, "with_text": text}
    shown = ask_service(context, archive, "show", ShownDocument, **asked)
    if shown is None:
        with open_archive(context, archive) as services:
            shown = services.reading.shown(document, with_text=text)
    if as_json:
        print_json({**shown_json(shown), **({"text": shown.text} if text else {})})
        return
    record, whole = shown.record, shown.text
    out = console()
    if whole is not None:
        out.print(printable(whole), markup=False)
        return
    pictures = ("pictures", shown.pictures.in_words)
    facts = [*_facts(record), pictures, ("outdated", record.outdated), *analysis_facts(record.analysis)]
    for name, value in facts:
        if value:
            out.print(printable(f"{name:<12}{value}", keep=""), markup=False)
    for line in _version_lines(shown.family, record):
        out.print(printable(line, keep=""), markup=False)
    for number, place in enumerate(shown.outline, 1):
        out.print(printable(f"{number:>5}  {place.name}{_how_read(place)}", keep=""), markup=False)
    for member in shown.members:
        name = member.file.path.removeprefix(f"{record.file.path}!/")
        out.print(printable(f"  {member.id}  {member.status.value:<9}  {name}", keep=""), markup=False)


def _version_lines(family: Family | None, record: DocumentRecord) -> list[str]:
    if family is None:
        return []
    own = record.duplicate_of or record.id
    lines = [f"{'version':<12}{_version_line(member, own)}" for member in family.members]
    return [*lines, f"{'':<12}newest first, {family.order.in_words}"]


def _version_line(member: Sketched, own: str) -> str:
    return f"{member.id}  {member.path}{'  (this one)' if member.id == own else ''}"


def _section(context: typer.Context, archive: str | None, document: str, number: int, offset: int) -> SectionText:
    asked = {"document": document, "number": number, "offset": offset}
    part = ask_service(context, archive, "section", SectionText, **asked)
    if part is None:
        with open_archive(context, archive) as services:
            part = services.reading.section(document, number, offset)
    return part


def _how_read(place: Place) -> str:
    how = ", blank" if place.blank else _ORIGINS[Origin(place.origin)]
    return how if place.confidence is None else f"{how}, confidence {place.confidence:.2f}"


def _print_section(part: SectionText, *, as_json: bool) -> None:
    if as_json:
        print_json(section_json(part))
        return
    console().print(printable(part.text), markup=False)
    if part.next_offset is not None:
        notice(f"note: the section goes on, with --section {part.number} --offset {part.next_offset}")


def _note_facts(record: DocumentRecord) -> list[tuple[str, str]]:
    note = record.note
    if note is None:
        return []
    return [
        ("tags", " ".join(f"#{tag}" for tag in note.tags)),
        ("aliases", ", ".join(note.aliases)),
        ("date", note.dated.isoformat() if note.dated else ""),
        ("summary", "" if record.analysis else note.summary),
    ]


def _facts(record: DocumentRecord) -> list[tuple[str, str]]:
    return [
        ("id", record.id),
        ("name", record.name),
        ("title", record.title),
        ("path", record.file.path),
        *_note_facts(record),
        ("member of", container_line(record.container)),
        ("status", record.status.value),
        ("reason", record.problem.message if record.problem else ""),
        ("copy of", record.duplicate_of or ""),
        ("type", record.media_type),
        ("language", record.language),
        ("collection", record.collection),
        ("modified", record.file.modified.isoformat(timespec="seconds")),
        ("indexed", record.indexed_at.isoformat(timespec="seconds")),
        ("size", f"{record.file.size_bytes} bytes"),
        ("pages", str(record.pages or "")),
        ("chunks", str(record.chunks or "")),
        *(("note", warning) for warning in record.warnings),
    ]
