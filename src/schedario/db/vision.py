"""What a model that sees made of pictures and pages: kept once for each, and removed with what shows it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.storable import for_people
from schedario.records.document import DocumentId
from schedario.records.picture import ImageSubject, PictureCounts, VisionAttempt, WaitingImage


class VisionReadings:
    """What one archive knows of what models see (``ports.VisionReadings``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def waiting(self, document: DocumentId, engine: str) -> Sequence[WaitingImage]:
        """Return the pictures and pages of a document about which a model was not asked, in order, each once."""
        with self._pool.reading() as connection:
            found = connection.execute(query("waiting_images"), {"id": document, "engine": engine}).fetchall()
        return [WaitingImage(row["sha256"], ImageSubject(row["subject"])) for row in found]

    def calls(self, document: DocumentId, engine: str) -> int:
        """Count how often a model was called for the pictures and pages of a document."""
        with self._pool.reading() as connection:
            row = connection.execute(query("vision_calls"), {"id": document, "engine": engine}).fetchone()
        return int(row["calls"]) if row else 0

    def asked(self, sha256: str, engine: str) -> VisionAttempt | None:
        """Return how asking a model about a picture or page ended, without what it read; None when it was not asked."""
        with self._pool.reading() as connection:
            values = {"sha256": sha256, "engine": engine}
            row = connection.execute(query("vision_attempt"), values).fetchone()
        return VisionAttempt(**row) if row else None

    def put(self, attempt: VisionAttempt, *, outdated: str) -> None:
        """Keep how asking about a picture ended, while some document shows it; see ``ports.VisionReadings``."""
        reading = attempt.reading
        values = {
            "sha256": attempt.sha256,
            "engine": attempt.engine,
            "calls": attempt.calls,
            "settled": attempt.settled,
            "problem": for_people(attempt.problem),
            "answer": for_people(attempt.answer),
            "text": for_people(reading.text) if reading else None,
            "description": for_people(reading.description) if reading else None,
        }
        with self._pool.transaction() as connection:
            lock_archive(connection)
            row = connection.execute(query("put_vision_reading"), values).fetchone()
            if row and row["is_new"]:
                connection.execute(query("outdate_showing"), {"sha256": attempt.sha256, "fingerprint": outdated})

    def forget_failures(self, documents: Sequence[DocumentId] | None) -> None:
        """Let a model be asked again where it gave no answer that could be used, in some documents or in all."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            connection.execute(query("forget_vision_failures"), {"ids": None if documents is None else list(documents)})

    def documents(self, engine: str, most_calls: int) -> Sequence[DocumentId]:
        """Return the documents with something that a model was not asked about, and may be, by id."""
        with self._pool.reading() as connection:
            values = {"engine": engine, "most_calls": most_calls}
            return [DocumentId(row["id"]) for row in connection.execute(query("waiting_documents"), values)]

    def counts(self, engine: str, most_calls: int, document: DocumentId | None = None) -> PictureCounts:
        """Count what OCR could not read, in an archive or a document; see ``ports.VisionReadings``."""
        values = {"engine": engine, "most_calls": most_calls, "id": document}
        with self._pool.reading() as connection:
            row = connection.execute(query("count_images"), values).fetchone() or {}
        return PictureCounts(most_calls=most_calls, **row)


@contextmanager
def forgetting_unseen(connection: Connection[DictRow], document: DocumentId | None) -> Iterator[None]:
    """Let a document be written anew or removed, then forget what a model made of what no document shows any more.

    What the new version shows, too, must outlive the old one.

    Args:
        connection: Of a transaction that holds the archive's lock.
        document: It; None for a new one.
    """
    found = connection.execute(query("read_images_of"), {"id": document}).fetchall() if document else []
    yield
    if found:
        connection.execute(query("forget_unseen"), {"sha256s": [row["sha256"] for row in found]})
