"""Finding chunks: the search store of one archive."""

from collections.abc import Sequence

from pgvector import HalfVector
from psycopg import sql
from psycopg.rows import DictRow

from schedario.db.filters import filter_values, passes, passing_chunks
from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.db.rows import SPAN_COLUMNS, chunk_span, document_head
from schedario.db.spaces import Space, active_space, find_space
from schedario.db.text_blocks import BLOCK_CHARACTERS
from schedario.db.windows import all_passing_windows, passing_windows, windows
from schedario.db.words import (
    all_passing_chunks_with_words,
    any_word,
    can_occur,
    chunks_with_words,
    every_word,
    passing_chunks_with_words,
    word_queries,
    word_query,
)
from schedario.errors import SpaceMismatchError, SpaceReplacedError
from schedario.records.candidate import ChunkFacts, ChunkSpan, ChunkWindow, Match, TextRange
from schedario.records.document import ChunkId, DocumentId, Vector
from schedario.records.filters import Filters, Scope
from schedario.records.query import Counts, LexemeLike, Query, WeightedWord
from schedario.records.search import DocumentHead

_LEAST_WIDTH = 100
_MOST_WIDTH = 1000
"""The most that hnsw.ef_search may be; beyond it, the iterative scan goes on by itself."""

_MOST_LOOKED_AT = 5000
"""Chunks that may be looked at one by one: 95 ms by this, 157 by the index, and 142 against 117 at twice as many
(docs/measurement.md, under a filter)."""


class Search:
    """The chunks of one archive (``ports.SearchStore``)."""

    def __init__(self, pool: ArchivePool, space: Space | None = None) -> None:
        """Search by the vectors in a space; without one in that which is active at the time of each query."""
        self._pool = pool
        self._space = space

    def in_space(self, fingerprint: str) -> "Search":
        """See ``SearchStore``."""
        with self._pool.reading() as connection:
            space = find_space(connection, fingerprint)
        if space is None:
            raise _replaced()
        return Search(self._pool, space)

    def ensure_space(self) -> None:
        """See ``SearchStore``."""
        if self._space is None:
            return
        with self._pool.reading() as connection:
            if find_space(connection, self._space.spec.fingerprint) is None:
                raise _replaced()

    def counts(self) -> Counts:
        """See ``SearchStore``."""
        with self._pool.reading() as connection:
            row = connection.execute(query("read_counter")).fetchone()
        return Counts(**row) if row else Counts(0, 0, {})

    def scope(self, filters: Filters) -> Scope:
        """Count what passes the filters."""
        if not filters.names:
            held = self.counts()
            return Scope(filters, held.documents, held.chunks, exact=False)
        with self._pool.reading() as connection:
            counted = connection.execute(composed("count_passing", passes=passes()), filter_values(filters)).fetchone()
        found = counted or {"documents": 0, "chunks": 0}
        return Scope(filters, found["documents"], found["chunks"], exact=found["chunks"] <= _MOST_LOOKED_AT)

    def nearest(self, vector: Vector, limit: int, scope: Scope | None = None) -> Sequence[Match]:
        """Return the chunks nearest to a vector in the active space, best first; the score is the cosine.

        With a scope only chunks that pass, and as many as asked whenever there are as many.

        Raises:
            SpaceMismatchError: The vector is not as wide as the space.
        """
        if scope and scope.filters.names:
            return self._nearest_passing(vector, limit, scope)
        # Only a width beyond the session's own needs a transaction to hold it.
        wide = limit > _LEAST_WIDTH
        with self._pool.transaction() if wide else self._pool.reading() as connection:
            space = self._space or active_space(connection)
            if space is None or limit < 1:
                return ()
            _require_width(space, vector)
            if wide:
                connection.execute(query("search_width"), {"width": str(min(limit, _MOST_WIDTH))})
            # The space's number and width are literals: only so can its partial index be chosen.
            found = connection.execute(
                composed("nearest_chunks", space=sql.Literal(space.id), dimensions=sql.Literal(space.spec.dimensions)),
                {"vector": HalfVector(list(vector)), "limit": limit},
            )
            return [_match(row) for row in found.fetchall()]

    def _nearest_passing(self, vector: Vector, limit: int, scope: Scope) -> Sequence[Match]:
        """Return the nearest chunks that pass: out of the index, or where it gives too few, by looking at each."""
        with self._pool.transaction() as connection:
            space = self._space or active_space(connection)
            if space is None or limit < 1:
                return ()
            _require_width(space, vector)
            number = sql.Literal(space.id)
            values = {"vector": HalfVector(list(vector)), "limit": limit, **filter_values(scope.filters)}
            if not scope.exact:
                width = sql.Literal(space.spec.dimensions)
                by_index = composed("nearest_passing_chunks", space=number, dimensions=width, passes=passes())
                connection.execute(query("search_beyond"))
                found = [_match(row) for row in connection.execute(by_index, values).fetchall()]
                if len(found) >= min(limit, scope.chunks):
                    return found
            of_all = composed("nearest_of_all_passing_chunks", space=number, passing_chunks=passing_chunks())
            return [_match(row) for row in connection.execute(of_all, values).fetchall()]

    def frequencies(self, lexemes: Sequence[str]) -> dict[str, int]:
        """Return in how many chunks each lexeme occurs; those that occur nowhere are left out."""
        wanted = [lexeme for lexeme in lexemes if can_occur(lexeme)]
        with self._pool.reading() as connection:
            found = connection.execute(query("lexeme_frequencies"), {"lexemes": wanted}).fetchall()
        return {row["lexeme"]: row["chunks"] for row in found}

    def lexemes_like(self, likes: Sequence[LexemeLike], limit: int) -> dict[str, int]:
        """Return lexemes that are like these, with the number of chunks that have them.

        Of those with one beginning the first ``limit`` are looked at.
        """
        wanted = [like for like in likes if can_occur(like.lexeme)]
        values = {
            "lexemes": [like.lexeme for like in wanted],
            "starts": [like.beginning for like in wanted],
            # The collation is that of code points, so the next one ends the range.
            "ends": [like.beginning[:-1] + chr(ord(like.beginning[-1]) + 1) for like in wanted],
            "slips": [like.slips for like in wanted],
            "limit": limit,
        }
        with self._pool.reading() as connection:
            return {
                row["lexeme"]: row["chunks"] for row in connection.execute(query("lexemes_like"), values).fetchall()
            }

    def with_words(
        self,
        finding: Sequence[WeightedWord],
        scoring: Sequence[WeightedWord],
        limit: int,
        scope: Scope | None = None,
        *,
        budget: int,
    ) -> Sequence[Match]:
        """Return chunks that have any of the finding words, best first; with a scope only those that pass.

        The score is the sum of the idf of the scoring words that the chunk has; ties go by chunk id. No more chunks are
        looked at than the budget says, unless the scope is exact, which is bounded itself.
        """
        wanted = any_word(finding)
        if not wanted or limit < 1:
            return ()
        values: dict[str, object] = {
            "finding": wanted,
            "words": word_queries(scoring),
            "idfs": [word.idf for word in scoring],
            "limit": limit,
            "budget": budget,
        }
        if scope is None or not scope.filters.names:
            statement = chunks_with_words()
        else:
            statement = all_passing_chunks_with_words() if scope.exact else passing_chunks_with_words()
            values |= filter_values(scope.filters)
        with self._pool.reading() as connection:
            return [_match(row) for row in connection.execute(statement, values).fetchall()]

    def windows_with_all(
        self, words: Sequence[WeightedWord], limit: int, scope: Scope | None = None
    ) -> Sequence[ChunkWindow]:
        """Return chunks that have all of the words together with their neighbours, in the order of their keys.

        No more than ``limit`` chunks with the rarest word are looked at, of those that pass the scope.
        """
        if not all(word.frequency for word in words):
            return ()
        rarest = min(words, key=lambda word: word.frequency)
        values = {"finding": word_query(rarest), "all_words": every_word(words), "budget": limit}
        if scope and scope.filters.names:
            values |= filter_values(scope.filters)
            statement = all_passing_windows() if scope.exact else passing_windows()
        else:
            statement = windows()
        with self._pool.reading() as connection:
            return [ChunkWindow(**row) for row in connection.execute(statement, values).fetchall()]

    def facts(self, chunks: Sequence[ChunkId], query_: Query) -> Sequence[ChunkFacts]:
        """Return what scoring needs to know of each chunk, in no order; chunks that are gone are left out.

        Without a vector every cosine is 0.
        """
        if not chunks:
            return ()
        values = {
            "chunks": list(chunks),
            "vector": HalfVector(list(query_.vector)) if query_.vector else None,
            "words": word_queries(query_.words),
            "space": self._space.id if self._space else None,
        }
        with self._pool.reading() as connection:
            found = connection.execute(query("chunk_facts"), values).fetchall()
        return [
            ChunkFacts(row["chunk"], row["document"], row["ordinal"], row["cosine"], tuple(row["words_found"]))
            for row in found
        ]

    def token_codes(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, bytes]:
        """Return the codes of each chunk's tokens in the active space; chunks that are gone are left out."""
        if not chunks:
            return {}
        with self._pool.reading() as connection:
            # As bytes, not as twice as many hexadecimal digits.
            values = {"chunks": list(chunks), "space": self._space.id if self._space else None}
            found = connection.execute(query("token_codes"), values, binary=True).fetchall()
        return {row["chunk"]: row["token_codes"] for row in found}

    def neighbourhood(self, chunks: Sequence[ChunkId], reach: int) -> Sequence[ChunkSpan]:
        """Return where these chunks and up to ``reach`` neighbours on each side lie, by document and ordinal."""
        with self._pool.reading() as connection:
            found = connection.execute(
                composed("neighbourhood", columns=SPAN_COLUMNS), {"chunks": list(chunks), "reach": reach}
            )
            return [chunk_span(row) for row in found]

    def cut(self, ranges: Sequence[TextRange]) -> Sequence[str]:
        """Cut ranges out of the documents' own texts, in the order asked; a range that is gone gives an empty text."""
        values = {
            "documents": [wanted.document for wanted in ranges],
            "starts": [wanted.start for wanted in ranges],
            "ends": [wanted.end for wanted in ranges],
            "block_characters": BLOCK_CHARACTERS,
        }
        with self._pool.reading() as connection:
            return [row["text"] for row in connection.execute(query("cut_texts"), values)]

    def heads(self, documents: Sequence[DocumentId]) -> dict[DocumentId, DocumentHead]:
        """Return what an answer says of each document; those that are gone are left out."""
        if not documents:
            return {}
        with self._pool.reading() as connection:
            found = connection.execute(query("document_heads"), {"documents": list(documents)})
            heads = [document_head(row) for row in found]
        return {head.id: head for head in heads}


def _match(row: DictRow) -> Match:
    return Match(row["chunk"], row["document"], row["score"])


def _replaced() -> SpaceReplacedError:
    return SpaceReplacedError("another model became the archive's while it was asked", remedy="Ask again")


def _require_width(space: Space, vector: Vector) -> None:
    if len(vector) != space.spec.dimensions:
        raise SpaceMismatchError(
            f"a vector of {len(vector)} numbers does not fit the archive's {space.spec.dimensions}",
            remedy=f"Use the model that the archive was made with ({space.spec.model})",
        )
