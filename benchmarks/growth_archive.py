"""Puts generated documents into an archive's tables in bulk.

The product writes a document at a time, which at a million chunks would take a day. Here rows are copied while the
large indexes are away, which are then made anew by their own definitions; what a search meets is the same. An index of
words that grew row by row would be larger.
"""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
import psycopg
from benchmarks.growth_text import LANGUAGES, Vocabulary
from benchmarks.growth_vectors import Topics
from numpy.typing import NDArray
from pgvector import HalfVector
from psycopg import sql

from schedario.db.public_id import ALPHABET, LENGTH
from schedario.db.text_blocks import text_blocks

CHUNKS_PER_DOCUMENT = 20
WORDS_PER_CHUNK = 110
_TOKENS = 85
"""Tokens of a chunk whose codes are kept, as in real texts."""
_DOCUMENTS_AT_ONCE = 500
_FILE_TIME = datetime(2026, 1, 1, tzinfo=UTC)

_DOCUMENT = "id, path, name, status, size_bytes, modified, content_hash, text_hash, language, pages, chunks, characters"
_PAGE = "document_id, ordinal, start_offset, end_offset, kind, label, origin"
_CHUNK = "id, document_id, ordinal, start_offset, end_offset, page_ordinal, heading_path, tokens, language, lexemes"


@dataclass(frozen=True)
class BuildTimes:
    """Seconds that the parts of growing took."""

    rows: float
    vector_index: float
    word_index: float


@dataclass(frozen=True)
class _Document:
    """One generated document; ``ranks`` are its chunks' words."""

    number: int
    id: str
    language: str
    ranks: tuple[NDArray[np.int64], ...]
    texts: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.texts)


@dataclass(frozen=True)
class GrowingArchive:
    """An archive whose generated part grows.

    Attributes:
        connection: With the archive's search path, in autocommit, of a superuser.
        vocabulary: Of its texts.
        topics: Of its vectors.
        memory: ``maintenance_work_mem`` while indexes are made, as PostgreSQL writes it.
    """

    connection: psycopg.Connection[Any]
    vocabulary: Vocabulary
    topics: Topics
    memory: str

    def grow(self, chunks: int) -> BuildTimes:
        """Add documents until there are so many chunks; all times are 0 when there are already."""
        started = time.perf_counter()
        new = range(self._count("document"), chunks // CHUNKS_PER_DOCUMENT)
        if not new:
            return BuildTimes(0.0, 0.0, 0.0)
        vectors, words = self._take_indexes_away()
        for numbers in _batches(new):
            self._add(numbers)
        self._count_in()
        rows = time.perf_counter()
        self.connection.execute(sql.SQL("SET maintenance_work_mem TO {}").format(sql.Literal(self.memory)))
        self.connection.execute(vectors)
        of_vectors = time.perf_counter()
        self.connection.execute(words)
        of_words = time.perf_counter()
        # What the server's own housekeeping would have done by now.
        self.connection.execute("VACUUM ANALYZE")
        self.connection.execute("CHECKPOINT")
        return BuildTimes(rows - started, of_vectors - rows, of_words - of_vectors)

    def words_of_document(self, chance: random.Random) -> NDArray[np.int64]:
        """Return the words of a document at random."""
        return np.concatenate(_document(self.vocabulary, chance.randrange(self._count("document"))).ranks)

    def _take_indexes_away(self) -> tuple[sql.SQL, sql.SQL]:
        """Drop both large indexes and return what makes them: that of vectors, that of words."""
        found = self.connection.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()"
            " AND (indexname LIKE 'embedding_space_%_hnsw' OR indexname = 'chunk_lexemes') ORDER BY indexname DESC"
        ).fetchall()
        (vectors, vectors_made), (words, words_made) = found
        self.connection.execute(sql.SQL("DROP INDEX {}, {}").format(sql.Identifier(vectors), sql.Identifier(words)))
        return sql.SQL(vectors_made), sql.SQL(words_made)

    def _count(self, table: str) -> int:
        counted = self.connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
        return int(counted[0]) if counted else 0

    def _add(self, numbers: range) -> None:
        documents = [_document(self.vocabulary, number) for number in numbers]
        chance = np.random.default_rng(numbers.start)
        vectors = self.topics.vectors(len(documents), CHUNKS_PER_DOCUMENT, chance).astype(np.float16)
        ids = range(numbers.start * CHUNKS_PER_DOCUMENT + 1, numbers.stop * CHUNKS_PER_DOCUMENT + 1)
        with self.connection.transaction():
            # What refers to what is known: it need not be looked up row by row.
            self.connection.execute("SET LOCAL session_replication_role TO replica")
            self._copy("document", _DOCUMENT, map(_document_row, documents))
            self._copy("page", _PAGE, ((d.id, 0, 0, len(d.text), "body", "", "text") for d in documents))
            self._copy("text_block", "document_id, ordinal, text", _block_rows(documents))
            self._copy("chunk", _CHUNK, self._chunk_rows(documents, ids))
            self._copy_vectors(ids, vectors, chance)

    def _copy(self, table: str, columns: str, rows: Iterable[Sequence[object]]) -> None:
        statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), sql.SQL(columns))
        with self.connection.cursor().copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def _copy_vectors(self, ids: range, vectors: NDArray[np.float16], chance: np.random.Generator) -> None:
        (space,) = self.connection.execute("SELECT id FROM embedding_space WHERE active").fetchone() or (0,)
        statement = "COPY embedding (chunk_id, space_id, vector, token_codes) FROM STDIN (FORMAT BINARY)"
        with self.connection.cursor().copy(statement) as copy:
            copy.set_types(["int8", "int4", "halfvec", "bytea"])
            for id_, vector in zip(ids, vectors, strict=True):
                copy.write_row((id_, space, HalfVector(vector), chance.bytes(_TOKENS * vectors.shape[1] // 8)))

    def _chunk_rows(self, documents: Sequence[_Document], ids: range) -> Iterator[tuple[object, ...]]:
        numbers = iter(ids)
        for document in documents:
            start = 0
            for ordinal, (ranks, text) in enumerate(zip(document.ranks, document.texts, strict=True)):
                found = self.vocabulary.lexemes_of(ranks, document.language)
                place: tuple[object, ...] = (document.id, ordinal, start, start + len(text), 0, [], WORDS_PER_CHUNK)
                yield next(numbers), *place, document.language, " ".join(f"'{lexeme}'" for lexeme in found)
                start += len(text) + 1

    def _count_in(self) -> None:
        """Bring up to date what the product keeps with each write."""
        with self.connection.transaction():
            self.connection.execute("SELECT setval(pg_get_serial_sequence('chunk', 'id'), max(id)) FROM chunk")
            self.connection.execute(
                "UPDATE counter SET documents = (SELECT count(*) FROM document), chunks = (SELECT count(*) FROM chunk)"
            )
            self.connection.execute("TRUNCATE lexeme_frequency, language_counter")
            self.connection.execute(
                "INSERT INTO language_counter (language, chunks)"
                " SELECT language, sum(chunks) FROM document GROUP BY language"
            )
            self.connection.execute(
                "INSERT INTO lexeme_frequency (lexeme, chunks) SELECT lexeme, count(*) FROM chunk"
                " CROSS JOIN LATERAL unnest(tsvector_to_array(lexemes)) AS lexeme GROUP BY lexeme"
            )


def _document(vocabulary: Vocabulary, number: int) -> _Document:
    """Make the document of a number, the same one each time."""
    chance = np.random.default_rng(number)
    ranks = tuple(vocabulary.draw(chance, WORDS_PER_CHUNK) for _ in range(CHUNKS_PER_DOCUMENT))
    letters = random.Random(number).choices(ALPHABET, k=LENGTH)
    texts = tuple(vocabulary.text(words) for words in ranks)
    return _Document(number, "".join(letters), LANGUAGES[number % len(LANGUAGES)], ranks, texts)


def _document_row(document: _Document) -> tuple[object, ...]:
    path, characters = f"/generated/{document.number}.txt", len(document.text)
    facts = (path.encode(), path, "indexed", characters, _FILE_TIME, str(document.number), str(document.number))
    return document.id, *facts, document.language, 1, CHUNKS_PER_DOCUMENT, characters


def _block_rows(documents: Sequence[_Document]) -> Iterator[tuple[object, ...]]:
    for document in documents:
        for ordinal, block in enumerate(text_blocks(document.text)):
            yield document.id, ordinal, block


def _batches(numbers: range) -> Iterator[range]:
    for start in range(numbers.start, numbers.stop, _DOCUMENTS_AT_ONCE):
        yield range(start, min(start + _DOCUMENTS_AT_ONCE, numbers.stop))
