"""Draws a page as a person sees it: of a PDF, or of a file that is a picture."""

import io
from typing import TYPE_CHECKING

import pypdfium2 as pdfium

from schedario.extract import kinds
from schedario.extract.image import image_frame
from schedario.extract.pdf import open_pdf
from schedario.extract.source import Source

if TYPE_CHECKING:
    from PIL.Image import Image

_TALLEST = 4
"""Times its width; what is longer is drawn narrower."""
_QUALITY = 88


def draw_page(source: Source, page: str, width: str) -> bytes:
    """Return a page as a JPEG.

    Args:
        source: The file.
        page: Number from 1, as text, which is what is handed through to readers.
        width: Pixels from left to right, likewise.

    Raises:
        FileError: It cannot be read, or has no such page.
    """
    number, pixels = int(page), int(width)
    picture = _pdf_page(source, number, pixels) if source.media_type == kinds.PDF else image_frame(source, number)
    picture.thumbnail((pixels, pixels * _TALLEST))
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=_QUALITY, subsampling=0)
    return written.getvalue()


def _pdf_page(source: Source, number: int, pixels: int) -> "Image":
    notes: list[str] = []
    document = open_pdf(source, notes)
    try:
        if number > len(document):
            raise source.damaged(f"the file has no page {number}, it has {len(document)}")
        page = document[number - 1]
        wide, tall = (max(1.0, length) for length in page.get_size())
        scale = min(pixels / wide, pixels * _TALLEST / tall)
        return page.render(scale=scale).to_pil().convert("RGB")  # type: ignore[no-any-return]
    except pdfium.PdfiumError as error:
        raise source.damaged(f"page {number} cannot be drawn ({error})") from error
    finally:
        document.close()
