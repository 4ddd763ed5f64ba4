"""Whether an archive's tables agree with each other, and whether anything in them still names a document."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.records.care import Breach, Remains
from schedario.records.document import DocumentId


@dataclass(frozen=True, slots=True)
class _Invariant:
    """What must hold; ``table`` is what its queries are composed with, where they are."""

    name: str
    what: str
    table: str = ""

    def find(self, connection: Connection[DictRow]) -> Breach:
        return Breach(self.what, _count(connection, self._query("find")))

    def mend(self, connection: Connection[DictRow]) -> None:
        connection.execute(self._query("mend"))

    def _query(self, verb: str) -> sql.SQL | sql.Composed:
        name = f"{verb}_{self.name}"
        return composed(name, table=sql.Identifier(self.table)) if self.table else query(name)


_INVARIANTS = (
    _Invariant("members_without_container", "members without the document that they lie in"),
    _Invariant("duplicates_without_original", "duplicates without their original"),
    _Invariant("strays", "pieces of text without an indexed document", "text_block"),
    _Invariant("strays", "pages without an indexed document", "page"),
    _Invariant("strays", "pictures without an indexed document", "document_picture"),
    _Invariant("strays", "notes without an indexed document", "note"),
    _Invariant("strays", "sketches of texts without an indexed document", "text_sketch"),
    _Invariant("strays", "analyses without an indexed document", "analysis"),
    _Invariant("strays", "pieces of analyses without an indexed document", "analysis_piece"),
    _Invariant("strays", "categories of documents that are not indexed", "document_category"),
    _Invariant("strays", "links without the document that has them", "link"),
    _Invariant("strays", "chunks without an indexed document", "chunk"),
    _Invariant("readings_without_picture", "readings of pictures that no document shows"),
    _Invariant("vision_without_picture", "what a model saw on pictures or pages that no document shows"),
    _Invariant("chunks_without_page", "chunks without their page"),
    _Invariant("vectors_without_chunk", "vectors without a chunk"),
    _Invariant("chunks_without_vector", "chunks without a vector"),
    _Invariant("wrong_sizes", "documents with other numbers of pages, chunks or characters than is written"),
    _Invariant("wrong_frequencies", "lexemes that occur in another number of chunks than is written"),
    _Invariant("wrong_counter", "wrong counter of documents and chunks"),
    _Invariant("wrong_language_counter", "languages with another number of chunks than is written"),
    _Invariant("records_of_gone_documents", "records of searches that name documents that are gone"),
)
"""In the order in which they are mended: what is removed comes before what is counted."""

_TRACES = ("search_run", "search_run_step")
"""Tables whose texts may mention a document in a sentence; elsewhere a text that has the id is a document's own."""


class Integrity:
    """The invariants of one archive (``ports.IndexCare``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def breaches(self) -> Sequence[Breach]:
        """Return every invariant that does not hold, all as of one moment."""
        with self._pool.transaction() as connection:
            connection.execute(query("one_snapshot"))
            return _broken(connection)

    def mend(self) -> Sequence[Breach]:
        """Put right what can be, wholly or not at all; return what was broken, and what of it still is."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            found: list[Breach] = []
            for invariant in _INVARIANTS:
                # What an earlier repair brought to light is found too.
                breach = invariant.find(connection)
                if breach.count:
                    invariant.mend(connection)
                    found.append(breach)
            left = {breach.what for breach in _broken(connection)}
        return [replace(breach, mended=breach.what not in left) for breach in found]

    def remains(self, documents: Sequence[DocumentId]) -> Sequence[Remains]:
        """Return every column of the archive's tables that names one of some documents, whatever table it is."""
        with self._pool.transaction() as connection:
            connection.execute(query("one_snapshot"))
            columns = connection.execute(query("naming_columns")).fetchall()
            found = [_remains(connection, column, documents) for column in columns]
        return [remains for remains in found if remains.count]


def _broken(connection: Connection[DictRow]) -> list[Breach]:
    return [breach for breach in (invariant.find(connection) for invariant in _INVARIANTS) if breach.count]


def _remains(connection: Connection[DictRow], column: DictRow, documents: Sequence[DocumentId]) -> Remains:
    names = {"table": sql.Identifier(column["table"]), "column": sql.Identifier(column["column"])}
    looking = composed(_look(column), **names)
    return Remains(f"{column['table']}.{column['column']}", _count(connection, looking, ids=list(documents)))


def _look(column: DictRow) -> str:
    if column["type"] == "text[]" and column["table"] not in _TRACES:
        return "rows_with_id_among"
    if column["type"].startswith("json") or column["table"] in _TRACES:
        return "rows_with_id_within"
    return "rows_with_id"


def _count(connection: Connection[DictRow], counting: sql.SQL | sql.Composed, **values: object) -> int:
    row = connection.execute(counting, values).fetchone()
    # A query that counts gives one row; without it nothing would be proved.
    if row is None:
        raise LookupError("a count gave no row")
    return int(row["count"])
