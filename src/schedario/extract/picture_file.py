"""Opens the file of a picture: its size without decoding it, and its pixels when they are wanted."""

import hashlib
import io
import struct
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from schedario.extract.picture import as_seen

if TYPE_CHECKING:
    from PIL.Image import Image

_FORMATS = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP", "JPEG2000", "AVIF")
_HEAD_BYTES = 1024
# What the library raises on broken data, besides its own errors, which are kinds of these.
_BROKEN = (
    *(OSError, SyntaxError, ValueError, EOFError, struct.error, LookupError, ArithmeticError, TypeError),
    *(AttributeError, RuntimeError),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture before it is decoded.

    Attributes:
        sha256: Hash of its bytes, hexadecimal.
        width: In pixels.
        height: In pixels.
        draw: Decodes it, as a person sees it; raises ``PictureUnreadableError``.
    """

    sha256: str
    width: int
    height: int
    draw: "Callable[[], Image]"


class PictureUnreadableError(Exception):
    """A picture cannot be decoded.

    Attributes:
        format: The format that is not known; empty when the picture is damaged.
    """

    def __init__(self, format_: str = "") -> None:
        super().__init__(format_ or "damaged")
        self.format = format_


def open_picture(content: bytes) -> Picture:
    """Read the head of a picture's file.

    Raises:
        PictureUnreadableError: It is of no format that can be decoded, or broken.
    """
    from PIL import Image, UnidentifiedImageError

    # Pixels are counted before decoding, by whoever draws the picture, and refused by a limit of our own.
    Image.MAX_IMAGE_PIXELS = None
    # A format may be named only when all are known.
    Image.init()
    try:
        with _quietly():
            image = Image.open(io.BytesIO(content), formats=_FORMATS)
    except UnidentifiedImageError as error:
        raise PictureUnreadableError(_foreign_format(content)) from error
    except _BROKEN as error:
        raise PictureUnreadableError from error
    return Picture(hashlib.sha256(content).hexdigest(), *image.size, partial(_decoded, image))


def _decoded(image: "Image") -> "Image":
    try:
        with _quietly():
            return as_seen(image)
    except _BROKEN as error:
        raise PictureUnreadableError from error


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep the library from warning of odd metadata, which is not read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _foreign_format(content: bytes) -> str:
    """Name the format of what cannot be decoded; empty for what begins as a known one and is broken."""
    head = content[:_HEAD_BYTES]
    if head[40:44] == b" EMF":
        return "EMF"
    if head.startswith((b"\xd7\xcd\xc6\x9a", b"\x01\x00\x09\x00")):
        return "WMF"
    if b"<svg" in head or head.lstrip().startswith(b"<?xml"):
        return "SVG"
    if head.startswith((b"\x89PNG", b"\xff\xd8", b"GIF8", b"BM", b"II*", b"MM\x00*", b"RIFF")):
        return ""
    return "unknown"
