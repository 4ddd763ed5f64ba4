"""What keeps documents with their chunks and vectors."""

from collections.abc import Sequence, Set
from typing import Protocol

from schedario.records.analysis import CategoryId
from schedario.records.candidate import ChunkSpan
from schedario.records.document import DocumentId, DocumentRecord, FileFacts, NewDocument, Page, Problem
from schedario.records.status import ArchiveStatus, Coverage


class DocumentStore(Protocol):
    """Keeps documents with their chunks and vectors; every writing method is one transaction."""

    def by_path(self, path: str, container: DocumentId | None = None) -> DocumentRecord | None:
        """Find what is kept of a file or, with its container, of a member."""
        ...

    def named(self, path: str) -> DocumentRecord | None:
        """Find what is kept of a file or, if there is none of that path, of a member."""
        ...

    def members(self, container: DocumentId) -> Sequence[DocumentRecord]:
        """Return what is kept of the members of a container, by path."""
        ...

    def addenda(self, document: DocumentId) -> Sequence[DocumentRecord]:
        """Return what was hung on a document, the oldest first."""
        ...

    def settle_members(
        self, container: DocumentId, keep: Set[DocumentId], *, content_hash: str, complete: bool
    ) -> None:
        """Remove the members of a container that are no longer in it, and keep whether all others are done.

        A container that was written anew meanwhile, or has lost a member, is not settled.

        Args:
            container: The container.
            keep: The members that it has now.
            content_hash: Of the container as they were read out of it.
            complete: Whether each of them is kept with what became of it.
        """
        ...

    def by_id(self, document: DocumentId) -> DocumentRecord | None:
        """Find a document by its public id."""
        ...

    def by_content_hash(self, content_hash: str) -> DocumentRecord | None:
        """Find the indexed document that was made from these bytes."""
        ...

    def by_text_hash(self, text_hash: str) -> DocumentRecord | None:
        """Find the indexed document that holds this normalised text."""
        ...

    def write(self, document: NewDocument) -> DocumentRecord:
        """Write a document; an earlier version of the same path is replaced and keeps its id.

        When another indexed document holds the same text by the time of writing, the file is kept as its duplicate
        instead, and the returned record says so. Without members those of the earlier version go; with members
        the document is not settled before ``settle_members`` says so.

        Raises:
            SpaceReplacedError: Its vectors are of another space than the active one.
        """
        ...

    def write_duplicate(
        self, file: FileFacts, *, collection: str, media_type: str, fingerprint: str, original: DocumentId
    ) -> DocumentRecord:
        """Keep a file as a duplicate of an indexed document; what was indexed for its path is removed."""
        ...

    def write_problem(
        self,
        file: FileFacts,
        *,
        collection: str,
        media_type: str,
        fingerprint: str,
        problem: Problem,
        skipped: bool,
    ) -> DocumentRecord:
        """Keep why a file is not indexed; an indexed earlier version stays, goes on answering and is marked stale."""
        ...

    def write_private(self, file: FileFacts) -> DocumentId:
        """Keep an id and a hash of a private note, and nothing else; all that was stored of its path goes with that.

        The id stays the same while path and bytes do.
        """
        ...

    def purge(self) -> bool:
        """Take remains of what became private out of the database's files; False when there are none."""
        ...

    def touch(self, document: DocumentId, file: FileFacts) -> None:
        """Take over a file's new time of change and clear its problem: its content is the one that is indexed."""
        ...

    def remove(self, document: DocumentId) -> bool:
        """Remove a document with all that was made of it, and its members; False when there is none.

        When it was a member, its container is no longer settled, so that it comes back with the next ``add``.
        The first of its duplicates, if any, is left as a file to be indexed anew (see ``orphans``).
        """
        ...

    def orphans(self) -> Sequence[DocumentRecord]:
        """Duplicates whose original is no longer indexed."""
        ...

    def list_documents(
        self,
        *,
        under: str = "",
        status: str = "",
        tag_keys: Sequence[str] = (),
        holding: Sequence[str] = (),
        failed: bool = False,
        in_force: Set[str] | None = None,
        or_stale: bool = False,
        category: CategoryId | None = None,
        limit: int = 1000,
        offset: int = 0,
    ) -> Sequence[DocumentRecord]:
        """List files by path.

        Args:
            under: Only those at or below this path; empty for all.
            status: Only those with this status; empty for all.
            tag_keys: Only notes that are found by one of these (see ``Note``); empty for all files.
            holding: Only those whose name or title holds all of these pieces of text; empty for all. What they hold
                beyond ASCII's letters and digits is not compared.
            failed: Only those that could not be read, or not in their newest version.
            in_force: Only indexed ones and duplicates that were made under none of these fingerprints; None for all.
            or_stale: Whether those are listed too of which a newer version on disk is known and not indexed.
            category: Only those in this category; None for all.
            limit: Files, at most.
            offset: Files to leave out first.
        """
        ...

    def mentioning(
        self, words: Sequence[str], *, every: bool, beginning: int = 0, limit: int = 500
    ) -> Sequence[DocumentRecord]:
        """List documents whose name or title holds pieces of text, by path.

        What the pieces hold beyond ASCII's letters and digits is not compared.

        Args:
            words: The pieces, in small letters.
            every: Whether all of them must be there, or any.
            beginning: Characters of the document's own beginning that are looked at too.
            limit: Documents, at most.
        """
        ...

    def beginning(self, document: DocumentId, characters: int) -> str:
        """Return how the normalised text begins, some thousand characters at most; empty without text."""
        ...

    def text(self, document: DocumentId) -> str:
        """Return the whole normalised text; empty when the document has none."""
        ...

    def spans(self, document: DocumentId) -> Sequence[ChunkSpan]:
        """Return where all chunks of a document lie, in order."""
        ...

    def empty_pages(self, document: DocumentId) -> Sequence[Page]:
        """Return the numbered pages of a document that have no text, in order."""
        ...

    def languages(self, limit: int) -> Sequence[str]:
        """Return the languages of most indexed documents, most first, without ``zxx``."""
        ...

    def fingerprints(self) -> dict[str, int]:
        """Return the number of indexed files and duplicates by what they were made under."""
        ...

    def status(self, fingerprints: frozenset[str]) -> ArchiveStatus:
        """Count what is there; a document with none of the fingerprints is outdated."""
        ...

    def coverage(self) -> Coverage:
        """Count how far the documents are."""
        ...
