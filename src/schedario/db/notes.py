"""Notes and links: how they are written with their document, and the note store of one archive."""

import os
from collections.abc import Iterator, Sequence

from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.db.rows import DOCUMENT_COLUMNS, document_record
from schedario.db.storable import for_people
from schedario.db.words import any_of
from schedario.records.document import DocumentId, DocumentRecord, NewDocument
from schedario.records.link import KeptLink, LinkEnd
from schedario.records.note import Link, LinkKind, link_key
from schedario.records.query import QueryWord

_PAGE = 5000
"""Links that are fetched at once."""

_END_COLUMNS = sql.SQL(
    "document.id, document.path, document.title, document.duplicate_of,"
    " coalesce((SELECT note.aliases FROM note WHERE note.document_id = document.id), '{}') AS aliases"
)
_LINK_COLUMNS = sql.SQL("link.ordinal, link.kind, link.target, link.heading, link.key, {end}").format(end=_END_COLUMNS)


def add_note(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    """Write what is kept of a note beside its text, and the links of any document."""
    if note := document.note:
        connection.execute(query("insert_note"), {
            "document_id": id_,
            "tags": [for_people(tag) for tag in note.tags],
            "tag_keys": [for_people(key) for key in note.tag_keys],
            "aliases": [for_people(alias) for alias in note.aliases],
            "summary": for_people(note.summary),
            "dated": note.dated,
            "lexemes": [for_people(lexeme) for lexeme in document.note_lexemes],
        })  # fmt: skip
    connection.cursor().executemany(query("insert_link"), [
        {
            "document_id": id_, "ordinal": ordinal, "kind": link.kind, "target": for_people(link.target),
            "heading": for_people(link.heading), "key": link_key(for_people(link.path)),
        }
        for ordinal, link in enumerate(document.links)
    ])  # fmt: skip


class Notes:
    """The notes of one archive, and the links of all its documents (``ports.NoteStore``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def links_of(self, document: DocumentId) -> Sequence[KeptLink]:
        """Return the links that a document has, in order."""
        return self._links("links_of", id=document)

    def links_with_keys(self, keys: Sequence[str]) -> Sequence[KeptLink]:
        """Return all links that are looked up by one of these keys."""
        return self._links("links_with_keys", keys=list(keys))

    def all_links(self) -> Iterator[Sequence[KeptLink]]:
        """Yield all links, some thousand at a time."""
        last = ("", -1)
        while page := self._links("links_after", document_id=last[0], ordinal=last[1], limit=_PAGE):
            yield page
            last = (page[-1].source.id, page[-1].ordinal)

    def link_ends(self, keys: Sequence[str]) -> Sequence[LinkEnd]:
        """Return the documents that links with these keys may lead to, by path."""
        with self._pool.reading() as connection:
            found = connection.execute(composed("link_ends", columns=_END_COLUMNS), {"keys": list(keys)})
            return [_end(row) for row in found]

    def link_end(self, document: DocumentId) -> LinkEnd | None:
        """Return a document as an end of links; None when there is none."""
        with self._pool.reading() as connection:
            row = connection.execute(composed("link_end", columns=_END_COLUMNS), {"id": document}).fetchone()
        return _end(row) if row else None

    def count_notes(self) -> int:
        """Number of notes."""
        with self._pool.reading() as connection:
            row = connection.execute(query("count_notes")).fetchone() or {}
        return int(row["count"])

    def notes_with_words(self, words: Sequence[QueryWord]) -> dict[DocumentId, tuple[int, ...]]:
        """Return the notes that have any of the words, each with the places of those that it has."""
        values = {"words": [any_of(word.lexemes) for word in words]}
        with self._pool.reading() as connection:
            found = connection.execute(query("notes_with_words"), values)
            return {DocumentId(row["document_id"]): tuple(row["words_found"]) for row in found}

    def records(self, documents: Sequence[DocumentId]) -> Sequence[DocumentRecord]:
        """Return what is known of documents, in the order asked; those that are gone are left out."""
        with self._pool.reading() as connection:
            found = connection.execute(composed("documents_by_ids", columns=DOCUMENT_COLUMNS), {"ids": list(documents)})
            return [document_record(row) for row in found]

    def _links(self, name: str, **values: object) -> list[KeptLink]:
        with self._pool.reading() as connection:
            return [_link(row) for row in connection.execute(composed(name, columns=_LINK_COLUMNS), values)]


def _link(row: DictRow) -> KeptLink:
    link = Link(LinkKind(row["kind"]), row["target"], row["heading"])
    return KeptLink(_end(row), row["ordinal"], row["key"], link)


def _end(row: DictRow) -> LinkEnd:
    original = DocumentId(row["duplicate_of"]) if row["duplicate_of"] is not None else None
    return LinkEnd(DocumentId(row["id"]), os.fsdecode(row["path"]), row["title"], tuple(row["aliases"]), original)
