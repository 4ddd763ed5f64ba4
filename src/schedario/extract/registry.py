"""Chooses the reader of a kind and holds every reader to the same promises."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from schedario.errors import FileEmptyError, FileError, FileUnreadableError, FormatUnsupportedError
from schedario.extract import kinds
from schedario.extract.blocks import one_line
from schedario.extract.container import check_container
from schedario.extract.detect import detect
from schedario.extract.embedded import Pictures, says_something
from schedario.extract.guard import guarded
from schedario.extract.limits import ExtractionLimits, beyond, megabytes
from schedario.extract.members import Taken, reachable
from schedario.extract.ocr import OcrEngine
from schedario.extract.opened import OpenedContainers, moved_aside
from schedario.extract.source import Source
from schedario.extract.titles import telling_title
from schedario.records.extraction import Extraction, Origin

# Pages that OCR is less sure of than this are named in the ledger.
_SURE = 0.6
_MOST_NAMED = 10
_SHEETS = ("sheet", "read_sheets")
_IMAGE = ("image", "read_image")
_MAIL = ("mail", "read_mail")
_ODF = ("odf", "read_odf")
_LEGACY = ("legacy", "read_legacy")
# Module and function by name: a reader's library is loaded when a file needs it.
_READERS = {
    kinds.PDF: ("pdf", "read_pdf"),
    kinds.DOCX: ("docx", "read_docx"),
    kinds.PPTX: ("pptx", "read_pptx"),
    kinds.XLSX: _SHEETS,
    kinds.XLSB: _SHEETS,
    kinds.XLS: _SHEETS,
    kinds.ODS: ("ods", "read_ods"),
    kinds.ODT: _ODF,
    kinds.ODP: _ODF,
    kinds.DOC: _LEGACY,
    kinds.PPT: _LEGACY,
    kinds.ZIP: ("zip", "read_zip"),
    kinds.RTF: ("rtf", "read_rtf"),
    kinds.EPUB: ("epub", "read_epub"),
    kinds.EML: _MAIL,
    kinds.MBOX: ("mailbox", "read_mailbox"),
    kinds.MSG: ("msg", "read_msg"),
    kinds.PNG: _IMAGE,
    kinds.JPEG: _IMAGE,
    kinds.TIFF: _IMAGE,
    kinds.WEBP: _IMAGE,
    kinds.HEIC: _IMAGE,
    kinds.HTML: ("html", "read_html"),
    kinds.WEBARCHIVE: ("webarchive", "read_webarchive"),
    kinds.MARKDOWN: ("markdown", "read_markdown"),
    kinds.NOTEBOOK: ("notebook", "read_notebook"),
    kinds.JSON: ("json", "read_json"),
    kinds.CSV: ("csv", "read_csv"),
    kinds.TSV: ("csv", "read_csv"),
    kinds.TEXT: ("text", "read_text"),
}
# Beside the text, which has a limit of its own: what a person looks at.
_LONGEST_TITLE = 300
_MOST_WARNINGS = 100


# Kinds whose pages are drawn as a person sees them.
_DRAWN = {kinds.PDF, *(kind for kind, reader in _READERS.items() if reader is _IMAGE)}

# How a member is taken out of its container, by the container's kind.
_TAKERS = {
    kinds.ZIP: ("zip", "take_out"),
    kinds.PDF: ("pdf_notes", "take_out"),
    kinds.EML: ("mail", "take_out"),
    kinds.MBOX: ("mailbox", "take_out"),
    kinds.MSG: ("msg", "take_out"),
}


def read(
    path: Path,
    limits: ExtractionLimits,
    ocr: OcrEngine,
    progress: Callable[[], None],
    depth: int = 0,
    pictures: Pictures | None = None,
) -> Extraction:
    """Read one file of any kind.

    Args:
        path: Where it lies.
        limits: What it may cost.
        ocr: Reads pictures of text.
        progress: Called after each page and picture.
        depth: In how many other files it lies.
        pictures: Those of the outermost file; without them a file's own, of which nothing is known.

    Raises:
        FileError: One of its children says why it could not be read.
    """
    pictures = pictures or Pictures(limits, ocr, progress)
    extraction = _extraction(_source(path, limits, ocr, progress, pictures, depth))
    return extraction if depth else pictures.added_to(extraction)


def read_member(
    path: Path,
    keys: Sequence[str],
    limits: ExtractionLimits,
    ocr: OcrEngine,
    progress: Callable[[], None],
    *,
    pictures: Pictures,
    opened: OpenedContainers,
) -> Extraction:
    """Read a member of a file, or the file itself.

    Args:
        path: The file on disk.
        keys: Each that of a member of the one before it; empty for the file itself.
        limits: What it may cost.
        ocr: Reads pictures of text.
        progress: Called after each page and picture.
        pictures: Those of the member.
        opened: The containers that are open.

    Raises:
        FileError: One of its children says why it could not be read.
    """
    with _at(path):
        return pictures.added_to(_extraction(_reached(path, keys, limits, ocr, progress, pictures, opened)))


def draw_member(
    path: Path,
    keys: Sequence[str],
    page: int,
    width: int,
    limits: ExtractionLimits,
    ocr: OcrEngine,
    opened: OpenedContainers,
) -> bytes:
    """Draw a page of a file, or of a member of one, as a JPEG of so many pixels from left to right.

    Raises:
        FormatUnsupportedError: Of its kind no pages are drawn.
        FileError: Another of its children says why it could not be drawn.
    """
    with _at(path):
        source = _reached(path, keys, limits, ocr, _unnoticed, Pictures(limits, ocr, _unnoticed), opened)
        if source.media_type not in _DRAWN:
            raise FormatUnsupportedError(f"no pages are drawn of {source.media_type}", subject=str(path))
        drawn: bytes = _run(source, "page_picture", "draw_page", str(page), str(width))
        return drawn


def _unnoticed() -> None:
    """Tell nobody: a page is drawn in one go."""


@contextmanager
def _at(path: Path) -> Iterator[None]:
    """Let an error name the file on disk: where a member was unpacked is nothing to a person."""
    try:
        yield
    except FileError as error:
        raise type(error)(error.what, subject=str(path), remedy=error.remedy) from error


def _reached(
    path: Path,
    keys: Sequence[str],
    limits: ExtractionLimits,
    ocr: OcrEngine,
    progress: Callable[[], None],
    pictures: Pictures,
    opened: OpenedContainers,
) -> Source:
    if not keys:
        return _source(path, limits, ocr, progress, pictures, 0)
    containers = opened.of(path, tuple(keys))
    if () not in containers:
        containers[()] = _source(path, limits, ocr, progress, pictures, 0)
    # What was open belongs to the file that was read before.
    source = replace(_container(containers, tuple(keys[:-1])), progress=progress, pictures=pictures)
    return _source_of(source, _taken_out(source, keys[-1]))


def _container(containers: dict[tuple[str, ...], Source], keys: tuple[str, ...]) -> Source:
    """Return what the keys lead to, opened for its members; what lies on the way stays open for the next of them."""
    for depth, key in enumerate(keys, 1):
        around = containers[keys[: depth - 1]]
        if keys[:depth] not in containers:
            containers[keys[:depth]] = _source_of(around, moved_aside(around, _taken_out(around, key)))
    return containers[keys]


def _taken_out(source: Source, key: str) -> Taken:
    if source.depth >= source.limits.member_depth:
        raise source.beyond("member_depth", source.limits.member_depth, "files inside one another")
    if source.media_type not in _TAKERS:
        raise source.damaged("the file that it lay in has become another")
    taken: Taken = _run(source, *_TAKERS[source.media_type], key)
    return taken


def _source_of(container: Source, taken: Taken) -> Source:
    """Look at a member that was taken out; what was unpacked on the way to it counts together."""
    if taken.inside:
        return replace(container, inside=taken.inside, depth=container.depth + 1, memory={})
    unpacked = container.unpacked_bytes + taken.path.stat().st_size
    if unpacked > container.limits.unpacked_bytes:
        raise container.beyond("unpacked_bytes", container.limits.unpacked_bytes, f"{megabytes(unpacked)} unpacked")
    means = container.limits, container.ocr, container.progress, container.pictures
    return replace(_source(taken.path, *means, container.depth + 1), unpacked_bytes=unpacked)


def _source(
    path: Path,
    limits: ExtractionLimits,
    ocr: OcrEngine,
    progress: Callable[[], None],
    pictures: Pictures,
    depth: int,
) -> Source:
    """Find a file's kind and look at it before any reader does."""
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise beyond("file_bytes", limits.file_bytes, megabytes(size), path)
        source = Source(path, detect(path), limits, progress, ocr, pictures, depth)
        if source.media_type in kinds.ZIP_KINDS:
            source = replace(source, left_out=check_container(source))
    except OSError as error:
        raise FileUnreadableError(
            f"cannot read the file ({error.strerror or error})", subject=str(path), remedy="Check its permissions"
        ) from error
    return source


def _extraction(source: Source) -> Extraction:
    extraction: Extraction = _run(source, *_READERS[source.media_type])
    warnings = (*source.left_out, *extraction.warnings)
    return _checked(source, replace(extraction, title=telling_title(extraction.title), warnings=warnings))


def _run(source: Source, module: str, function: str, *arguments: str) -> Any:
    """Run a reader's function."""
    with guarded(source):
        return getattr(importlib.import_module(f"schedario.extract.{module}"), function)(source, *arguments)


def _checked(source: Source, extraction: Extraction) -> Extraction:
    characters = sum(len(block.text) for page in extraction.pages for block in page.blocks)
    if characters > source.limits.output_characters:
        raise source.beyond("output_characters", source.limits.output_characters, f"{characters:,} characters")
    blocks = [block for page in extraction.pages for block in page.blocks]
    if not extraction.members and not any(map(says_something, blocks)):
        shows = any(page.sha256 for page in extraction.pages) or any(block.sha256 for block in blocks)
        if not shows:
            unread = any(page.origin is Origin.UNREAD for page in extraction.pages)
            raise FileEmptyError(
                "no text could be found in what the file shows" if unread else "the file has no text",
                subject=str(source.path),
            )
    warnings = tuple(filter(None, [*extraction.warnings, _unsure(extraction)]))
    return replace(
        extraction,
        title=one_line(extraction.title)[:_LONGEST_TITLE],
        warnings=_few(warnings),
        members=reachable(source, extraction.members),
    )


def _few(warnings: tuple[str, ...]) -> tuple[str, ...]:
    if len(warnings) <= _MOST_WARNINGS:
        return warnings
    return (*warnings[:_MOST_WARNINGS], f"{len(warnings) - _MOST_WARNINGS:,} notes more are left out")


def _unsure(extraction: Extraction) -> str:
    """Say which pages OCR read without being sure of them; empty when there is none."""
    found = [(str(page.number), page.confidence) for page in extraction.pages if page.confidence is not None]
    unsure = [(number, confidence) for number, confidence in found if confidence < _SURE]
    if not unsure:
        return ""
    numbers = ", ".join(number for number, _ in unsure[:_MOST_NAMED]) + (", ..." if len(unsure) > _MOST_NAMED else "")
    least = min(confidence for _, confidence in unsure)
    pages = "page" if len(unsure) == 1 else "pages"
    return f"OCR is not sure of {pages} {numbers} (confidence {least:.2f} of 1)"
