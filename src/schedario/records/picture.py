"""What a model that sees is shown of a document, and what it makes of it."""

from dataclasses import dataclass
from enum import StrEnum

from schedario.records.status import counted

LONGEST_READING = 8000
LONGEST_DESCRIPTION = 2000


class ImageSubject(StrEnum):
    """What a model is to look at."""

    PAGE = "page"
    """A page that shows something and has no text that could be read."""
    TABLES = "tables"
    """A page whose text is known, but not the columns of its tables."""
    PICTURE = "picture"
    """A picture inside a document."""


@dataclass(frozen=True, slots=True)
class VisionReading:
    """What a model that sees made of a picture or page.

    Attributes:
        sha256: Hash of the picture's bytes, or of the page as it is drawn, hexadecimal.
        text: What is written on it, 8,000 characters at most; may be empty.
        description: What it shows, in a line of 2,000 characters at most; may be empty.
    """

    sha256: str
    text: str
    description: str

    @property
    def says_something(self) -> bool:
        """Whether the model found anything."""
        return bool(self.text or self.description)


@dataclass(frozen=True, slots=True)
class VisionAttempt:
    """How asking a model about one picture ended.

    Attributes:
        sha256: Of the picture or page.
        engine: The model, and the hash of what it was asked; another one is asked anew.
        calls: How often the model was called for it.
        settled: Whether it is not to be asked again.
        reading: What it said; None when no answer could be used.
        problem: Why not; empty with a reading.
        answer: What it said instead, or its beginning; empty with a reading.
    """

    sha256: str
    engine: str
    calls: int
    settled: bool
    reading: VisionReading | None = None
    problem: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class WaitingImage:
    """A picture or page that a model has not been asked about."""

    sha256: str
    subject: ImageSubject


@dataclass(frozen=True, slots=True)
class DrawnImage:
    """A picture or page in a size that a model takes.

    Attributes:
        sha256: By which it is known.
        content: Its file.
        media_type: Of the file.
    """

    sha256: str
    content: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class PictureCounts:
    """How many pictures and pages OCR could not read, each counted once, and what became of them.

    Attributes:
        model: The vision model; empty for none.
        most_calls: Calls for one document, at most.
        read: A model has read or described them.
        waiting: The model has not been asked yet; without one, nobody has read them.
        failed: The model was asked, and found nothing or gave no answer that can be used.
        beyond: They are more than the model may be asked about for one document.
    """

    model: str = ""
    most_calls: int = 0
    read: int = 0
    waiting: int = 0
    failed: int = 0
    beyond: int = 0

    @property
    def in_words(self) -> str:
        """The same as a sentence; empty when there is none."""
        parts = [
            (self.read, "read by a model"),
            (self.waiting, "waiting for the vision model" if self.model else "unread: no vision model is set"),
            (self.failed, "that the vision model could not read"),
            (self.beyond, f"unread: a document has more than vision_calls={self.most_calls} allows"),
        ]
        return "; ".join(f"{counted(number, 'picture')} {words}" for number, words in parts if number)


NO_PICTURES = PictureCounts()


def unread_in_words(number: int, model: str) -> str:
    """Say how many pictures and pages of files that were just read nobody has read; empty when there is none."""
    return PictureCounts(model, waiting=number).in_words
