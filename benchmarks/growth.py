"""Measures how the search grows with the archive, on generated text in an archive that grows.

Run ``make growth``, or ``python -m benchmarks.growth --million``. Documents are written straight into the tables; what
is measured is the search as the product does it, with the bundled model. The floor is 0, so that every search also
has passages to cut out.
"""

import argparse
import random
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import psycopg
from benchmarks.growth_archive import BuildTimes, GrowingArchive
from benchmarks.growth_recall import NEAREST, measure_recall
from benchmarks.growth_search import search_apart
from benchmarks.growth_table import Figure, table
from benchmarks.growth_text import KINDS, QuestionKind, Vocabulary, make_vocabulary, question
from benchmarks.growth_vectors import Topics
from pgvector.psycopg import register_vector
from psycopg import sql

from schedario.db.archives import schema_of
from schedario.db.server import EmbeddedServer
from schedario.embed.bundled import BundledEmbedder
from schedario.evaluate.metrics.percentile import percentile
from schedario.settings import LoadedSettings, Settings, load_settings
from schedario.wiring import Application

SIZES = (2000, 20_000, 100_000)
MILLION = 1_000_000
ARCHIVE = "growth"
_VOCABULARY = 300_000
_TOPICS = 1000
_PHRASE_WORDS = 6
_WARM = 24
_RECALL_QUESTIONS = 50
_WIDTHS = (40, 100, 200, 400)
_BYTES_PER_CHUNK = 12_000
_MB = 1024**2

_INDEXES = {"index of vectors (HNSW)": "embedding_space_%_hnsw", "index of words (GIN)": "chunk_lexemes"}
_TABLES = ("chunk", "embedding", "text_block", "lexeme_frequency")


@dataclass(frozen=True)
class _Question:
    kind: QuestionKind
    text: str


def main() -> None:
    """Grow an archive from size to size, search it at each, print the table."""
    arguments = _arguments()
    sizes = sorted({*arguments.sizes, *([MILLION] if arguments.million else [])})
    with _home(arguments.home) as home:
        _require_room(home, sizes[-1])
        loaded = load_settings()
        settings = Settings.model_validate({**loaded.values.model_dump(), "home": home, "floor": 0.0})
        loaded = replace(loaded, values=settings)
        with Application(loaded) as application:
            # Making the archive makes its space, whose model is the bundled one.
            with application.archive(ARCHIVE, create=True):
                pass
            with _connection(home) as connection:
                vocabulary = make_vocabulary(_VOCABULARY)
                embedder = BundledEmbedder(home / "models", precision=settings.model_precision)
                topics = Topics(embedder, _phrases(vocabulary))
                archive = GrowingArchive(connection, vocabulary, topics, arguments.memory)
                measured: dict[int, list[Figure]] = {}
                for size in sizes:
                    built = archive.grow(size)
                    measured[size] = _measure(archive, loaded, embedder, built, arguments.searches)
                    print(f"\n{table(measured)}", flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="numbers of chunks, ascending")
    parser.add_argument("--million", action="store_true", help="end at a million chunks (12 GB, half an hour)")
    parser.add_argument("--searches", type=int, default=300, help="searches at each size (default 300)")
    parser.add_argument("--memory", default="2GB", help="maintenance_work_mem while indexes are made (default 2GB)")
    parser.add_argument("--home", type=Path, help="a data folder to keep, and to go on with (default: a new one)")
    return parser.parse_args()


@contextmanager
def _home(kept: Path | None) -> Iterator[Path]:
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="schedario-growth-") as folder:
        yield Path(folder)


def _require_room(home: Path, chunks: int) -> None:
    needed, free = chunks * _BYTES_PER_CHUNK, shutil.disk_usage(home).free
    if free < needed:
        raise SystemExit(f"{home} has {free / _MB:,.0f} MB free; {chunks:,} chunks take about {needed / _MB:,.0f}")


@contextmanager
def _connection(home: Path) -> Iterator[psycopg.Connection[Any]]:
    """Connect to the archive beside the product, as the server's superuser."""
    server = EmbeddedServer.open(home)
    try:
        with psycopg.connect(server.address.conninfo, autocommit=True) as connection:
            path = sql.SQL("SET search_path TO {}, public").format(sql.Identifier(schema_of(ARCHIVE)))
            connection.execute(path)
            register_vector(connection)
            yield connection
    finally:
        server.close()


def _phrases(vocabulary: Vocabulary) -> list[str]:
    chance = random.Random(11)
    most = len(vocabulary.words)
    return [" ".join(vocabulary.words[chance.randrange(most)] for _ in range(_PHRASE_WORDS)) for _ in range(_TOPICS)]


def _measure(
    archive: GrowingArchive, loaded: LoadedSettings, embedder: BundledEmbedder, built: BuildTimes, searches: int
) -> list[Figure]:
    asked = _questions(archive, searches)
    texts = [question.text for question in asked]
    searched = search_apart(loaded, ARCHIVE, texts[:_WARM], texts)
    vectors = [embedder.embed_query(text).vector for text in texts[:_RECALL_QUESTIONS]]
    recall = measure_recall(archive.connection, vectors, _WIDTHS)
    return [
        *_time_figures([question.kind for question in asked], searched.timings_ms),
        *(Figure(f"recall@{NEAREST}, ef_search {width}", (found.share,), 3) for width, found in recall.items()),
        *(Figure(f"look-up, ef_search {width}, ms", (found.milliseconds,)) for width, found in recall.items()),
        *_size_figures(archive.connection),
        Figure("memory: the searching process, MB", (searched.process_memory / _MB,), 0),
        Figure("memory: the server, MB", (searched.server_memory / _MB,), 0),
        Figure("copying the rows, s", (built.rows,), 0),
        Figure("making the index of vectors, s", (built.vector_index,), 0),
        Figure("making the index of words, s", (built.word_index,), 0),
    ]


def _questions(archive: GrowingArchive, count: int) -> list[_Question]:
    """Ask for words of documents at random, the kinds in turn, the same at each size."""
    chance = random.Random(13)
    return [
        _Question(kind, question(archive.vocabulary, kind, archive.words_of_document(chance), chance))
        for kind in islice(cycle(KINDS), count)
    ]


def _time_figures(kinds: Sequence[QuestionKind], timings: Sequence[dict[str, float]]) -> list[Figure]:
    whole = [taken["total"] for taken in timings]
    by_kind = {kind: [ms for asked, ms in zip(kinds, whole, strict=True) if asked == kind] for kind in KINDS}
    # Not every search has every step: a word that is nowhere is corrected first.
    steps = [step for step in dict.fromkeys(step for taken in timings for step in taken) if step != "total"]
    by_step = {step: [taken[step] for taken in timings if step in taken] for step in steps}
    return [
        _percentiles("**whole search**", whole),
        *(_percentiles(f"question: {kind}", times) for kind, times in by_kind.items()),
        *(_percentiles(step, times) for step, times in by_step.items()),
    ]


def _percentiles(name: str, times: list[float]) -> Figure:
    return Figure(f"{name}, p50 / p95 ms", (percentile(times, 0.5), percentile(times, 0.95)))


def _size_figures(connection: psycopg.Connection[Any]) -> list[Figure]:
    of_indexes = (
        "SELECT pg_relation_size(indexrelid) FROM pg_stat_user_indexes"
        " WHERE schemaname = current_schema() AND indexrelname LIKE %s"
    )
    of_table = "SELECT pg_table_size(%s::regclass)"
    asked = [(f"{name}, MB", of_indexes, like) for name, like in _INDEXES.items()]
    asked += [(f"table {name}, MB", of_table, name) for name in _TABLES]
    found = [(name, connection.execute(statement, [value]).fetchone()) for name, statement, value in asked]
    return [Figure(name, (row[0] / _MB if row else 0.0,), 0) for name, row in found]


if __name__ == "__main__":
    main()
