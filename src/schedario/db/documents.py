"""What is kept of files: the document store of one archive."""

import os
import re
from collections.abc import Sequence, Set

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.members import ensure_container, remove_document, remove_members, settle
from schedario.db.pool import ArchivePool
from schedario.db.private_notes import purge, put_private_note
from schedario.db.queries import composed, query
from schedario.db.queue import put_jobs
from schedario.db.rows import DOCUMENT_COLUMNS, SPAN_COLUMNS, chunk_span, document_record, empty_page
from schedario.db.spaces import Space, active_space
from schedario.db.vision import forgetting_unseen
from schedario.db.writing import (
    DocumentRow,
    add_content,
    duplicate_row,
    indexed_row,
    problem_row,
    put_row,
    remove_content,
    require_storable_document,
)
from schedario.errors import SpaceMismatchError, SpaceReplacedError
from schedario.records.analysis import CategoryId
from schedario.records.candidate import ChunkSpan
from schedario.records.document import (
    DocumentId,
    DocumentRecord,
    DocumentStatus,
    FileFacts,
    NewDocument,
    Page,
    Problem,
)
from schedario.records.job import JobKind, NewJob
from schedario.records.status import ArchiveStatus, Coverage


class Documents:
    """The documents of one archive (``ports.DocumentStore``)."""

    def __init__(self, pool: ArchivePool, archive: str) -> None:
        self._pool = pool
        self._archive = archive

    def by_path(self, path: str, container: DocumentId | None = None) -> DocumentRecord | None:
        """Find what is kept of a file or, with its container, of a member."""
        return self._one("document_by_path", path=os.fsencode(path), container_id=container)

    def named(self, path: str) -> DocumentRecord | None:
        """Find what is kept of a file or, if there is none of that path, of a member."""
        return self._one("document_named", path=os.fsencode(path))

    def members(self, container: DocumentId) -> Sequence[DocumentRecord]:
        """Return what is kept of the members of a container, by path."""
        return self._many("members_of_document", id=container)

    def addenda(self, document: DocumentId) -> Sequence[DocumentRecord]:
        """Return what was hung on a document, the oldest first."""
        return self._many("addenda_of_document", id=document)

    def settle_members(
        self, container: DocumentId, keep: Set[DocumentId], *, content_hash: str, complete: bool
    ) -> None:
        """Remove the members of a container that are no longer in it, and keep whether all others are done.

        Where the container was written anew meanwhile, its members are not those that were listed: nothing is removed,
        and they are to be listed again. So they are when one of them was removed meanwhile.

        Args:
            container: The container.
            keep: The members that it has now.
            content_hash: Of the container as they were read out of it.
            complete: Whether each of them is kept with what became of it.
        """
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _find(connection, "document_by_id", id=container)
            if known and known.file.content_hash == content_hash:
                kept = remove_members(connection, container, keep)
                settle(connection, container, settled=complete and kept == len(keep))
            elif known:
                settle(connection, container, settled=False)

    def by_id(self, document: DocumentId) -> DocumentRecord | None:
        """Find a document by its public id."""
        return self._one("document_by_id", id=document)

    def by_content_hash(self, content_hash: str) -> DocumentRecord | None:
        """Find the indexed document that was made from these bytes."""
        return self._one("document_by_content_hash", content_hash=content_hash)

    def by_text_hash(self, text_hash: str) -> DocumentRecord | None:
        """Find the indexed document that holds this normalised text."""
        return self._one("document_by_text_hash", text_hash=text_hash)

    def write(self, document: NewDocument) -> DocumentRecord:
        """Write a document; an earlier version of the same path is replaced and keeps its id.

        When another indexed document holds the same text by the time of writing, the file is kept as its duplicate
        instead, and the returned record says so.

        Raises:
            FileDamagedError: Its text cannot be kept as it is.
            SpaceMismatchError: Its vectors are not as wide as those of the active space.
            SpaceReplacedError: Its vectors are of another space than the active one.
        """
        require_storable_document(document)
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _known(connection, document.file)
            original = _find(connection, "document_by_text_hash", text_hash=document.text_hash)
            if original and original.id != (known and known.id):
                row = duplicate_row(
                    document.file, collection=document.collection, media_type=document.media_type,
                    fingerprint=document.fingerprint, original=original,
                )  # fmt: skip
                return _replaced(connection, known, row)
            space = _space_for(connection, document)
            with forgetting_unseen(connection, known.id if known else None):
                written = _replace(connection, known, indexed_row(document))
                add_content(connection, written.id, document, space)
            connection.execute(query("adopt_orphans"), {"id": written.id, "text_hash": document.text_hash})
            if document.to_analyse:
                put_jobs(connection, self._archive, [NewJob(JobKind.ANALYSE, written.id)])
            return written

    def write_duplicate(
        self, file: FileFacts, *, collection: str, media_type: str, fingerprint: str, original: DocumentId
    ) -> DocumentRecord:
        """Keep a file as a duplicate of an indexed document; what was indexed for its path is removed.

        When the original is gone by the time of writing, the file is one of the ``orphans``.
        """
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _known(connection, file)
            if known and known.id == original:
                raise ValueError(f"document {original} cannot be its own duplicate")
            found = _find(connection, "document_by_id", id=original)
            row = duplicate_row(
                file, collection=collection, media_type=media_type, fingerprint=fingerprint,
                original=found if found and found.status is DocumentStatus.INDEXED else None,
            )  # fmt: skip
            return _replaced(connection, known, row)

    def write_problem(
        self, file: FileFacts, *, collection: str, media_type: str, fingerprint: str, problem: Problem, skipped: bool
    ) -> DocumentRecord:
        """Keep why a file is not indexed; an indexed earlier version stays, goes on answering and is marked stale."""
        row = problem_row(
            file,
            collection=collection,
            media_type=media_type,
            fingerprint=fingerprint,
            problem=problem,
            skipped=skipped,
        )
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _known(connection, file)
            if known is None or known.status is not DocumentStatus.INDEXED:
                return _replace(connection, known, row)
            connection.execute(query("mark_stale"), row.values(known.id))
            return _get(connection, known.id)

    def write_private(self, file: FileFacts) -> DocumentId:
        """Keep that a private note was met; all that was stored of its path goes in the same transaction."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _known(connection, file)
            if known:
                remove_document(connection, known)
            return put_private_note(connection, file, stored=known is not None)

    def purge(self) -> bool:
        """Take remains of what became private out of the database's files; False when there are none."""
        return purge(self._pool)

    def touch(self, document: DocumentId, file: FileFacts) -> None:
        """Take over a file's new time of change when its content is the same, and clear a problem of an
        abandoned newer version.
        """  # noqa: D205
        with self._pool.transaction() as connection:
            values = {"size_bytes": file.size_bytes, "modified": file.modified, "member_key": file.member_key}
            connection.execute(query("touch_document"), {"id": document, **values})

    def remove(self, document: DocumentId) -> bool:
        """Remove a document with all that was made of it; False when there is none.

        Its members go with it. Duplicates of what is gone, if any, are left as files to be indexed anew (see
        ``orphans``); the records of searches forget the documents.
        """
        with self._pool.transaction() as connection:
            lock_archive(connection)
            known = _find(connection, "document_by_id", id=document)
            if known is None:
                return False
            remove_document(connection, known)
            return True

    def orphans(self) -> Sequence[DocumentRecord]:
        """Duplicates whose original is no longer indexed."""
        return self._many("orphaned_documents")

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
        """List files by path; see ``DocumentStore.list_documents``."""
        path = os.fsencode(under.rstrip("/"))
        # In the order of bytes, "0" follows "/": between the two lies all that is below the path.
        return self._many(
            "list_documents",
            path=path if under else None,
            first_below=path + b"/",
            first_beyond=path + b"0",
            first_member=path + b"!/",
            first_beyond_members=path + b"!0",
            status=status or None,
            tag_keys=list(tag_keys) or None,
            patterns=[_pattern(word) for word in holding] or None,
            failed=failed,
            in_force=None if in_force is None else sorted(in_force),
            or_stale=or_stale,
            category=category,
            limit=limit,
            offset=offset,
        )

    def mentioning(
        self, words: Sequence[str], *, every: bool, beginning: int = 0, limit: int = 500
    ) -> Sequence[DocumentRecord]:
        """List documents whose name or title holds pieces of text, by path; see ``ports.DocumentStore``."""
        patterns = [_pattern(word) for word in words]
        return self._many("documents_holding", patterns=patterns, every=every, beginning=beginning, limit=limit)

    def beginning(self, document: DocumentId, characters: int) -> str:
        """Return how the normalised text begins, 4096 characters at most; empty without text."""
        values = {"id": document, "characters": characters}
        with self._pool.reading() as connection:
            row = connection.execute(query("document_beginning"), values).fetchone()
        return row["text"] if row else ""

    def text(self, document: DocumentId) -> str:
        """Return the whole normalised text; empty when the document has none."""
        with self._pool.reading() as connection:
            row = connection.execute(query("document_text"), {"id": document}).fetchone()
        return row["text"] if row else ""

    def spans(self, document: DocumentId) -> Sequence[ChunkSpan]:
        """Return where all chunks of a document lie, in order."""
        with self._pool.reading() as connection:
            found = connection.execute(composed("document_spans", columns=SPAN_COLUMNS), {"id": document})
            return [chunk_span(row) for row in found]

    def empty_pages(self, document: DocumentId) -> Sequence[Page]:
        """Return the numbered pages of a document that have no text, in order."""
        with self._pool.reading() as connection:
            found = connection.execute(query("document_empty_pages"), {"id": document})
            return [empty_page(row) for row in found]

    def languages(self, limit: int) -> Sequence[str]:
        """Return the languages of most indexed documents, most first, without ``zxx``."""
        with self._pool.reading() as connection:
            return [row["language"] for row in connection.execute(query("document_languages"), {"limit": limit})]

    def fingerprints(self) -> dict[str, int]:
        """Return the number of indexed files and duplicates by what they were made under."""
        with self._pool.reading() as connection:
            return {row["fingerprint"]: row["documents"] for row in connection.execute(query("count_by_fingerprint"))}

    def status(self, fingerprints: frozenset[str]) -> ArchiveStatus:
        """Count what is there; a document with none of the fingerprints is outdated."""
        with self._pool.transaction() as connection:
            states = connection.execute(query("count_by_status"), {"fingerprints": sorted(fingerprints)}).fetchall()
            languages = connection.execute(query("count_by_language")).fetchall()
            size = connection.execute(query("archive_size")).fetchone() or {}
            space = active_space(connection)
        documents = {row["status"]: row["documents"] for row in states}
        return ArchiveStatus(
            archive=self._archive,
            documents={status.value: documents.get(status.value, 0) for status in DocumentStatus},
            stale=sum(row["stale"] for row in states),
            outdated=sum(row["outdated"] for row in states),
            chunks=sum(row["chunks"] for row in languages),
            tokens=sum(row["tokens"] for row in languages),
            text_characters=sum(row["characters"] for row in states),
            languages={row["language"]: row["chunks"] for row in languages},
            model=space.spec.model if space else "",
            size_bytes=size["bytes"],
            newest=max((row["newest"] for row in states), default=None),
        )

    def coverage(self) -> Coverage:
        """Count how far the documents are."""
        with self._pool.reading() as connection:
            found = connection.execute(query("count_by_phase")).fetchall()
        return Coverage({row["phases"]: row["documents"] for row in found})

    def _one(self, name: str, **values: object) -> DocumentRecord | None:
        with self._pool.reading() as connection:
            return _find(connection, name, **values)

    def _many(self, name: str, **values: object) -> list[DocumentRecord]:
        with self._pool.reading() as connection:
            found = connection.execute(composed(name, columns=DOCUMENT_COLUMNS), values)
            return [document_record(row) for row in found]


def _pattern(word: str) -> str:
    """Return a pattern for LIKE; the server's locale may know neither other letters' cases nor their composed forms."""
    return "%" + re.sub(r"[^a-z0-9]+", "%", word.lower()).strip("%") + "%"


def _replaced(connection: Connection[DictRow], known: DocumentRecord | None, row: DocumentRow) -> DocumentRecord:
    """Put a row without content in the place of what is known of its path; fails like ``_replace``."""
    with forgetting_unseen(connection, known.id if known else None):
        return _replace(connection, known, row)


def _replace(connection: Connection[DictRow], known: DocumentRecord | None, row: DocumentRow) -> DocumentRecord:
    """Put a row in the place of what is known of its path, whose content goes.

    Raises:
        FileChangedError: It is a member, and what it lies in was removed.
    """
    ensure_container(connection, row.file)
    if known and known.status is DocumentStatus.INDEXED:
        same = row.status is DocumentStatus.INDEXED and row.text_hash == known.text_hash
        remove_content(connection, known, keep_analysis=same)
    if known and row.members_settled is None:
        remove_members(connection, known.id)
    written = put_row(connection, row, known.id if known else None)
    held = row.text_hash if row.status is DocumentStatus.INDEXED else None
    connection.execute(query("orphan_duplicates"), {"id": written, "held_text_hash": held})
    return _get(connection, written)


def _known(connection: Connection[DictRow], file: FileFacts) -> DocumentRecord | None:
    return _find(connection, "document_by_path", path=os.fsencode(file.path), container_id=file.container)


def _find(connection: Connection[DictRow], name: str, **values: object) -> DocumentRecord | None:
    row = connection.execute(composed(name, columns=DOCUMENT_COLUMNS), values).fetchone()
    return document_record(row) if row else None


def _get(connection: Connection[DictRow], document: DocumentId) -> DocumentRecord:
    found = _find(connection, "document_by_id", id=document)
    if found is None:
        raise LookupError(f"document {document} was not written")
    return found


def _space_for(connection: Connection[DictRow], document: NewDocument) -> Space:
    space = active_space(connection)
    if space is None:
        raise SpaceMismatchError("the archive has no embedding space", subject=document.file.path)
    if {made.space for made in document.embeddings} - {space.spec.fingerprint, ""}:
        raise SpaceReplacedError(
            f"the archive's model became {space.spec.model} while the file was read",
            subject=document.file.path,
            remedy="Add it again",
        )
    widths = {len(made.vector) for made in document.embeddings} - {space.spec.dimensions}
    if widths:
        raise SpaceMismatchError(
            f"vectors of {sorted(widths)[0]} numbers do not fit the archive's {space.spec.dimensions}",
            subject=document.file.path,
            remedy=f"Use the model that the archive was made with ({space.spec.model})",
        )
    return space
