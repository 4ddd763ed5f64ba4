"""What a search may look at."""

from dataclasses import dataclass, fields
from datetime import datetime

from schedario.records.document import DocumentId


@dataclass(frozen=True, slots=True)
class Filters:
    """Conditions on documents; those of different kinds all hold, of several values of one kind any.

    Place, date and id hold of a document also when they hold of one of its duplicates.

    Attributes:
        collections: Names of collections.
        folders: Absolute paths of folders that the file lies below, of the file itself, or of its container.
        media_types: As found from the content.
        languages: ISO 639-1 codes of most of the document's text, or ``zxx``.
        documents: Public ids.
        after: The least time of change of the file.
        before: The time of change that the file's must lie before.
        tags: Keys of tags, of which a note must have one or one below it (see ``Note``).
    """

    collections: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    documents: tuple[DocumentId, ...] = ()
    after: datetime | None = None
    before: datetime | None = None
    tags: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds of condition that are set; empty when all documents pass."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


EVERYTHING = Filters()
"""Lets all documents pass."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What passes the filters, counted.

    Attributes:
        filters: The conditions.
        documents: Indexed documents that pass.
        chunks: Their chunks.
        exact: Whether these are so few that each is looked at; otherwise the indexes find the best among all, and what
            does not pass is left out.
    """

    filters: Filters
    documents: int
    chunks: int
    exact: bool
