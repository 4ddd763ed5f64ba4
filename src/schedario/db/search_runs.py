"""A record of each search with its trace: ids, places and scores, never a document's text."""

from collections.abc import Sequence

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

    def record(self, answer: SearchAnswer) -> None:
        """Keep what was asked, what each step did and which passages came out."""
        with self._pool.transaction() as connection:
            connection.execute(query("quick_commit"))
            run = _insert_run(connection, answer)
            connection.cursor().executemany(query("insert_search_run_step"), _steps(run, answer))
            connection.cursor().executemany(query("insert_search_run_passage"), _passages(run, answer))

    def queries(self, limit: int) -> Sequence[str]:
        """Return what was asked, the newest first, each once."""
        with self._pool.reading() as connection:
            return [row["query"] for row in connection.execute(query("recent_queries"), {"limit": limit})]

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


def _steps(run: int, answer: SearchAnswer) -> list[dict[str, object]]:
    return [
        {
            "run_id": run,
            "ordinal": ordinal,
            "name": step.name,
            "milliseconds": step.milliseconds,
            "count": step.count,
            "note": for_people(step.note),
            "documents": list(step.documents),
        }
        for ordinal, step in enumerate(answer.trace)
    ]


def _passages(run: int, answer: SearchAnswer) -> list[dict[str, object]]:
    found = [(result.document.id, passage) for result in answer.results for passage in result.passages]
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
