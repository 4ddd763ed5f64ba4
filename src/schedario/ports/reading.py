"""What reads files, and what is known of the pictures in them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from schedario.records.extraction import Extraction, PictureReading
from schedario.records.picture import DrawnImage, VisionReading


class PictureTexts(Protocol):
    """Knows what was read on pictures before."""

    def reading(self, sha256: str, engine: str) -> PictureReading | None:
        """Return what an engine read on the picture of these bytes; None when it never did."""
        ...

    def vision(self, sha256: str) -> VisionReading | None:
        """Return what a model that sees made last of a picture or page; None when none did."""
        ...


class PageDrawer(Protocol):
    """Draws pages of files of any kind that has some to be seen, safely."""

    def draw_page(self, path: Path, members: Sequence[str], page: int, width: int) -> bytes:
        """Draw a page of a file, or of a member of one, as a JPEG.

        Args:
            path: The file on disk.
            members: Keys of the members to take out, each of the one before it; empty for the file itself.
            page: Number, from 1.
            width: Pixels from left to right.

        Raises:
            FileError: One of its children says why the page could not be drawn.
        """
        ...


class Extractor(Protocol):
    """Reads files of any supported kind, one at a time, safely."""

    def extract(self, path: Path, members: Sequence[str] = (), *, pictures: PictureTexts | None = None) -> Extraction:
        """Read a file, or a member of it, within the limits of size, time and memory.

        Args:
            path: The file on disk.
            members: Keys of the members to take out, each of the one before it; see ``Member``.
            pictures: What is known of pictures, so that none is read twice; without it every one is read.

        Raises:
            FileError: One of its children says why the file could not be read.
        """
        ...

    def draw(self, path: Path, members: Sequence[str], wanted: Sequence[str]) -> Sequence[DrawnImage]:
        """Take pictures and pages out of a file, or of a member of one, in a size that a model takes.

        Args:
            path: The file on disk.
            members: As of ``extract``.
            wanted: Hashes of the pictures and pages.

        Returns:
            Those that were found, each once.

        Raises:
            FileError: One of its children says why the file could not be read.
        """
        ...

    def close(self) -> None:
        """Release what reading needed; calling it twice is fine."""
        ...
