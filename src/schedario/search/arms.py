"""The ways in which chunks are found: by meaning and by words, or by the phrases that they must hold."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedario.ports import SearchStore
from schedario.records.candidate import ChunkWindow, Match, TextRange
from schedario.records.document import Vector
from schedario.records.filters import Scope
from schedario.records.query import WeightedWord
from schedario.search.phrases import Phrase
from schedario.search.prepare import rarest_within, weigh_sure_words


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


@dataclass(frozen=True, slots=True)
class PhraseMatches:
    """What the phrase arm found.

    Attributes:
        matches: Chunks, by key; the score says nothing.
        degraded: What was not looked at, in a sentence; empty when all was.
    """

    matches: Sequence[Match]
    degraded: str = ""


def phrase_arm(store: SearchStore, phrases: Sequence[Phrase], *, budget: int, scope: Scope) -> PhraseMatches:
    """Return the chunks that hold one of the phrases and have the others in them or in a neighbour on their page.

    Chunks are found by the rarest word of all phrases, and the phrases are then looked for in the text itself. One that
    goes on in the next chunk belongs to the chunk in which it begins.
    """
    words = weigh_sure_words([word for phrase in phrases for word in phrase.words], store)
    windows = store.windows_with_all(words, scope.chunks if scope.exact else budget, scope)
    # A phrase may go on beyond the window, and be longer there by blank lines.
    beyond = 2 * max(len(phrase.text) for phrase in phrases)
    texts = store.cut([TextRange(found.document, found.first, found.last + beyond) for found in windows])
    held = [found for found, text in zip(windows, texts, strict=True) if _holds(found, text, phrases)]
    matches = [Match(found.chunk, found.document, 1.0) for found in held]
    return PhraseMatches(matches, _left_out(words, phrases, budget, scope))


def _holds(window: ChunkWindow, text: str, phrases: Sequence[Phrase]) -> bool:
    own = text[window.start - window.first :]
    here = any(
        phrase.begins_in(own[: window.end - window.start]) or phrase.begins_in(own, window.next_start - window.start)
        for phrase in phrases
    )
    return here and all(phrase.begins_in(text, window.last - window.first) for phrase in phrases)


def _left_out(words: Sequence[WeightedWord], phrases: Sequence[Phrase], budget: int, scope: Scope) -> str:
    rarest = min(word.frequency for word in words)
    if scope.exact or rarest <= budget:
        return ""
    named = " and ".join(f'"{phrase.text}"' for phrase in phrases)
    return (
        f"All words of {named} are common: of {rarest:,} passages that may hold it, {budget:,} were looked at. "
        "Add a rarer word to the phrase, or narrow the search"
    )
