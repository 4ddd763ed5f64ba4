"""Analyses: how an extract is written with its document, and the analysis store of one archive."""

from collections.abc import Mapping, Sequence

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.rows import analysis_record, made_under
from schedario.db.storable import for_people
from schedario.records.analysis import (
    Analysis,
    AnalysisPart,
    AnalysisSource,
    Category,
    CategoryId,
    Failure,
    Fingerprints,
    ListedCategory,
    ModelSpeed,
    NewAnalysis,
    Wanted,
)
from schedario.records.document import DocumentId, NewDocument


def add_presentation(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    """Write what was extracted to present a document."""
    if document.presentation:
        connection.execute(query("insert_presentation"), _values(id_, document.presentation))


class Analyses:
    """The analyses of one archive (``ports.AnalysisStore``), and its words (``ports.WordFrequencies``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def source(self, document: DocumentId) -> AnalysisSource | None:
        """Return what a document is analysed from; None when it is not indexed or has no text."""
        with self._pool.reading() as connection:
            row = connection.execute(query("analysis_source"), {"id": document}).fetchone()
            if row is None:
                return None
            text = connection.execute(query("document_text"), {"id": document}).fetchone() or {"text": ""}
            paths = connection.execute(query("heading_paths"), {"id": document}).fetchall()
        return AnalysisSource(
            document=document,
            name=row["name"],
            title=row["title"],
            text=text["text"],
            text_hash=row["text_hash"],
            language=row["language"],
            headings=tuple(dict.fromkeys(title for path in paths for title in path["heading_path"])),
            noted=row["noted"],
            key_terms=tuple(row["key_terms"]),
        )

    def has_text(self, document: DocumentId, text_hash: str) -> bool:
        """Tell whether a document is indexed with a text."""
        with self._pool.reading() as connection:
            return _has_text(connection, document, text_hash)

    def analyses(self, documents: Sequence[DocumentId]) -> Mapping[DocumentId, Analysis]:
        """Return what is kept of documents; those of which nothing is kept are left out."""
        with self._pool.reading() as connection:
            found = connection.execute(query("analyses_of"), {"documents": list(documents)})
            return {made.document: made for made in map(analysis_record, found)}

    def write(self, document: DocumentId, text_hash: str, made: NewAnalysis) -> bool:
        """Keep an analysis, and drop the pieces it was made of; False when the document has another text by now."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            if not _has_text(connection, document, text_hash):
                return False
            connection.execute(query("put_analysis"), _values(document, made))
            connection.execute(query("delete_document_categories"), {"id": document})
            values = {"document_id": document, "categories": list(made.categories)}
            connection.execute(query("insert_document_categories"), values)
            connection.execute(query("delete_analysis_pieces"), {"id": document})
            return True

    def fail(self, document: DocumentId, text_hash: str, failure: Failure) -> None:
        """Keep why a document could not be analysed; what presents it stays as it was."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            if _has_text(connection, document, text_hash):
                connection.execute(query("put_failure"), {
                    "document_id": document,
                    "code": failure.problem.code,
                    "message": for_people(failure.problem.message),
                    "answer": for_people(failure.answer),
                    "fingerprint": failure.made_under,
                })  # fmt: skip

    def pieces(self, document: DocumentId) -> Mapping[str, str]:
        """Return the pieces of an unfinished analysis by the hash of what they were made of."""
        with self._pool.reading() as connection:
            found = connection.execute(query("analysis_pieces"), {"id": document})
            return {row["key"]: row["text"] for row in found}

    def keep_piece(self, document: DocumentId, text_hash: str, key: str, text: str) -> None:
        """Keep a piece of an unfinished analysis, unless the document has another text by now."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            if _has_text(connection, document, text_hash):
                values = {"document_id": document, "key": key, "text": for_people(text)}
                connection.execute(query("insert_analysis_piece"), values)

    def wanted(
        self,
        now: Fingerprints,
        *,
        extracting: bool,
        documents: Sequence[DocumentId] | None = None,
        everything: bool = False,
    ) -> Sequence[Wanted]:
        """Return documents that have no analysis, or one that is stale, by path; see ``ports.AnalysisStore``."""
        values = {
            **_now(now, extracting=extracting),
            "documents": None if documents is None else list(documents),
            "everything": everything,
            "whole": now.whole,
        }
        with self._pool.reading() as connection:
            found = connection.execute(query("documents_to_analyse"), values).fetchall()
        return [_wanted(row, now, everything=everything) for row in found]

    def forget_fingerprints(self, documents: Sequence[DocumentId] | None, *, extracts_only: bool) -> None:
        """Make analyses stale, and forget that they failed; see ``ports.AnalysisStore``."""
        values = {"documents": None if documents is None else list(documents), "extracts_only": extracts_only}
        with self._pool.transaction() as connection:
            lock_archive(connection)
            connection.execute(query("forget_fingerprints"), values)

    def forget_failures(self, documents: Sequence[DocumentId]) -> None:
        """Forget that the analyses of documents failed."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            connection.execute(query("forget_failures"), {"documents": list(documents)})

    def counts(self, now: Fingerprints, *, extracting: bool) -> Mapping[str, int]:
        """Count documents with text, and what is kept of them; see ``ports.AnalysisStore``."""
        with self._pool.reading() as connection:
            row = connection.execute(query("count_analyses"), _now(now, extracting=extracting)).fetchone()
        return dict(row or {})

    def categories(self) -> Sequence[Category]:
        """Return all categories by name."""
        with self._pool.reading() as connection:
            found = connection.execute(query("categories"))
            return [Category(CategoryId(row["id"]), row["name"]) for row in found]

    def listed_categories(self) -> Sequence[ListedCategory]:
        """Return all categories by name, with the number of documents in each."""
        with self._pool.reading() as connection:
            found = connection.execute(query("list_categories"))
            return [ListedCategory(Category(CategoryId(r["id"]), r["name"]), r["documents"]) for r in found]

    def add_category(self, name: str) -> Category | None:
        """Add a category; None when one of that name is there, whatever its case."""
        with self._pool.transaction() as connection:
            row = connection.execute(query("insert_category"), {"name": name, "key": name.casefold()}).fetchone()
        return Category(CategoryId(row["id"]), name) if row else None

    def rename_category(self, category: CategoryId, name: str) -> bool:
        """Give a category another name; False when one of that name is there."""
        values = {"id": category, "name": name, "key": name.casefold()}
        with self._pool.transaction() as connection:
            lock_archive(connection)
            return connection.execute(query("rename_category"), values).rowcount == 1

    def remove_category(self, category: CategoryId) -> None:
        """Remove a category, also from the documents that are in it."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            connection.execute(query("delete_category"), {"id": category})

    def speed(self, model: str) -> ModelSpeed:
        """Return what the calls of a model took so far."""
        with self._pool.reading() as connection:
            row = connection.execute(query("model_speed"), {"model": model}).fetchone()
        return ModelSpeed(row["calls"], row["seconds"]) if row else ModelSpeed(0, 0.0)

    def note_call(self, model: str, seconds: float) -> None:
        """Count a call of a model."""
        with self._pool.transaction() as connection:
            connection.execute(query("note_call"), {"model": model, "seconds": seconds})

    def frequencies(self, lexemes: Sequence[str]) -> Mapping[str, int]:
        """Return in how many chunks each lexeme occurs; those that occur in none are left out."""
        wanted = [for_people(lexeme) for lexeme in lexemes]
        with self._pool.reading() as connection:
            found = connection.execute(query("lexeme_frequencies"), {"lexemes": wanted})
            return {row["lexeme"]: row["chunks"] for row in found}

    def chunk_count(self) -> int:
        """Return how many chunks there are."""
        with self._pool.reading() as connection:
            row = connection.execute(query("count_chunks")).fetchone()
        return int(row["chunks"]) if row else 0


def _now(now: Fingerprints, *, extracting: bool) -> dict[str, object]:
    return {
        "extracting": extracting,
        "summary": now.summary,
        "description": now.description,
        "categories": now.categories,
    }


def _has_text(connection: Connection[DictRow], document: DocumentId, text_hash: str) -> bool:
    return connection.execute(query("text_is"), {"id": document, "text_hash": text_hash}).fetchone() is not None


def _values(document: DocumentId, made: NewAnalysis) -> dict[str, object]:
    shown = made.presentation
    return {
        "document_id": document,
        "summary": for_people(shown.summary),
        "description": for_people(shown.description),
        "key_terms": [for_people(term) for term in shown.key_terms],
        "language": shown.language,
        "made_by": made.made_by,
        "summary_fingerprint": made.made_under.summary,
        "description_fingerprint": made.made_under.description,
        "categories_fingerprint": made.made_under.categories,
    }


def _wanted(row: DictRow, now: Fingerprints, *, everything: bool) -> Wanted:
    made = None if row["summary_fingerprint"] is None else made_under(row)
    parts = tuple(AnalysisPart) if everything or made is None else made.differing(now)
    return Wanted(DocumentId(row["id"]), row["name"], row["characters"], parts)
