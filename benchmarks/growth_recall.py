"""How many of the nearest chunks the vector index finds, against looking at every vector."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import psycopg
from pgvector import HalfVector
from psycopg import sql

from schedario.db.queries import composed
from schedario.evaluate.metrics.percentile import percentile
from schedario.records.document import Vector

NEAREST = 100

_EXACT = (
    "SELECT chunk_id AS chunk FROM embedding WHERE space_id = %(space)s"
    " ORDER BY vector <#> %(vector)s::halfvec LIMIT %(limit)s"
)


@dataclass(frozen=True)
class Recall:
    """What the index gave.

    Attributes:
        share: Of the nearest chunks that were found, mean over the questions.
        milliseconds: Of one look-up, median.
    """

    share: float
    milliseconds: float


def measure_recall(
    connection: psycopg.Connection[Any], vectors: Sequence[Vector], widths: Sequence[int]
) -> dict[int, Recall]:
    """Return the recall of the nearest chunks for each width of the index's view (``hnsw.ef_search``)."""
    row = connection.execute("SELECT id, dimensions FROM embedding_space WHERE active").fetchone()
    space, dimensions = row or (0, 0)
    values = [{"space": space, "vector": HalfVector(list(vector)), "limit": NEAREST} for vector in vectors]
    exact = [{chunk for (chunk,) in connection.execute(_EXACT, asked)} for asked in values]
    by_index = composed("nearest_chunks", space=sql.Literal(space), dimensions=sql.Literal(dimensions))
    connection.execute("SET hnsw.iterative_scan TO strict_order")
    found: dict[int, Recall] = {}
    for width in widths:
        connection.execute(sql.SQL("SET hnsw.ef_search TO {}").format(sql.Literal(width)))
        shares, times = [], []
        for asked, wanted in zip(values, exact, strict=True):
            started = time.perf_counter()
            chunks = {row[0] for row in connection.execute(by_index, asked)}
            times.append((time.perf_counter() - started) * 1000)
            shares.append(len(chunks & wanted) / len(wanted))
        found[width] = Recall(sum(shares) / len(shares), percentile(times, 0.5))
    return found
