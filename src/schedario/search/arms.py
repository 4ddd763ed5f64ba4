"""The two ways in which chunks are found: by meaning and by words."""

from collections.abc import Sequence

from schedario.ports import SearchStore
from schedario.records.document import Vector
from schedario.records.search import Match, WeightedWord
from schedario.search.prepare import rarest_within


def vector_arm(store: SearchStore, vector: Vector, limit: int) -> Sequence[Match]:
    """Return the chunks nearest to the question's vector, best first; the score is the cosine."""
    return store.nearest(vector, limit)


def text_arm(store: SearchStore, words: Sequence[WeightedWord], *, limit: int, budget: int) -> Sequence[Match]:
    """Return the chunks that have most of the question's words by idf, best first.

    Only words that are rare enough find candidates, so that the work is bounded whatever is asked; all words score.
    """
    finding = rarest_within(words, budget)
    return store.with_words(finding, words, limit) if finding else ()
