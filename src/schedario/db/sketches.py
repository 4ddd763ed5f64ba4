"""Sketches of texts: written with their document, and the version store of one archive."""

import os
from collections.abc import Sequence
from datetime import UTC

from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.records.document import DocumentId, NewDocument
from schedario.records.version import Sketched

_MOST_ALIKE = 200
"""Documents that are compared with one; a form of which there are more is no document with versions."""

_COLUMNS = sql.SQL(
    "document.id, document.name, document.path, document.modified, text_sketch.hashes,"
    " (SELECT note.dated FROM note WHERE note.document_id = document.id) AS dated"
)


def add_sketch(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    """Write the sketch of a document's text; a short text has none."""
    if document.sketch:
        connection.execute(query("insert_sketch"), {"document_id": id_, "hashes": list(document.sketch)})


class Sketches:
    """The sketches of one archive (``ports.VersionStore``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def sketched(self, documents: Sequence[DocumentId]) -> Sequence[Sketched]:
        """Return documents with their sketches, in no order; those that have none are left out."""
        with self._pool.reading() as connection:
            found = connection.execute(composed("sketched_documents", columns=_COLUMNS), {"documents": list(documents)})
            return [_sketched(row) for row in found]

    def alike(self, document: DocumentId) -> Sequence[Sketched]:
        """Return a document and those that may share much with it, by path; empty when it has no sketch."""
        with self._pool.reading() as connection:
            own = connection.execute(query("sketch_of"), {"id": document}).fetchone()
            if own is None:
                return ()
            values = {"least": own["least"], "limit": _MOST_ALIKE}
            found = connection.execute(composed("alike_documents", columns=_COLUMNS), values).fetchall()
        return sorted(map(_sketched, found), key=lambda one: one.path)


def _sketched(row: DictRow) -> Sketched:
    return Sketched(
        id=DocumentId(row["id"]),
        name=row["name"],
        path=os.fsdecode(row["path"]),
        modified=row["modified"].astimezone(UTC),
        dated=row["dated"],
        sketch=tuple(row["hashes"]),
    )
