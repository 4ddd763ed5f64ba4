"""From what a person typed to a query that both arms understand."""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from schedario.errors import EmptyQueryError
from schedario.lexemes import query_words
from schedario.ports import SearchStore
from schedario.records.query import Counts, QueryWord, WeightedWord
from schedario.search.spelling import by_beginning, likes, near

NEAR_CREDIT = 0.8
"""What a word is worth that a chunk has in another spelling than the question's."""

WHOLE_WORTH = 2.0
"""What a code as it stands is worth beside its parts and their pairs, which its siblings have too."""

MOST_KNOWN = 2000
"""Lexemes with one beginning that are looked at."""

MAX_QUERY_CHARACTERS = 2000
"""What lies beyond adds nothing that an embedder of 512 tokens would see."""


def question(text: str) -> str:
    """Return a question without surrounding or invisible characters, cut at ``MAX_QUERY_CHARACTERS``.

    Raises:
        EmptyQueryError: Nothing is left that could be searched for.
    """
    # Lone surrogates (bytes of the terminal that are no UTF-8) can be neither embedded nor stored.
    # Format characters (soft hyphens, zero widths) vanish, as they do in documents.
    printable = "".join(_searchable(c) for c in text)
    trimmed = " ".join(printable.split())[:MAX_QUERY_CHARACTERS]
    if not any(map(str.isalnum, trimmed)):
        raise EmptyQueryError("the query is empty", remedy="Type a question or some words to search for")
    return trimmed


def _searchable(character: str) -> str:
    if character.isprintable() or character in "\u200c\u200d":
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def weigh_words(text: str, languages: tuple[str, ...], store: SearchStore) -> tuple[WeightedWord, ...]:
    """Return a question's words with their weights in this archive.

    A word keeps only those of its lexemes that occur in the archive; one that occurs nowhere keeps none, and still
    counts: an answer that lacks it covers less of the question. A code that stands nowhere as it was typed is left
    out: its parts and pairs speak for it, and they may stand in a longer code. A word of a language that occurs nowhere
    stands for those that are spelled nearly so or begin with it, for less.
    """
    words = query_words(text, languages)
    frequencies = store.frequencies(sorted({lexeme for word in words for lexeme in word.lexemes}))
    counts = store.counts()
    weighted = [_weighted(word, frequencies, counts) for word in words]
    asked_for = [word for word in weighted if word.frequency or word.word.kind != "whole"]
    lost = {word.text: word for word, found in zip(words, weighted, strict=True) if _is_lost(found)}
    if not lost:
        return tuple(asked_for)
    frequencies = store.lexemes_like(likes(lexeme for word in lost.values() for lexeme in word.lexemes), MOST_KNOWN)
    known = _Known(frequencies, by_beginning(frequencies), counts)
    return tuple(_meant(found, lost[found.word.text], known) if _is_lost(found) else found for found in asked_for)


def weigh_sure_words(words: Sequence[QueryWord], store: SearchStore) -> tuple[WeightedWord, ...]:
    """Return the words of phrases with how common they are; one that occurs nowhere has a frequency of 0."""
    frequencies = store.frequencies(sorted({lexeme for word in words for lexeme in word.lexemes}))
    counts = replace(store.counts(), by_language={})
    return tuple(_weighted(word, frequencies, counts) for word in words)


def _is_lost(word: WeightedWord) -> bool:
    """Say whether a word of a language occurs nowhere."""
    return word.frequency == 0 and word.word.kind == "word"


@dataclass(frozen=True, slots=True)
class _Known:
    """The lexemes that a word may have meant, with their frequencies among the archive's chunks."""

    frequencies: dict[str, int]
    by_beginning: dict[str, list[str]]
    counts: Counts


def _meant(unknown: WeightedWord, word: QueryWord, known: _Known) -> WeightedWord:
    """Let a word that occurs nowhere stand for those it may have meant, for less; as it is when there are none."""
    meant = near(word.lexemes, known.by_beginning)
    if not meant:
        return unknown
    return replace(_weighted(replace(word, lexemes=meant), known.frequencies, known.counts), credit=NEAR_CREDIT)


def _weighted(word: QueryWord, frequencies: dict[str, int], counts: Counts) -> WeightedWord:
    """Weigh a word by how rare it is among the chunks, or among those of a language where it is less so.

    Else the small words of a language of which the archive has little would count as rare.
    """
    present = tuple(lexeme for lexeme in word.lexemes if lexeme in frequencies)
    frequency = min(sum(frequencies[lexeme] for lexeme in present), counts.chunks)
    shares = [frequencies[lexeme] / counts.of(lexeme) for lexeme in present]
    common = max(frequency, min(1.0, max(shares, default=0.0)) * counts.chunks)
    worth = WHOLE_WORTH if word.kind == "whole" else 1.0
    return WeightedWord(replace(word, lexemes=present), frequency, worth * idf(common, counts.chunks))


def idf(frequency: float, chunks: int) -> float:
    """Return the inverse document frequency ``ln(1 + (N - n + 0.5) / (n + 0.5))``, never negative.

    N is the number of chunks, n how many have the word (Robertson and Sparck Jones 1976, in the form of Lucene's
    BM25, which adds one so that a word in more than half of the chunks does not count against them).
    """
    return math.log1p((chunks - frequency + 0.5) / (frequency + 0.5))


def rarest_within(words: Sequence[WeightedWord], budget: int) -> tuple[WeightedWord, ...]:
    """Return the rarest words whose frequencies add up to the budget at most, rarest first.

    The rarest word that occurs at all is always among them, so that a query of common words finds something.
    """
    chosen: list[WeightedWord] = []
    spent = 0
    for word in sorted((word for word in words if word.frequency), key=lambda word: word.frequency):
        spent += word.frequency
        if chosen and spent > budget:
            break
        chosen.append(word)
    return tuple(chosen)
