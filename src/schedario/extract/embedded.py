"""Reads the pictures inside a file, each in its place and once: in the file, and in the archive that knows it already.

A logo on every slide says its text where it stands first. What is too small to hold text, or shows nothing, is no
picture at all; what cannot be read costs a warning, one for all of its kind, and never the file.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from schedario.errors import OcrUnavailableError
from schedario.extract.blocks import one_line
from schedario.extract.limits import ExtractionLimits, setting_of
from schedario.extract.ocr import OcrEngine
from schedario.extract.picture import is_blank, mean_confidence
from schedario.extract.picture_file import Picture, PictureUnreadableError, open_picture
from schedario.extract.reading_order import OcrLine, page_text
from schedario.extract.seen import Seen, image_hash, picture_lines, seen_page
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PictureReading

if TYPE_CHECKING:
    from PIL.Image import Image

# Pixels of the shorter side: smaller ones are icons, bullets and rules.
LEAST_SIDE = 64
# A letter or two is what a recogniser sees in a photograph.
_FEWEST_LETTERS = 3
_LONGEST_DESCRIPTION = 1000
# The rest is for the text: however many pictures there are, it comes through.
_SHARE_OF_TIME = 0.5
_TIME_IS_UP = "half of the time for the file (max_file_seconds) was used up"

Known = Callable[[str, str], PictureReading | None]
"""What is known of a picture, by its hash and the engine's name."""


class LeftUnreadError(Exception):
    """A picture shows something that is not read, for a reason that lies elsewhere."""


class Pictures:
    """The pictures of one file and of the files inside it."""

    def __init__(
        self,
        limits: ExtractionLimits,
        ocr: OcrEngine,
        progress: Callable[[], None] = lambda: None,
        known: Known = lambda _sha256, _engine: None,
        seen: Seen = lambda _sha256: None,
    ) -> None:
        """Prepare.

        Args:
            limits: Bound the number of pictures and the size of each.
            ocr: Reads what is not known.
            progress: Called after each picture.
            known: Asked before a picture is read.
            seen: Asked for what nobody could read.
        """
        self._limits = limits
        self._ocr = ocr
        self._progress = progress
        self._known = known
        self._seen_by_model = seen
        self._until = time.monotonic() + limits.file_seconds * _SHARE_OF_TIME
        self._seen: set[str] = set()
        self._readings: dict[str, PictureReading] = {}
        self._problems: Counter[str] = Counter()
        self._formats: Counter[str] = Counter()

    def block(self, content: bytes, description: str = "", place: str = "") -> Block | None:
        """Make the block of a picture's file that lies inside another.

        Args:
            content: The file.
            description: What the document says of the picture for those who do not see it.
            place: Where it is anchored, when that cannot be told from the blocks around it: "at B5".

        Returns:
            None when there is nothing to say of it: it is too small, blank, a repetition, or cannot be decoded and is
            not described.
        """
        try:
            return self.drawn(open_picture(content), description, place)
        except PictureUnreadableError as error:
            return self._unreadable(hashlib.sha256(content).hexdigest(), error, description, place)

    def drawn(self, picture: Picture, description: str = "", place: str = "") -> Block | None:
        """Make the block of a picture that draws itself; see ``block``."""
        if min(picture.width, picture.height) < LEAST_SIDE or not self._is_new(picture.sha256):
            return None
        if picture.width * picture.height > self._limits.image_pixels:
            self.lost(_beyond("image_pixels", self._limits.image_pixels))
            return _described(picture.sha256, description, place)
        try:
            reading = self._reading(picture)
        except PictureUnreadableError as error:
            self._note(error)
            return _described(picture.sha256, description, place)
        except LeftUnreadError as error:
            if (block := self._unread(picture.sha256, description, place)).origin is Origin.UNREAD:
                self.lost(str(error))
            return block
        finally:
            self._progress()
        if reading is None:
            return None
        self._readings[picture.sha256] = reading
        if reading.origin is Origin.UNREAD:
            return self._unread(picture.sha256, description, place)
        return _block(picture.sha256, reading.origin, description, reading.text, place)

    def page(self, page: ExtractedPage, draw: "Callable[[], Image]") -> ExtractedPage:
        """Add what a model made of a page that OCR could not read, or whose tables it could not tell apart.

        Args:
            page: A page.
            draw: Draws it as it is shown.
        """
        if page.origin is not Origin.UNREAD and not page.flattened:
            return page
        return seen_page(page, image_hash(draw()), self._seen_by_model)

    def lost(self, why: str) -> None:
        """Count a picture that is not read, and why: "missing", "damaged"."""
        self._problems[why] += 1

    def added_to(self, extraction: Extraction) -> Extraction:
        """Return what was read from the file, with what was read on the pictures that it shows, and the warnings."""
        shown = dict.fromkeys(block.sha256 for page in extraction.pages for block in page.blocks if block.sha256)
        readings = tuple(self._readings[sha256] for sha256 in shown if sha256 in self._readings)
        return replace(extraction, warnings=(*extraction.warnings, *self._warnings()), pictures=readings)

    def _unread(self, sha256: str, description: str, place: str) -> Block:
        """Make the block of a picture on which OCR read nothing, of what a model made of it if one did."""
        seen = self._seen_by_model(sha256)
        if seen is None or not seen.says_something:
            return _block(sha256, Origin.UNREAD, description, "", place)
        lines = picture_lines(place, _shortened(description), seen)
        return Block("\n".join(lines), BlockRole.PICTURE, origin=Origin.VISION, sha256=sha256)

    def _is_new(self, sha256: str) -> bool:
        """Tell whether a picture is seen for the first time and may be read."""
        if sha256 in self._seen:
            return False
        self._seen.add(sha256)
        if len(self._seen) > self._limits.pictures:
            self.lost(_beyond("pictures", self._limits.pictures))
            return False
        return True

    def _unreadable(self, sha256: str, error: PictureUnreadableError, description: str, place: str) -> Block | None:
        if not self._is_new(sha256):
            return None
        self._note(error)
        return _described(sha256, description, place)

    def _note(self, error: PictureUnreadableError) -> None:
        if error.format:
            self._formats[error.format] += 1
        else:
            self.lost("damaged")

    def _reading(self, picture: Picture) -> PictureReading | None:
        """Return what is known of a picture or can be read on it; None for one that shows nothing."""
        if known := self._known(picture.sha256, self._ocr.name):
            return known
        if time.monotonic() > self._until:
            raise LeftUnreadError(_TIME_IS_UP)
        image = picture.draw()
        if is_blank(image):
            return None
        lines = self._lines(image)
        text = page_text(lines)
        if sum(map(str.isalnum, text)) < _FEWEST_LETTERS:
            return PictureReading(picture.sha256, "", None, self._ocr.name, Origin.UNREAD)
        return PictureReading(picture.sha256, text, mean_confidence(lines), self._ocr.name, Origin.OCR)

    def _lines(self, image: "Image") -> Sequence[OcrLine]:
        try:
            return self._ocr.read(image)
        except OcrUnavailableError as error:
            raise LeftUnreadError(error.what) from error
        except Exception as error:
            # Engines fail in ways of their own on odd pictures, which must not cost the text around them.
            raise LeftUnreadError(f"OCR failed ({type(error).__name__})") from error

    def _warnings(self) -> Iterator[str]:
        if self._formats:
            names = ", ".join(sorted(self._formats))
            yield f"{_counted(self._formats.total())} in a format that cannot be read ({names})"
        for problem, count in self._problems.items():
            yield f"{_counted(count)} not read: {problem}"


def says_something(block: Block) -> bool:
    """Tell whether a block has any text of the file's; that a picture was not read is none."""
    if block.role is BlockRole.PICTURE and block.origin is Origin.UNREAD:
        return "\n" in block.text
    return bool(block.text.strip())


def _block(sha256: str, origin: Origin, description: str, text: str, place: str) -> Block:
    how = " ".join(filter(None, ["Picture", place]))
    described = _shortened(description)
    read = "read by OCR" if origin is Origin.OCR else "not read"
    lines = [f"[{how}, {read}]", f"Description: {described}" if described else "", text]
    return Block("\n".join(filter(None, lines)), BlockRole.PICTURE, origin=origin, sha256=sha256)


def _shortened(description: str) -> str:
    return one_line(description)[:_LONGEST_DESCRIPTION]


def _described(sha256: str, description: str, place: str) -> Block | None:
    return _block(sha256, Origin.UNREAD, description, "", place) if description.strip() else None


def _beyond(limit: str, allowed: int) -> str:
    return f"the limit {setting_of(limit)}={allowed} was reached"


def _counted(count: int) -> str:
    return f"{count} picture is" if count == 1 else f"{count} pictures are"
