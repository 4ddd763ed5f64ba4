"""Reads PNG, JPEG, TIFF (every page), WEBP and HEIC by OCR."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, UnidentifiedImageError

from schedario.extract import kinds
from schedario.extract.picture import as_seen, picture_page
from schedario.extract.source import Source
from schedario.records.extraction import ExtractedPage, Extraction, Origin, PageKind

_FORMATS = {kinds.PNG: "PNG", kinds.JPEG: "JPEG", kinds.TIFF: "TIFF", kinds.WEBP: "WEBP", kinds.HEIC: "HEIF"}


def read_image(source: Source) -> Extraction:
    """Read an image; each frame of a TIFF is a page.

    Raises:
        LimitExceededError: It has too many pixels or frames.
        FileDamagedError: It cannot be decoded.
        OcrUnavailableError: No OCR engine can be loaded.
    """
    notes: list[str] = []
    with _opened(source) as image:
        pages = tuple(_pages(source, image, notes))
    if not any(page.blocks for page in pages) and notes:
        raise source.damaged(notes[0])
    return Extraction(source.media_type, "", pages, tuple(notes))


def image_frame(source: Source, number: int) -> Image.Image:
    """Return one frame of an image as a person sees it, the first being number 1; raises as ``read_image``."""
    with _opened(source) as image:
        if number > getattr(image, "n_frames", 1):
            raise source.damaged(f"the image has no page {number}")
        return _frame(source, image, number)


@contextmanager
def _opened(source: Source) -> Iterator[Image.Image]:
    # Pixels are counted here, before decoding, and refused by a limit of our own.
    Image.MAX_IMAGE_PIXELS = None
    if source.media_type == kinds.HEIC:
        _register_heic()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Pillow warns of odd metadata, which is not read
        try:
            with Image.open(source.path, formats=[_FORMATS[source.media_type]]) as image:
                yield image
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError) as error:
            raise source.damaged(f"the image cannot be read ({error})") from error


def _register_heic() -> None:
    """Teach Pillow the kind; loaded here because few files need it."""
    import pi_heif

    # Thumbnails and depth maps hold no text of their own; one thread, as everywhere in the child.
    pi_heif.register_heif_opener(thumbnails=False, depth_images=False, decode_threads=1)


def _pages(source: Source, image: Image.Image, notes: list[str]) -> Iterator[ExtractedPage]:
    frames = getattr(image, "n_frames", 1) if source.media_type == kinds.TIFF else 1
    if frames > source.limits.pages:
        raise source.beyond("pages", source.limits.pages, f"{frames:,} frames")
    for number in range(1, frames + 1):
        try:
            page = _read(source, _frame(source, image, number), number)
        except (OSError, SyntaxError, ValueError, EOFError) as error:
            notes.append(f"page {number} could not be decoded ({error})")
            page = ExtractedPage(PageKind.PAGE, number, "", Origin.UNREAD, ())
        source.progress()
        yield page


def _read(source: Source, frame: Image.Image, number: int) -> ExtractedPage:
    return source.pictures.page(picture_page(frame, number, source.ocr), lambda: frame)


def _frame(source: Source, image: Image.Image, number: int) -> Image.Image:
    """Decode one frame."""
    image.seek(number - 1)
    pixels = image.width * image.height
    if pixels > source.limits.image_pixels:
        raise source.beyond("image_pixels", source.limits.image_pixels, f"{image.width} x {image.height} pixels")
    return as_seen(image)
