"""A record of each search with its trace: ids, places and scores, never a document's text."""

from collections.abc import Sequence, Set

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.storable import for_people
from schedario.records.document import DocumentId
from schedario.records.search import SearchAnswer


class SearchRuns:
    """The records of one archive's searches."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def record(self, answer: SearchAnswer, *, days: int = 0) -> None:
        """Keep what was asked, what each step did and which passages came out.

        A document that was removed while the search ran is left out.

        Args:
            answer: What was found.
            days: Searches that are older go, the oldest first, some with each that is kept; 0 keeps them all.
        """
        with self._pool.transaction() as connection:
            connection.execute(query("quick_commit"))
            if days:
                connection.execute(query("trim_search_runs"), {"days": days})
            run, there = _insert_run(connection, answer), _held(connection, answer)
            connection.cursor().executemany(query("insert_search_run_step"), _steps(run, answer, there))
            connection.cursor().executemany(query("insert_search_run_passage"), _passages(run, answer, there))

    def queries(self, limit: int) -> Sequence[str]:
        """Return what was asked, the newest first, each once."""
        with self._pool.reading() as connection:
            return [row["query"] for row in connection.execute(query("recent_queries"), {"limit": limit})]

    def clear(self, days: int = 0) -> int:
        """Forget the searches that are older than some days, or all of them; return how many they were."""
        with self._pool.transaction() as connection:
            return connection.execute(query("clear_search_runs"), {"days": days}).rowcount

    def forget(self, document: DocumentId) -> None:
        """Drop a document from all records."""
        with self._pool.transaction() as connection:
            forget(connection, document)


def forget(connection: Connection[DictRow], document: DocumentId) -> None:
    """Drop a document from all records, within the transaction that removes it."""
    connection.execute(query("forget_in_steps"), {"id": document})
    connection.execute(query("forget_in_passages"), {"id": document})


def _insert_run(connection: Connection[DictRow], answer: SearchAnswer) -> int:
    made = connection.execute(
        query("insert_search_run"),
        {
            "query": for_people(answer.query),
            "documents_searched": answer.documents_searched,
            "floor": answer.floor,
            "best_score": answer.best_score,
            "degraded": [for_people(sentence) for sentence in answer.degraded],
        },
    ).fetchone()
    return int(made["id"]) if made else 0


def _held(connection: Connection[DictRow], answer: SearchAnswer) -> Set[DocumentId]:
    """Return those of an answer's documents that are there, and keep them there until the record is written.

    Whoever removes one later finds the record, and whoever is removing one now is not waited for.
    """
    named = {document for step in answer.trace for document in step.documents}
    named |= {passage.addendum or group.document.id for group in answer.results for passage in group.passages}
    found = connection.execute(query("hold_documents"), {"documents": sorted(named)})
    return {DocumentId(row["id"]) for row in found}


def _steps(run: int, answer: SearchAnswer, there: Set[DocumentId]) -> list[dict[str, object]]:
    return [
        {
            "run_id": run,
            "ordinal": ordinal,
            "name": step.name,
            "milliseconds": step.milliseconds,
            "count": step.count,
            "note": for_people(step.note),
            "documents": [document for document in step.documents if document in there],
        }
        for ordinal, step in enumerate(answer.trace)
    ]


def _passages(run: int, answer: SearchAnswer, there: Set[DocumentId]) -> list[dict[str, object]]:
    shown = [(passage.addendum or group.document.id, passage) for group in answer.results for passage in group.passages]
    found = [(document, passage) for document, passage in shown if document in there]
    return [
        {
            "run_id": run,
            "ordinal": ordinal,
            "document_id": document,
            "start_offset": passage.start,
            "end_offset": passage.end,
            "score": passage.score,
        }
        for ordinal, (document, passage) in enumerate(found)
    ]
