"""The outline of a document, and a part of one of its sections."""

from dataclasses import dataclass

from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.extraction import Origin
from schedario.records.picture import NO_PICTURES, PictureCounts
from schedario.records.version import Family


@dataclass(frozen=True, slots=True)
class Place:
    """A page, sheet, slide or section of a document, with the range of the text that it is.

    Attributes:
        name: As a person reads it.
        page: Number of the page, sheet or slide; None for a section.
        origin: Where its text came from.
        start: Offset of its first character.
        end: Offset after the last one.
        confidence: How sure OCR is of the page, 0 to 1; None where it read nothing.
    """

    name: str
    page: int | None
    origin: str
    start: int
    end: int
    confidence: float | None = None

    @property
    def blank(self) -> bool:
        """Whether it shows nothing; what it shows and nobody could read is unread."""
        return self.start == self.end and self.origin != Origin.UNREAD


@dataclass(frozen=True, slots=True)
class SectionText:
    """A part of one section.

    Attributes:
        document: The document whose text it is; for a duplicate its original.
        number: Which section of the outline, from 1.
        place: The section.
        offset: Characters of the section before this part.
        text: The part.
        next_offset: Where the next part begins; None at the section's end.
    """

    document: DocumentId
    number: int
    place: Place
    offset: int
    text: str
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """What is shown of one document.

    Attributes:
        record: What the archive knows of it.
        outline: Its pages, sheets and slides, or the sections of a body, in order.
        members: The files that lie in it, by path.
        family: The versions of one document that it belongs to; None when it is the only one.
        text: Its whole text; None when it was not asked for.
        pictures: What OCR could not read in it, and what became of that.
    """

    record: DocumentRecord
    outline: tuple[Place, ...]
    members: tuple[DocumentRecord, ...]
    family: Family | None = None
    text: str | None = None
    pictures: PictureCounts = NO_PICTURES
