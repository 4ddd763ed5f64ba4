"""What was read on the pictures inside documents: asked for before one is read, written and removed with a document."""

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.storable import for_people
from schedario.records.document import DocumentId, NewDocument
from schedario.records.extraction import Origin, PictureReading
from schedario.records.picture import VisionReading


class PictureTexts:
    """What one archive knows of pictures (``ports.PictureTexts``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def reading(self, sha256: str, engine: str) -> PictureReading | None:
        """Return what an engine read on the picture of these bytes; None when it never did."""
        with self._pool.reading() as connection:
            row = connection.execute(query("picture_text"), {"sha256": sha256, "engine": engine}).fetchone()
        if row is None:
            return None
        return PictureReading(row["sha256"], row["text"], row["confidence"], row["engine"], Origin(row["origin"]))

    def vision(self, sha256: str) -> VisionReading | None:
        """Return what a model that sees made last of a picture or page; None when none did."""
        with self._pool.reading() as connection:
            row = connection.execute(query("vision_reading"), {"sha256": sha256}).fetchone()
        return VisionReading(row["sha256"], row["text"], row["description"]) if row else None


def add_pictures(connection: Connection[DictRow], id_: DocumentId, document: NewDocument) -> None:
    """Write where a document's pictures stand, and what was read on them."""
    connection.cursor().executemany(
        query("put_picture_text"),
        [
            {
                "sha256": reading.sha256,
                "text": for_people(reading.text),
                "confidence": reading.confidence,
                "engine": reading.engine,
                "origin": reading.origin,
            }
            for reading in document.pictures
        ],
    )
    with connection.cursor().copy(query("copy_pictures")) as copy:
        copy.set_types(["text", "int4", "int4", "int4", "text", "text"])
        for ordinal, picture in enumerate(document.text.pictures):
            copy.write_row((id_, ordinal, picture.start, picture.end, picture.sha256, picture.origin))
