"""What a reader is given, and how it says that it cannot go on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from schedario.errors import FileDamagedError, LimitExceededError
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits, beyond
from schedario.extract.ocr import OcrEngine


@dataclass(frozen=True, slots=True)
class Source:
    """One file to be read.

    Attributes:
        path: Where it lies.
        media_type: As found from the content.
        limits: What it may cost.
        progress: To be called after each page, so that a long file is not taken for a hanging one.
        ocr: Reads pictures of text; loaded when first used.
        pictures: Reads the pictures inside the file.
        depth: In how many other files it lies, as an attachment does.
        inside: Where in the file it lies, for a message that an Outlook message holds unpacked.
        unpacked_bytes: What was unpacked of the files that it lies in, itself included.
        memory: What its reader keeps of a container from one member to the next.
        left_out: What no reader will see of it, one sentence each, as its container shows.
    """

    path: Path
    media_type: str
    limits: ExtractionLimits
    progress: Callable[[], None]
    ocr: OcrEngine
    pictures: Pictures
    depth: int = 0
    inside: tuple[str, ...] = ()
    unpacked_bytes: int = 0
    memory: dict[str, Any] = field(default_factory=dict, compare=False)
    left_out: tuple[str, ...] = ()

    def damaged(self, what: str) -> FileDamagedError:
        """Make the error for a file that is not what its kind promises."""
        return FileDamagedError(what, subject=str(self.path), remedy="Open it in its own program and save it again")

    def beyond(self, limit: str, allowed: float, found: object) -> LimitExceededError:
        """Make the error for a limit that was reached; ``limit`` is the limit's name."""
        return beyond(limit, allowed, found, self.path)
