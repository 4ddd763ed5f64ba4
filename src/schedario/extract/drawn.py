"""Takes pictures and pages out of a file for a model that sees: upright, on white, and no larger than it needs them.

The file is read as for the index, by an engine that reads nothing, so that each picture has the hash that it had then.
"""

import io
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits
from schedario.extract.picture import is_blank
from schedario.extract.picture_file import Picture
from schedario.extract.reading_order import OcrLine
from schedario.extract.seen import image_hash, tables_hash
from schedario.records.extraction import ExtractedPage, Origin, PictureReading
from schedario.records.picture import DrawnImage
from schedario.records.status import Finding

if TYPE_CHECKING:
    from PIL.Image import Image

LONGEST_SIDE = 1600
"""Pixels: letters of 9 points on a whole page are legible, and a model of 32 pixels a token takes 2,500 tokens."""
_SHORTEST_SIDE = 64
"""Pixels: of less, models make no token at all, and their servers an error for the whole document."""
_JPEG_QUALITY = 90


class DrawnPictures(Pictures):
    """The pictures of one file, of which some are taken out and none is read."""

    def __init__(
        self, limits: ExtractionLimits, wanted: Collection[str], progress: Callable[[], None] = lambda: None
    ) -> None:
        """Prepare.

        Args:
            limits: As when the file was read for the index.
            wanted: Hashes of the pictures and pages that are taken out.
            progress: Called after each picture.
        """
        self.engine = _NoReading(self._offer_page)
        super().__init__(limits, self.engine, progress)
        self._wanted = frozenset(wanted)
        self._taken: dict[str, DrawnImage] = {}

    @property
    def taken(self) -> tuple[DrawnImage, ...]:
        """Those that were found."""
        return tuple(self._taken.values())

    def page(self, page: ExtractedPage, draw: "Callable[[], Image]") -> ExtractedPage:
        """Take a page out that is read for its tables alone; others come by the engine."""
        if page.flattened and page.origin is not Origin.UNREAD:
            self._offer_page(draw())
        return page

    def _reading(self, picture: Picture) -> PictureReading | None:
        if picture.sha256 in self._wanted:
            self._take(picture.sha256, picture.draw())
        return None

    def _offer_page(self, image: "Image") -> None:
        looks = image_hash(image)
        for sha256 in (looks, tables_hash(looks)):
            if sha256 in self._wanted:
                self._take(sha256, image)

    def _take(self, sha256: str, image: "Image") -> None:
        if not is_blank(image):
            self._taken[sha256] = DrawnImage(sha256, _jpeg(image), "image/jpeg")


class _NoReading:
    """An engine that reads nothing on what it is shown, and shows it on."""

    name = ""

    def __init__(self, shown: "Callable[[Image], None]") -> None:
        self._shown = shown

    def read(self, picture: "Image") -> Sequence[OcrLine]:
        """See ``OcrEngine``."""
        self._shown(picture)
        return ()

    def check(self) -> Sequence[Finding]:
        """See ``OcrEngine``."""
        return ()


def _jpeg(image: "Image") -> bytes:
    from PIL import Image

    small = image.convert("RGB")
    small.thumbnail((LONGEST_SIDE, LONGEST_SIDE), Image.Resampling.LANCZOS)
    if min(small.size) < _SHORTEST_SIDE:
        small = _on_white(small, (max(small.width, _SHORTEST_SIDE), max(small.height, _SHORTEST_SIDE)))
    content = io.BytesIO()
    small.save(content, "JPEG", quality=_JPEG_QUALITY)
    return content.getvalue()


def _on_white(image: "Image", size: tuple[int, int]) -> "Image":
    """Put a picture in the middle of a white one."""
    from PIL import Image

    sheet = Image.new("RGB", size, "white")
    sheet.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return sheet
