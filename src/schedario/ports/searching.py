"""What finds chunks, and keeps what was asked."""

from collections.abc import Sequence
from typing import Protocol

from schedario.records.candidate import ChunkFacts, ChunkSpan, ChunkWindow, Match, TextRange
from schedario.records.document import ChunkId, DocumentId, Vector
from schedario.records.filters import Filters, Scope
from schedario.records.query import Counts, LexemeLike, Query, WeightedWord
from schedario.records.search import DocumentHead, SearchAnswer


class SearchStore(Protocol):
    """Finds chunks."""

    def in_space(self, fingerprint: str) -> "SearchStore":
        """Return the same chunks by their vectors in one space, whichever is active.

        Raises:
            SpaceReplacedError: There is no such space any more.
        """
        ...

    def ensure_space(self) -> None:
        """Make sure that the space is still there which this store is about, so that nothing was missed in it.

        Raises:
            SpaceReplacedError: It is gone.
        """
        ...

    def counts(self) -> Counts:
        """Return how much the archive holds, as kept."""
        ...

    def scope(self, filters: Filters) -> Scope:
        """Count what passes the filters."""
        ...

    def nearest(self, vector: Vector, limit: int, scope: Scope | None = None) -> Sequence[Match]:
        """Return the chunks nearest to a vector in the active space, best first; the score is the cosine.

        With a scope only chunks that pass, and as many as asked whenever there are as many.
        """
        ...

    def frequencies(self, lexemes: Sequence[str]) -> dict[str, int]:
        """Return in how many chunks each lexeme occurs; those that occur nowhere are left out."""
        ...

    def lexemes_like(self, likes: Sequence[LexemeLike], limit: int) -> dict[str, int]:
        """Return lexemes that are like these, with the number of chunks that have them.

        Of those with one beginning the first ``limit`` are looked at.
        """
        ...

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
        ...

    def windows_with_all(
        self, words: Sequence[WeightedWord], limit: int, scope: Scope | None = None
    ) -> Sequence[ChunkWindow]:
        """Return chunks that have all of the words together with their neighbours, in the order of their keys.

        No more than ``limit`` chunks with the rarest word are looked at, of those that pass the scope.
        """
        ...

    def facts(self, chunks: Sequence[ChunkId], query: Query) -> Sequence[ChunkFacts]:
        """Return what scoring needs to know of each chunk, in no order; chunks that are gone are left out."""
        ...

    def token_codes(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, bytes]:
        """Return the codes of each chunk's tokens in the active space; chunks that are gone are left out."""
        ...

    def neighbourhood(self, chunks: Sequence[ChunkId], reach: int) -> Sequence[ChunkSpan]:
        """Return where these chunks and up to ``reach`` neighbours on each side lie, by document and ordinal."""
        ...

    def cut(self, ranges: Sequence[TextRange]) -> Sequence[str]:
        """Cut ranges out of the documents' own texts, in the order asked; a range that is gone gives an empty text."""
        ...

    def heads(self, documents: Sequence[DocumentId]) -> dict[DocumentId, DocumentHead]:
        """Return what an answer says of each document; those that are gone are left out."""
        ...


class SearchLog(Protocol):
    """Keeps searches with their traces; never a document's text."""

    def record(self, answer: SearchAnswer) -> None:
        """Keep what was asked, what each step did and which passages came out."""
        ...

    def queries(self, limit: int) -> Sequence[str]:
        """Return what was asked, the newest first, each once."""
        ...

    def clear(self, days: int = 0) -> int:
        """Forget the searches that are older than some days, or all of them; return how many they were."""
        ...
