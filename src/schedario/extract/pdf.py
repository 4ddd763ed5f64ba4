"""Reads PDF page by page: the text layer where there is one, OCR where the page only shows text."""

import unicodedata
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from schedario.errors import OcrUnavailableError, PasswordNeededError
from schedario.extract.picture import is_blank, picture_page
from schedario.extract.source import Source
from schedario.records.extraction import Block, ExtractedPage, Extraction, Origin, PageKind

# A page of fewer characters has a number or a stamp for a text layer, not its text.
_FEWEST_CHARACTERS = 16
_MOST_JUNK = 0.2
_FEWEST_LETTERS = 0.25
# 144 dots an inch: the recogniser reads 9 point letters without an error, and a page takes 6 MB.
_SCALE = 2.0
_LARGEST_RENDERED = 40_000_000
# A short text layer stays when OCR sees not much more than it says.
_MORE = 1.5
# What PDFium puts for a hyphen at a line's end, whose word it has joined already.
_JOINED_HYPHENS = dict.fromkeys(map(ord, "\x02\ufffe"))


def read_pdf(source: Source) -> Extraction:
    """Read every sheet of the file, numbered from 1; a broken page costs a warning, not the others.

    Raises:
        PasswordNeededError: The file is encrypted.
        LimitExceededError: It has too many pages.
        FileDamagedError: No page can be read.
        OcrUnavailableError: It has nothing but pictures of text and no engine can be loaded.
    """
    document = _open(source)
    try:
        if len(document) > source.limits.pages:
            raise source.beyond("pages", source.limits.pages, f"{len(document)} pages")
        notes: list[str] = []
        pages = tuple(_pages(source, document, notes))
        title = str(document.get_metadata_value("Title")).strip("\x00 ")
    finally:
        document.close()
    if not pages:
        raise source.damaged("the file has no pages")
    if len(notes) == len(pages) and not any(page.blocks for page in pages):
        raise source.damaged(f"no page can be read; {notes[0]}")
    return Extraction(source.media_type, title, pages, tuple(notes))


def _open(source: Source) -> Any:
    try:
        return pdfium.PdfDocument(source.path)
    except pdfium.PdfiumError as error:
        if error.err_code == pdfium_raw.FPDF_ERR_PASSWORD:
            raise PasswordNeededError(
                "the PDF is encrypted", subject=str(source.path), remedy="Save a copy without a password"
            ) from error
        raise source.damaged(f"the PDF cannot be opened ({error})") from error


def _pages(source: Source, document: Any, notes: list[str]) -> Iterator[ExtractedPage]:
    no_ocr: OcrUnavailableError | None = None
    any_text = False
    for number in range(1, len(document) + 1):
        try:
            page = _read_page(source, document, number)
        except pdfium.PdfiumError as error:
            notes.append(f"page {number} could not be read ({error})")
            page = ExtractedPage(PageKind.PAGE, number, "", Origin.UNREAD, ())
        except OcrUnavailableError as error:
            no_ocr = error
            notes.append(f"page {number} only shows text and was not read: {error.what}")
            page = ExtractedPage(PageKind.PAGE, number, "", Origin.UNREAD, ())
        any_text = any_text or bool(page.blocks)
        source.progress()
        yield page
    if no_ocr and not any_text:
        raise OcrUnavailableError(no_ocr.what, subject=str(source.path), remedy=no_ocr.remedy) from no_ocr


def _read_page(source: Source, document: Any, number: int) -> ExtractedPage:
    page = document[number - 1]
    try:
        layer = _text_layer(page)
        if len(layer.strip()) >= _FEWEST_CHARACTERS and not _is_junk(layer):
            return _text_page(number, layer)
        return _shown_page(source, page, number, layer)
    finally:
        page.close()


def _text_layer(page: Any) -> str:
    """Return the text within the page's box.

    A rotated page is turned upright first: PDFium orders lines by their place on the turned page, which reverses them.
    """
    rotation = page.get_rotation()
    page.set_rotation(0)
    text_page = page.get_textpage()
    try:
        text: str = text_page.get_text_bounded()
    finally:
        text_page.close()
        page.set_rotation(rotation)
    return text.replace("\r\n", "\n").translate(_JOINED_HYPHENS).strip()


def _shown_page(source: Source, page: Any, number: int, layer: str) -> ExtractedPage:
    """Read a page with little or no text layer as it is shown, and keep the better of the two texts."""
    picture = _render(source, page)
    if is_blank(picture) and not layer:
        return _text_page(number, "")
    read = picture_page(picture, number, source.ocr)
    if layer and not _is_junk(layer) and _letters(_page_text(read)) <= _MORE * _letters(layer):
        return _text_page(number, layer)
    return read


def _render(source: Source, page: Any) -> Any:
    width, height = page.get_size()
    pixels = max(1.0, width * height)
    most = min(source.limits.image_pixels, _LARGEST_RENDERED)
    return page.render(scale=min(_SCALE, (most / pixels) ** 0.5)).to_pil()


def _text_page(number: int, text: str) -> ExtractedPage:
    blocks = (Block(text),) if text else ()
    return ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, blocks)


def _page_text(page: ExtractedPage) -> str:
    return "".join(block.text for block in page.blocks)


def _is_junk(text: str) -> bool:
    """Tell whether a layer's glyphs map to no characters: controls, private ones, or hardly a letter."""
    shown = [c for c in text if not c.isspace()]
    unmapped = sum(1 for c in shown if unicodedata.category(c) in {"Cc", "Co", "Cn", "Cs"} or c == "\ufffd")
    return bool(shown) and (unmapped > _MOST_JUNK * len(shown) or _letters(text) < _FEWEST_LETTERS * len(shown))


def _letters(text: str) -> int:
    return sum(1 for c in text if c.isalnum())
