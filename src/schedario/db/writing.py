"""The parts of a write: the document's row, its content, and the counts that are kept with it.

Everything here runs within a transaction that holds the archive's lock; ``documents`` puts it together.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import PurePath

from pgvector import HalfVector
from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.analyses import add_presentation
from schedario.db.notes import add_note
from schedario.db.pictures import add_pictures
from schedario.db.public_id import new_public_id
from schedario.db.queries import query
from schedario.db.sketches import add_sketch
from schedario.db.spaces import Space
from schedario.db.storable import for_people, require_storable
from schedario.db.text_blocks import text_blocks
from schedario.errors import DatabaseError
from schedario.records.document import DocumentId, DocumentRecord, DocumentStatus, FileFacts, NewDocument, Problem
from schedario.records.note import link_keys

_ID_ATTEMPTS = 20
_REMOVALS = (
    "subtract_lexeme_frequencies", "forget_absent_lexemes", "delete_content", "delete_text", "delete_pictures",
    "delete_note", "delete_links", "delete_sketch",
)  # fmt: skip
_ANALYSIS_REMOVALS = ("delete_analysis", "delete_analysis_pieces", "delete_document_categories")


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A row of ``document``, but for what the database sets itself."""

    file: FileFacts
    collection: str
    media_type: str
    fingerprint: str
    status: DocumentStatus
    problem_code: str | None = None
    problem_message: str | None = None
    duplicate_of: DocumentId | None = None
    text_hash: str = ""
    title: str = ""
    language: str = ""
    warnings: list[str] = field(default_factory=list)
    pages: int = 0
    chunks: int = 0
    characters: int = 0
    members_settled: bool | None = None
    aliases: tuple[str, ...] = ()

    def values(self, id_: DocumentId) -> dict[str, object]:
        """Return the columns' values."""
        columns = {
            column.name: getattr(self, column.name) for column in fields(self) if column.name not in {"file", "aliases"}
        }
        name = for_people(PurePath(self.file.path).name or self.file.path)
        return {
            **columns,
            "id": id_,
            "path": os.fsencode(self.file.path),
            "name": name,
            "link_keys": link_keys(name, self.title, *map(for_people, self.aliases)),
            "size_bytes": self.file.size_bytes,
            "modified": self.file.modified,
            "content_hash": self.file.content_hash,
            "container_id": self.file.container,
            "member_key": self.file.member_key,
            "addendum": self.file.addendum,
            "attempt_fingerprint": self.fingerprint,
        }


def indexed_row(document: NewDocument) -> DocumentRow:
    """Make the row of a document that is indexed."""
    return DocumentRow(
        file=document.file,
        collection=document.collection,
        media_type=document.media_type,
        fingerprint=document.fingerprint,
        status=DocumentStatus.INDEXED,
        text_hash=document.text_hash,
        title=for_people(document.title),
        language=document.language,
        warnings=[for_people(warning) for warning in document.warnings],
        pages=len(document.text.pages),
        chunks=len(document.chunks),
        characters=len(document.text.text),
        members_settled=False if document.has_members else None,
        aliases=document.note.aliases if document.note else (),
    )


def duplicate_row(
    file: FileFacts, *, collection: str, media_type: str, fingerprint: str, original: DocumentRecord | None
) -> DocumentRow:
    """Make the row of a duplicate; without an original it is an orphan, to be indexed anew."""
    return DocumentRow(
        file=file,
        collection=collection,
        media_type=media_type,
        fingerprint=fingerprint,
        status=DocumentStatus.DUPLICATE,
        duplicate_of=original.id if original else None,
        text_hash=original.text_hash if original else "",
    )


def problem_row(
    file: FileFacts, *, collection: str, media_type: str, fingerprint: str, problem: Problem, skipped: bool
) -> DocumentRow:
    """Make the row of a file that is not indexed."""
    return DocumentRow(
        file=file,
        collection=collection,
        media_type=media_type,
        fingerprint=fingerprint,
        status=DocumentStatus.SKIPPED if skipped else DocumentStatus.FAILED,
        problem_code=problem.code,
        problem_message=for_people(problem.message),
    )


def put_row(connection: Connection[DictRow], row: DocumentRow, known: DocumentId | None) -> DocumentId:
    """Write a document's row, under its old id if it has one."""
    if known is not None:
        connection.execute(query("replace_document"), row.values(known))
        return known
    for _ in range(_ID_ATTEMPTS):
        made = connection.execute(query("insert_document"), row.values(new_public_id())).fetchone()
        if made is not None:
            return DocumentId(made["id"])
    raise DatabaseError("no free document id was found", remedy="Try again")


def add_content(connection: Connection[DictRow], id_: DocumentId, document: NewDocument, space: Space) -> None:
    """Write text, pages, pictures, chunks and vectors of a document, and count them in."""
    _add_text(connection, id_, document.text.text)
    _add_pages(connection, id_, document)
    add_pictures(connection, id_, document)
    add_note(connection, id_, document)
    add_sketch(connection, id_, document)
    add_presentation(connection, id_, document)
    _add_chunks(connection, id_, document)
    chunk_ids = [row["id"] for row in connection.execute(query("chunk_ids"), {"id": id_})]
    with connection.cursor().copy(query("copy_embeddings")) as copy:
        copy.set_types(["int8", "int4", "halfvec", "bytea"])
        for chunk_id, made in zip(chunk_ids, document.embeddings, strict=True):
            copy.write_row((chunk_id, space.id, HalfVector(list(made.vector)), made.token_codes))
    connection.execute(query("add_lexeme_frequencies"), {"id": id_})
    counted = {"documents": _counted(document.file), "chunks": len(chunk_ids), "language": document.language}
    # The one row that all share comes first, so that two writers cannot wait for each other at the others.
    connection.execute(query("add_to_counter"), counted)
    if chunk_ids:
        connection.execute(query("add_to_language_counter"), counted)


def remove_content(connection: Connection[DictRow], document: DocumentRecord, *, keep_analysis: bool = False) -> None:
    """Remove text, pages, pictures, chunks and vectors of an indexed document, and count them out.

    Args:
        connection: Of the transaction.
        document: The document.
        keep_analysis: Whether what presents it stays, for the same text follows.
    """
    for name in (*_REMOVALS, *(() if keep_analysis else _ANALYSIS_REMOVALS)):
        connection.execute(query(name), {"id": document.id})
    counted_out = {"documents": -_counted(document.file), "chunks": -document.chunks}
    connection.execute(query("add_to_counter"), counted_out)
    of_language = {"language": document.language, "chunks": document.chunks}
    connection.execute(query("take_from_language_counter"), of_language)
    connection.execute(query("forget_absent_language"), of_language)


def _counted(file: FileFacts) -> int:
    """Return how many documents it is to a person: an addendum is none."""
    return 0 if file.addendum else 1


def _add_text(connection: Connection[DictRow], id_: DocumentId, text: str) -> None:
    with connection.cursor().copy(query("copy_text")) as copy:
        copy.set_types(["text", "int4", "text"])
        for ordinal, block in enumerate(text_blocks(text)):
            copy.write_row((id_, ordinal, block))


def _add_pages(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    with connection.cursor().copy(query("copy_pages")) as copy:
        copy.set_types(["text", "int4", "int4", "int4", "text", "int4", "text", "text", "bool", "float4", "text"])
        for ordinal, page in enumerate(document.text.pages):
            place = (page.start, page.end, page.kind, page.number, for_people(page.label))
            how = (page.origin, page.flattened, page.confidence, page.sha256 or None)
            copy.write_row((id_, ordinal, *place, *how))


def _add_chunks(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    # Lexemes come as arrays and are kept without positions, for which COPY has no conversion.
    connection.cursor().executemany(
        query("insert_chunk"),
        [
            {
                "document_id": id_,
                "ordinal": chunk.ordinal,
                "start_offset": chunk.start,
                "end_offset": chunk.end,
                "page_ordinal": chunk.page,
                "heading_path": _storable_titles(chunk.heading_path),
                "first_row": chunk.first_row,
                "last_row": chunk.last_row,
                "tokens": chunk.tokens,
                "header_start": chunk.header.start if chunk.header else None,
                "header_end": chunk.header.end if chunk.header else None,
                "language": chunk.language,
                "lexemes": list(chunk.lexemes),
            }
            for chunk in document.chunks
        ],
    )


def _storable_titles(titles: Sequence[str]) -> list[str]:
    return [for_people(title) for title in titles]


def require_storable_document(document: NewDocument) -> None:
    """Refuse a document whose text or lexemes the database would not keep as they are.

    Raises:
        FileDamagedError: They hold a NUL or a lone surrogate.
    """
    require_storable(document.text.text, path=document.file.path)
    for chunk in document.chunks:
        require_storable(" ".join(chunk.lexemes), path=document.file.path)
