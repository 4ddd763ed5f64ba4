"""Chooses the reader of a kind and holds every reader to the same promises."""

import importlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from schedario.errors import FileEmptyError, FileError, FileUnreadableError, LimitExceededError
from schedario.extract import kinds
from schedario.extract.blocks import one_line
from schedario.extract.container import check_container
from schedario.extract.detect import detect
from schedario.extract.embedded import Pictures, says_something
from schedario.extract.limits import ExtractionLimits, beyond, megabytes
from schedario.extract.ocr import OcrEngine
from schedario.extract.source import Source
from schedario.records.extraction import BlockRole, Extraction, Origin

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
    kinds.ODS: _SHEETS,
    kinds.ODT: _ODF,
    kinds.ODP: _ODF,
    kinds.DOC: _LEGACY,
    kinds.PPT: _LEGACY,
    kinds.RTF: ("rtf", "read_rtf"),
    kinds.EPUB: ("epub", "read_epub"),
    kinds.EML: _MAIL,
    kinds.MBOX: ("mailbox", "read_mailbox"),
    kinds.MSG: ("msg", "read_msg"),
    kinds.PNG: _IMAGE,
    kinds.JPEG: _IMAGE,
    kinds.TIFF: _IMAGE,
    kinds.WEBP: _IMAGE,
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
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise beyond("file_bytes", limits.file_bytes, megabytes(size), path)
        pictures = pictures or Pictures(limits, ocr, progress)
        source = Source(path, detect(path), limits, progress, ocr, pictures, depth)
        if source.media_type in kinds.ZIP_KINDS:
            check_container(source)
    except OSError as error:
        raise FileUnreadableError(
            f"cannot read the file ({error.strerror or error})", subject=str(path), remedy="Check its permissions"
        ) from error
    extraction = _checked(source, _guarded(source))
    return extraction if depth else pictures.added_to(extraction)


def _guarded(source: Source) -> Extraction:
    """Run the reader; whatever breaks in a library becomes an error of the file that says what broke."""
    module, function = _READERS[source.media_type]
    reader: Callable[[Source], Extraction] = getattr(importlib.import_module(f"schedario.extract.{module}"), function)
    try:
        return reader(source)
    except FileError as error:
        if error.subject:
            raise
        raise type(error)(error.what, subject=str(source.path), remedy=error.remedy) from error
    except RecursionError as error:
        raise LimitExceededError(
            "the file is nested too deeply", subject=str(source.path), remedy="Simplify the file"
        ) from error
    except MemoryError as error:
        raise source.beyond("memory_bytes", source.limits.memory_bytes, "no memory left") from error
    except Exception as error:
        # Libraries raise anything on a broken file; it is reported here and hidden nowhere.
        raise source.damaged(f"the file cannot be read ({type(error).__name__}: {str(error)[:200]})") from error


def _checked(source: Source, extraction: Extraction) -> Extraction:
    characters = sum(len(block.text) for page in extraction.pages for block in page.blocks)
    if characters > source.limits.output_characters:
        raise source.beyond("output_characters", source.limits.output_characters, f"{characters:,} characters")
    blocks = [block for page in extraction.pages for block in page.blocks]
    if not any(map(says_something, blocks)):
        unread = any(block.role is BlockRole.PICTURE for block in blocks) or any(
            page.origin is Origin.UNREAD for page in extraction.pages
        )
        raise FileEmptyError(
            "no text could be found in what the file shows" if unread else "the file has no text",
            subject=str(source.path),
        )
    return replace(extraction, title=one_line(extraction.title)[:_LONGEST_TITLE], warnings=_few(extraction.warnings))


def _few(warnings: tuple[str, ...]) -> tuple[str, ...]:
    if len(warnings) <= _MOST_WARNINGS:
        return warnings
    return (*warnings[:_MOST_WARNINGS], f"{len(warnings) - _MOST_WARNINGS:,} notes more are left out")
