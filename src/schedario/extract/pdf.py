"""Reads PDF page by page: the text layer where there is one, OCR where the page only shows text.

What concerns the file as a whole (headers that repeat, the outline, attachments) is brought in when all pages are read.
"""

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from schedario.errors import OcrUnavailableError, PasswordNeededError
from schedario.extract.aligned import has_flattened
from schedario.extract.blocks import one_line
from schedario.extract.pdf_layer import Edges, Layer, image_share, read_layer
from schedario.extract.pdf_notes import attached_members, notes_block
from schedario.extract.pdf_outline import Bookmark, read_outline, with_headings
from schedario.extract.pdf_pictures import PdfPictures
from schedario.extract.pdf_repair import repaired
from schedario.extract.pdf_repeats import without_repeats
from schedario.extract.pdf_text import is_doubtful, is_junk, letters
from schedario.extract.picture import is_blank, picture_page
from schedario.extract.source import Source
from schedario.records.extraction import Block, ExtractedPage, Extraction, Member, Origin, PageKind

# A page of fewer characters has a number or a stamp for a text layer, not its text.
_FEWEST_CHARACTERS = 16
# So short a layer over a page that is mostly image may be a header over a scan.
_SHORT_LAYER = 250
_MOSTLY_IMAGE = 0.5
# 144 dots an inch: the recogniser reads 9 point letters without an error, and a page takes 6 MB.
_SCALE = 2.0
_RIM = 4
_LARGEST_RENDERED = 40_000_000
# A short text layer stays when OCR sees not much more than it says, a doubtful one when OCR sees much less.
_MORE = 1.5
_LESS = 0.5
_LONGEST_LABEL = 40
_NO_EDGES = Edges()


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A page as read, with the lines at its edges, and the reason why it could not be read."""

    page: ExtractedPage
    edges: Edges = _NO_EDGES
    problem: str = ""


def read_pdf(source: Source) -> Extraction:
    """Read every sheet of the file, numbered from 1; a broken page costs a warning, not the others.

    Raises:
        PasswordNeededError: The file is encrypted.
        LimitExceededError: It has too many pages.
        FileDamagedError: No page can be read.
        OcrUnavailableError: It has nothing but pictures of text and no engine can be loaded.
    """
    warnings: list[str] = []
    pictures = PdfPictures(source)
    document = open_pdf(source, warnings)
    try:
        if len(document) > source.limits.pages:
            raise source.beyond("pages", source.limits.pages, f"{len(document):,} pages")
        sheets = tuple(_sheets(source, document, pictures, warnings))
        outline = _outline(document, warnings)
        members = _attached(source, document, warnings)
        title = str(document.get_metadata_value("Title")).strip("\x00 ")
    finally:
        document.close()
    if not sheets:
        raise source.damaged("the file has no pages")
    if all(sheet.problem for sheet in sheets) and not any(sheet.page.blocks for sheet in sheets):
        raise source.damaged(f"no page can be read; {sheets[0].problem}")
    pages = without_repeats([sheet.page for sheet in sheets], [sheet.edges for sheet in sheets])
    return Extraction(source.media_type, title, with_headings(pages, outline), tuple(warnings), members=members)


def open_pdf(source: Source, warnings: list[str]) -> Any:
    """Open the file, repaired where its end is damaged, which is added to the warnings.

    Raises:
        PasswordNeededError: It is encrypted.
        FileDamagedError: It cannot be opened.
    """
    try:
        document = pdfium.PdfDocument(source.path)
    except pdfium.PdfiumError as error:
        if error.err_code == pdfium_raw.FPDF_ERR_PASSWORD:
            raise PasswordNeededError(
                "the PDF is encrypted", subject=str(source.path), remedy="Save a copy without a password"
            ) from error
        document = _opened_repaired(source)
        if document is None:
            raise source.damaged(f"the PDF cannot be opened ({error})") from error
        warnings.append(
            f"the end of the file is damaged; {len(document)} pages were found in it, others may be missing"
        )
    if document.get_formtype() != pdfium_raw.FORMTYPE_NONE:
        # It says on every file with an XFA form that this kind is read by its fields only, which is meant.
        logging.getLogger("pypdfium2").setLevel(logging.ERROR)
        document.init_forms()
    return document


def _opened_repaired(source: Source) -> Any | None:
    content = repaired(source.path.read_bytes(), source.limits.pages)
    if content is not None:
        with contextlib.suppress(pdfium.PdfiumError):
            document = pdfium.PdfDocument(content)
            return document if len(document) else None
    return None


def _sheets(source: Source, document: Any, pictures: PdfPictures, warnings: list[str]) -> Iterator[_Sheet]:
    no_ocr: OcrUnavailableError | None = None
    any_text = False
    for number in range(1, len(document) + 1):
        try:
            sheet = _read_sheet(source, document, number, pictures, warnings)
        except pdfium.PdfiumError as error:
            sheet = _unread(document, number, f"page {number} could not be read ({error})")
        except OcrUnavailableError as error:
            no_ocr = error
            sheet = _unread(document, number, f"page {number} only shows text and was not read: {error.what}")
        if sheet.problem:
            warnings.append(sheet.problem)
        any_text = any_text or bool(sheet.page.blocks)
        source.progress()
        yield sheet
    if no_ocr and not any_text:
        raise OcrUnavailableError(no_ocr.what, subject=str(source.path), remedy=no_ocr.remedy) from no_ocr


def _unread(document: Any, number: int, problem: str) -> _Sheet:
    return _Sheet(ExtractedPage(PageKind.PAGE, number, _label(document, number), Origin.UNREAD, ()), problem=problem)


def _read_sheet(source: Source, document: Any, number: int, pictures: PdfPictures, warnings: list[str]) -> _Sheet:
    page = document[number - 1]
    try:
        layer = read_layer(page)
        sheet = _Sheet(_text_page(number, layer.blocks), layer.edges)
        notes = notes_block(document, page, warnings, number)
        if _needs_ocr(page, layer):
            sheet = _shown_sheet(source, page, number, layer, sheet, notes.text if notes else "")
        read = source.pictures.page(sheet.page, lambda: _render(source, page))
        # A page that was read as a whole was read with its pictures.
        is_layer = read.origin is Origin.TEXT and read.blocks
        blocks = pictures.added(page, read.blocks) if is_layer else read.blocks
        blocks = (*blocks, notes) if notes else blocks
        return replace(sheet, page=replace(read, label=_label(document, number), blocks=blocks))
    finally:
        page.close()


def _needs_ocr(page: Any, layer: Layer) -> bool:
    if len(layer.text) < _FEWEST_CHARACTERS or is_junk(layer.text) or is_doubtful(layer.text):
        return True
    return len(layer.text) < _SHORT_LAYER and image_share(page) >= _MOSTLY_IMAGE


def _shown_sheet(source: Source, page: Any, number: int, layer: Layer, sheet: _Sheet, notes: str) -> _Sheet:
    """Read a page as it is shown, and keep the better of the two texts; what only notes say is read without it."""
    picture = _render(source, page)
    if not layer.text and is_blank(_within_edges(picture)):
        return sheet
    try:
        read = picture_page(picture, number, source.ocr)
    except OcrUnavailableError:
        if layer.text and not is_junk(layer.text):
            return sheet
        raise
    return sheet if _is_better(layer.text, _unsaid(_page_text(read), notes)) else _Sheet(read)


def _unsaid(read: str, notes: str) -> str:
    """Return what was read without what the page's notes and fields say, which stand on the page, too."""
    shown = one_line(read)
    for line in notes.split("\n"):
        shown = shown.replace(line.partition(": ")[2], "", 1)
    return shown


def _is_better(layer: str, read: str) -> bool:
    """Tell whether a page's text layer says more than what OCR reads on it."""
    if not layer or is_junk(layer):
        return False
    if is_doubtful(layer):
        return is_doubtful(read) or letters(read) < _LESS * letters(layer)
    return letters(read) <= _MORE * letters(layer)


def _render(source: Source, page: Any) -> Any:
    width, height = page.get_size()
    pixels = max(1.0, width * height)
    most = min(source.limits.image_pixels, _LARGEST_RENDERED)
    scale = min(_SCALE, (most / pixels) ** 0.5)
    picture = page.render(scale=scale).to_pil()
    # A page ends within its last row and column of pixels, which PDFium paints grey: no blank page would be blank.
    return picture.crop((0, 0, max(1, int(width * scale)), max(1, int(height * scale))))


def _within_edges(picture: Any) -> Any:
    """Cut off the rim of a page, where programs leave hairlines of a frame that is not there."""
    width, height = picture.size
    rim = _RIM if min(width, height) > 4 * _RIM else 0
    return picture.crop((rim, rim, width - rim, height - rim))


def _text_page(number: int, blocks: tuple[Block, ...]) -> ExtractedPage:
    return ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, blocks, has_flattened(blocks))


def _page_text(page: ExtractedPage) -> str:
    return "".join(block.text for block in page.blocks)


def _label(document: Any, number: int) -> str:
    """Return the number that is printed on a sheet where the file says so and it is another than the sheet's own."""
    label = one_line(str(document.get_page_label(number - 1)).replace("\x00", ""))[:_LONGEST_LABEL]
    return "" if label == str(number) else label


def _outline(document: Any, warnings: list[str]) -> tuple[Bookmark, ...]:
    try:
        return read_outline(document)
    except (pdfium.PdfiumError, ValueError) as error:
        warnings.append(f"the outline could not be read ({error})")
        return ()


def _attached(source: Source, document: Any, warnings: list[str]) -> tuple[Member, ...]:
    try:
        return tuple(attached_members(source, document))
    except (pdfium.PdfiumError, ValueError) as error:
        warnings.append(f"the attachments could not be read ({error})")
        return ()
