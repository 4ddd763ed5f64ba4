"""The building of an embedding space beside the active one, and the switch to it.

What is done is kept batch by batch, so that a builder that was killed is followed by one that does the rest.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pgvector import HalfVector
from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.rows import kept_chunk
from schedario.db.spaces import activate_space, find_space, put_space, remove_space
from schedario.db.text_blocks import BLOCK_CHARACTERS
from schedario.records.document import ChunkId, PassageEmbedding, SpaceSpec
from schedario.records.space import KeptChunk, SpaceDetail, Unembedded

_BUILDING_KEY = 0x5C4EDA40
"""Any number that no other program in the database is likely to lock; the archive is the lock's second half."""

_RUN = 16
"""Neighbours in a sample that lie together: in a batch they share what they stand under."""


class SpaceBuilding:
    """Builds spaces of one archive (``ports.SpaceBuilding``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Say whether nobody else builds a space, and keep others from it meanwhile."""
        with self._pool.reading() as connection:
            row = connection.execute(query("try_lock_spaces"), {"key": _BUILDING_KEY}).fetchone()
            held = bool(row and row["alone"])
            try:
                yield held
            finally:
                if held and not connection.closed:
                    connection.execute(query("unlock_spaces"), {"key": _BUILDING_KEY})

    def begin(self, spec: SpaceSpec, detail: SpaceDetail) -> None:
        """Make a space that does not answer yet; one that was begun before is gone on with."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            put_space(connection, spec, detail)

    def chunks(self) -> int:
        """Number of chunks in the archive."""
        with self._pool.reading() as connection:
            row = connection.execute(query("count_chunks")).fetchone()
        return int(row["chunks"]) if row else 0

    def others(self) -> Sequence[tuple[str, int]]:
        """Return the models of all spaces but the active one, with the number of chunks embedded in each."""
        with self._pool.reading() as connection:
            return [(row["model"], row["chunks"]) for row in connection.execute(query("count_vectors"))]

    def unembedded(self, fingerprint: str) -> Unembedded:
        """Count the chunks without a vector in a space: all of them in one that is not begun."""
        with self._pool.reading() as connection:
            row = connection.execute(query("count_unembedded"), {"space": _id(connection, fingerprint)}).fetchone()
        return Unembedded(row["chunks"], row["tokens"]) if row else Unembedded(0, 0)

    def next_chunks(self, fingerprint: str, after: ChunkId, limit: int) -> Sequence[KeptChunk]:
        """Return chunks without a vector in a space, by key from the one after ``after``; empty at the end."""
        with self._pool.reading() as connection:
            values = {"space": _id(connection, fingerprint), "after": after, "limit": limit}
            return _with_texts(connection, connection.execute(query("unembedded_chunks"), values).fetchall())

    def sample(self, fingerprint: str, limit: int) -> Sequence[KeptChunk]:
        """Return some chunks without a vector in a space, from all over the archive."""
        with self._pool.reading() as connection:
            values = {"space": _id(connection, fingerprint), "limit": limit, "run": _RUN}
            return _with_texts(connection, connection.execute(query("sample_chunks"), values).fetchall())

    def put(self, fingerprint: str, made: Sequence[tuple[ChunkId, PassageEmbedding]]) -> int:
        """Keep vectors in a space; those of chunks that are gone meanwhile are dropped. Returns how many were kept."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            values = {"space": _id(connection, fingerprint), "chunks": [chunk for chunk, _ in made]}
            wanted = {row["id"] for row in connection.execute(query("chunks_without"), values)}
            with connection.cursor().copy(query("copy_embeddings")) as copy:
                copy.set_types(["int8", "int4", "halfvec", "bytea"])
                for chunk, embedding in made:
                    if chunk in wanted:
                        vector = HalfVector(list(embedding.vector))
                        copy.write_row((chunk, values["space"], vector, embedding.token_codes))
        return len(wanted)

    def switch(self, fingerprint: str, *, keep_others: bool) -> Sequence[str] | None:
        """Let a space answer, if every chunk has a vector in it, and remove the others unless they are to be kept.

        Returns:
            The models of the other spaces; None when chunks came meanwhile, and nothing was done.
        """
        with self._pool.transaction() as connection:
            lock_archive(connection)
            space = find_space(connection, fingerprint)
            if space is None:
                raise LookupError(f"space {fingerprint} was not begun")
            missing = connection.execute(query("any_unembedded"), {"space": space.id}).fetchone()
            if missing is None or missing["any"]:
                return None
            activate_space(connection, space.id)
            others = connection.execute(query("other_spaces"), {"id": space.id}).fetchall()
            for other in () if keep_others else others:
                remove_space(connection, other["id"])
            return [other["model"] for other in others]


def _id(connection: Connection[DictRow], fingerprint: str) -> int | None:
    space = find_space(connection, fingerprint)
    return space.id if space else None


def _with_texts(connection: Connection[DictRow], rows: Sequence[DictRow]) -> Sequence[KeptChunk]:
    """Cut the chunks' texts and headers; of a document that was written anew meanwhile, the chunks are gone as well."""
    values = {
        "documents": [row["document_id"] for row in rows] * 2,
        "starts": [row["start_offset"] for row in rows] + [row["header_start"] or 0 for row in rows],
        "ends": [row["end_offset"] for row in rows] + [row["header_end"] or 0 for row in rows],
        "block_characters": BLOCK_CHARACTERS,
    }
    texts = [row["text"] for row in connection.execute(query("cut_texts"), values)]
    return [
        kept_chunk(row, text, header)
        for row, text, header in zip(rows, texts[: len(rows)], texts[len(rows) :], strict=True)
    ]
