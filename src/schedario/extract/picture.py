"""From a picture to the page that OCR makes of it."""

from typing import TYPE_CHECKING

from schedario.extract.ocr import OcrEngine
from schedario.extract.reading_order import page_text
from schedario.records.extraction import Block, ExtractedPage, Origin, PageKind

if TYPE_CHECKING:
    from PIL.Image import Image

# Differences of brightness that only compression makes.
_FLAT = 8


def is_blank(picture: "Image") -> bool:
    """Tell whether a picture shows nothing at all."""
    shades = [shade for shade, pixels in enumerate(picture.convert("L").histogram()) if pixels]
    return shades[-1] - shades[0] < _FLAT


def picture_page(picture: "Image", number: int, engine: OcrEngine) -> ExtractedPage:
    """Read a picture; one that shows something but no text that can be read is unread, a blank one has no blocks.

    Raises:
        OcrUnavailableError: The engine cannot be loaded.
    """
    if is_blank(picture):
        return ExtractedPage(PageKind.PAGE, number, "", Origin.OCR, ())
    text = page_text(engine.read(picture))
    blocks = (Block(text),) if text else ()
    return ExtractedPage(PageKind.PAGE, number, "", Origin.OCR if text else Origin.UNREAD, blocks)
