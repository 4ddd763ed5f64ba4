"""From a picture as it is kept to what a person sees, and to the page that OCR makes of it."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from schedario.extract.aligned import has_flattened, page_blocks
from schedario.extract.ocr import OcrEngine
from schedario.extract.reading_order import OcrLine
from schedario.records.extraction import ExtractedPage, Origin, PageKind

if TYPE_CHECKING:
    from PIL.Image import Image

# What is read of a larger one is its half: letters that a person sees there are large enough, and a copy takes 160 MB.
_MOST_PIXELS = 40_000_000
# Of these no pixels can be averaged.
_FEW_SHADES = {"1": "L", "P": "RGB", "PA": "RGBA", "I;16": "I", "I;16B": "I", "I;16L": "I", "I;16N": "I"}
# Differences of brightness that only compression makes.
_FLAT = 8


def as_seen(image: "Image") -> "Image":
    """Decode an image upright and on white, in eight bits a colour; a very large one smaller than it is."""
    from PIL import ExifTags, Image, ImageOps

    # The library copies one that stands upright, too: half a gigabyte for the largest.
    is_turned = image.getexif().get(ExifTags.Base.Orientation, 1) != 1
    upright = _shrunk(ImageOps.exif_transpose(image) if is_turned else image)
    if upright.has_transparency_data:
        layer = upright.convert("RGBA")
        upright = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer)
    if upright.mode.startswith("I") or upright.mode == "F":
        return _eight_bits(upright)
    return upright.convert("RGB")


def _shrunk(image: "Image") -> "Image":
    from PIL import Image

    scale = math.sqrt(_MOST_PIXELS / max(1, image.width * image.height))
    if scale >= 1:
        return image
    size = max(1, int(image.width * scale)), max(1, int(image.height * scale))
    mode = "RGBA" if image.mode == "P" and image.has_transparency_data else _FEW_SHADES.get(image.mode, image.mode)
    return image.convert(mode).resize(size, Image.Resampling.BOX)


def _eight_bits(image: "Image") -> "Image":
    """Bring sixteen or more bits a pixel to eight; a plain conversion would clip all but black to white."""
    import numpy as np
    from PIL import Image

    values = np.asarray(image, dtype=np.float64)
    darkest, lightest = float(values.min()), float(values.max())
    scaled = (values - darkest) * (255 / max(1.0, lightest - darkest))
    return Image.fromarray(scaled.astype(np.uint8)).convert("RGB")


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
    lines = engine.read(picture)
    blocks = page_blocks(lines)
    if not blocks:
        return ExtractedPage(PageKind.PAGE, number, "", Origin.UNREAD, ())
    return ExtractedPage(
        PageKind.PAGE,
        number,
        "",
        Origin.OCR,
        blocks,
        flattened=has_flattened(blocks),
        confidence=mean_confidence(lines),
    )


def mean_confidence(lines: Sequence[OcrLine]) -> float | None:
    """Return the mean of lines by their length, 0 to 1; None when they hold no text."""
    letters = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / letters if letters else None
