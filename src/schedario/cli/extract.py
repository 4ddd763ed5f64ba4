"""schedario extract: what is read from a file, without an archive."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from schedario.cli.output import JsonOption, console, counted, notice, print_json, printable
from schedario.cli.session import application
from schedario.records.document import DocumentText, Page
from schedario.records.extraction import Origin, PageKind
from schedario.records.locator import locator
from schedario.records.picture import unread_in_words
from schedario.services.extracting import FileText

EXIT_FAILED = 1
_ORIGINS = {
    Origin.TEXT: "text layer",
    Origin.OCR: "read by OCR",
    Origin.VISION: "read by a vision model",
    Origin.UNREAD: "not read",
}


def extract(
    paths: Annotated[list[str], typer.Argument(metavar="FILE...", help="Files, or folders.", show_default=False)],
    as_json: JsonOption = False,
) -> int:
    """Print what is read from files, page by page, as an archive would hold it; nothing is indexed.

    Ends with 1 when some file could not be read, else with 0.

    Example: schedario extract ~/Documents/contract.pdf
    """
    failed = 0
    entries: list[dict[str, Any]] = []
    with application() as (built, loaded):
        model = loaded.values.vision_model if loaded.values.vision != "none" else ""
        for file in built.extracting().extract(paths):
            failed += file.problem is not None
            if as_json:
                entries.append(file_json(file))
            else:
                print_file(file, model)
    if as_json:
        print_json(entries)
    return EXIT_FAILED if failed else 0


def file_json(file: FileText) -> dict[str, Any]:
    """Return a file as the JSON that ``extract --json`` prints."""
    extracted, problem = file.extracted, file.problem
    return {
        "path": file.path,
        "code": problem.code if problem else "",
        "reason": problem.reason if problem else "",
        "media_type": extracted.extraction.media_type if extracted else "",
        "title": extracted.extraction.title if extracted else "",
        "pages": list(_pages_json(extracted.text)) if extracted else [],
        "members": [member.name for member in extracted.extraction.members] if extracted else [],
        "warnings": list(extracted.extraction.warnings) if extracted else [],
        "unread": len(extracted.text.unread) if extracted else 0,
        "seconds": round(file.seconds, 3),
    }


def _pages_json(text: DocumentText) -> Iterator[dict[str, Any]]:
    for page in text.pages:
        headings = [found for found in text.headings if page.start <= found.offset < page.end]
        yield {
            "kind": page.kind.value,
            "number": page.number,
            "label": page.label,
            "origin": page.origin.value,
            "confidence": None if page.confidence is None else round(page.confidence, 4),
            "headings": [{"level": heading.level, "title": heading.title} for heading in headings],
            "text": text.text[page.start : page.end],
        }


def print_file(file: FileText, vision_model: str) -> None:
    """Print a file for a person: what it is, what was left out, its text with a mark before every page.

    Args:
        file: It.
        vision_model: What would read what OCR could not; empty for nothing.
    """
    out = console()
    if file.problem:
        notice(f"schedario: {file.problem}")
    if not file.extracted:
        return
    extraction, text = file.extracted.extraction, file.extracted.text
    out.print(Text(printable(file.path, keep=""), style="bold"))
    size = f"{counted(len(text.pages), 'page')}, {len(text.text):,} characters, {file.seconds:.2f} s"
    facts = ", ".join(filter(None, [extraction.media_type, printable(extraction.title, keep=""), size]))
    out.print(Text(facts, style="dim"))
    for warning in extraction.warnings:
        out.print(Text(f"note: {printable(warning, keep='')}", style="yellow"))
    if text.unread:
        out.print(Text(f"note: {unread_in_words(len(text.unread), vision_model)}", style="yellow"))
    for page in text.pages:
        _print_page(out, page, text.text[page.start : page.end])
    for member in extraction.members:
        reason = f": {member.reason}" if member.reason else ""
        out.print(printable(f"member: {member.name} ({member.size_bytes} bytes){reason}", keep=""), markup=False)
    out.print()


def _print_page(out: Console, page: Page, text: str) -> None:
    place = locator(page.kind, page.number, page.label) or "whole text"
    is_own = page.origin is Origin.TEXT and page.kind is not PageKind.PAGE
    sure = "" if page.confidence is None else f"confidence {page.confidence:.2f}"
    marks = [place, "" if is_own else _ORIGINS[page.origin], sure, "" if text else "no text"]
    out.print(Text(f"--- {printable(', '.join(filter(None, marks)), keep='')} ---", style="cyan"))
    if text:
        out.print(printable(text), markup=False)
