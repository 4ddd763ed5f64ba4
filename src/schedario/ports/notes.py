"""What keeps notes, and the links of all documents."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.link import KeptLink, LinkEnd
from schedario.records.query import QueryWord


class NoteStore(Protocol):
    """Keeps what notes say of themselves and what documents link to; they are written with their document."""

    def links_of(self, document: DocumentId) -> Sequence[KeptLink]:
        """Return the links that a document has, in order."""
        ...

    def links_with_keys(self, keys: Sequence[str]) -> Sequence[KeptLink]:
        """Return all links that are looked up by one of these keys (see ``link_key``)."""
        ...

    def all_links(self) -> Iterator[Sequence[KeptLink]]:
        """Yield all links, some thousand at a time."""
        ...

    def link_ends(self, keys: Sequence[str]) -> Sequence[LinkEnd]:
        """Return the documents that links with these keys may lead to, by path."""
        ...

    def link_end(self, document: DocumentId) -> LinkEnd | None:
        """Return a document as an end of links; None when there is none."""
        ...

    def count_notes(self) -> int:
        """Number of notes."""
        ...

    def notes_with_words(self, words: Sequence[QueryWord]) -> dict[DocumentId, tuple[int, ...]]:
        """Return the notes that have any of the words, each with the places (from 0) of those that it has."""
        ...

    def records(self, documents: Sequence[DocumentId]) -> Sequence[DocumentRecord]:
        """Return what is known of documents, in the order asked; those that are gone are left out."""
        ...
