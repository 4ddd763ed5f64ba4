"""Versions of one document: documents whose names and texts are so alike that one was made of the other."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from schedario.records.document import DocumentId


@dataclass(frozen=True, slots=True)
class Sketched:
    """A document with what tells whether it is a version of another.

    Attributes:
        id: Public id.
        name: File name, for people.
        path: As on disk.
        modified: The indexed version's time of change, UTC.
        dated: The date in its header; None without one.
        sketch: The least hashes of its text's shingles, ascending; see ``ingest.sketch``.
    """

    id: DocumentId
    name: str
    path: str
    modified: datetime
    dated: date | None
    sketch: tuple[int, ...]


class Order(StrEnum):
    """What says which of several versions is the newest."""

    NUMBER = "number"
    DATE = "date"
    MODIFIED = "modified"

    @property
    def in_words(self) -> str:
        """The same for a person."""
        return {
            Order.NUMBER: "by the number in its name",
            Order.DATE: "by the date in its name or header",
            Order.MODIFIED: "by its file's time of change",
        }[self]


@dataclass(frozen=True, slots=True)
class Family:
    """Versions of one document.

    Attributes:
        members: Newest first, two at least.
        order: What says so.
    """

    members: tuple[Sketched, ...]
    order: Order

    @property
    def newest(self) -> Sketched:
        """The newest of them."""
        return self.members[0]

    @property
    def in_words(self) -> str:
        """That they differ, and which is the newest, as a sentence."""
        others = ", ".join(f"{member.name} ({member.id})" for member in self.members[1:])
        newest = f"{self.newest.name} ({self.newest.id})"
        return (
            f"{newest} and {others} look like versions of one document and differ; {newest} is the newest of them, "
            + (self.order.in_words)
        )
