"""The two ways in which chunks are found: by meaning and by words."""

from collections.abc import Sequence

from schedario.ports import SearchStore
from schedario.records.document import Vector
from schedario.records.filters import Scope
from schedario.records.search import Match, WeightedWord
from schedario.search.prepare import rarest_within


def vector_arm(store: SearchStore, vector: Vector, limit: int, scope: Scope) -> Sequence[Match]:
    """Return the chunks nearest to the question's vector, best first; the score is the cosine."""
    return store.nearest(vector, limit, scope)


def text_arm(
    store: SearchStore, words: Sequence[WeightedWord], *, limit: int, budget: int, scope: Scope
) -> Sequence[Match]:
    """Return the chunks that have most of the question's words by idf, best first.

    Only words that are rare enough find candidates, so that the work is bounded whatever is asked; all words score. In
    a scope that is bounded itself, all words find: what is common in the archive may be rare there.
    """
    finding = words if scope.exact else rarest_within(words, budget)
    return store.with_words(finding, words, limit, scope, budget=budget) if finding else ()
