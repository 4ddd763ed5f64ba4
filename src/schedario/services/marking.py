"""Says what to mark in the passages of an answer: the question's words, and the sentence that answers best."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from schedario.errors import ModelError
from schedario.lexemes import CJK, lexemes
from schedario.ports import SearchStore
from schedario.records.search import SearchAnswer
from schedario.search.prepare import weigh_words
from schedario.services.quoting import Alike, best_sentence_spans, by_words_only

Span = tuple[int, int]
"""Offset of the first character, and after the last one."""

_PART = re.compile(r"[^\W_]+")
_LINE = re.compile(r"[^\n]+")
_LONGEST_SENTENCE = 300
_TELLING = 0.4
"""A word is marked that is worth this share of the question's rarest at least: "the" stands in every sentence."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What to mark in the text of one passage.

    Attributes:
        words: In order, none of them touching another.
        best: The sentence that answers best.
    """

    words: tuple[Span, ...]
    best: Span


@dataclass(frozen=True, slots=True)
class Marking:
    """Marks passages of one archive.

    Attributes:
        store: Says how common words are.
        languages: Those of documents.
        alike: Compares a question and sentences by meaning.
    """

    store: SearchStore
    languages: tuple[str, ...]
    alike: Alike

    def marks(self, answer: SearchAnswer, *, by_meaning: bool) -> Mapping[int, Marks]:
        """Return what to mark, by the passages' rank.

        Args:
            answer: As the search gave it.
            by_meaning: Whether the best sentence is chosen by meaning too, which takes up to a second; by words where
                the model cannot be asked.
        """
        passages = [passage for group in answer.results for passage in group.passages]
        wanted = self._telling_lexemes(answer.query)
        words = [tuple(_joined(word_spans(one.text, one.language, wanted), one.text)) for one in passages]
        try:
            alike = self.alike if by_meaning else by_words_only
            best = best_sentence_spans(answer.query, passages, self.languages, alike)
        except ModelError:
            best = best_sentence_spans(answer.query, passages, self.languages, by_words_only)
        found = zip(passages, words, best, strict=True)
        return {one.rank: Marks(marked, best_line(one.text, marked, span)) for one, marked, span in found}

    def _telling_lexemes(self, query: str) -> frozenset[str]:
        words = weigh_words(query, self.languages, self.store)
        most = max((word.idf for word in words), default=0.0)
        return frozenset(lexeme for one in words if one.idf >= _TELLING * most for lexeme in one.word.lexemes)


def best_line(text: str, words: Sequence[Span], best: Span) -> Span:
    """Return the best sentence or, of one that has no end since it is rows of a table, the row with most words."""
    start, end = best
    if end - start <= _LONGEST_SENTENCE or "\n" not in text[start:end]:
        return best
    rows = [found.span() for found in _LINE.finditer(text, start, end)]
    return max(rows, key=lambda row: sum(row[0] <= word[0] and word[1] <= row[1] for word in words), default=best)


def word_spans(text: str, language: str, wanted: Collection[str]) -> Iterator[Span]:
    """Yield where in a text words stand that have one of the wanted lexemes, in order."""
    for found in _PART.finditer(text):
        part = found.group()
        if CJK.search(part):
            pairs = ((found.start() + at, part[at : at + 2]) for at in range(len(part) - 1))
            yield from ((at, at + 2) for at, pair in pairs if not _of(pair, language).isdisjoint(wanted))
        elif not _of(part, language).isdisjoint(wanted):
            yield found.span()


@lru_cache(maxsize=16384)
def _of(part: str, language: str) -> frozenset[str]:
    return frozenset(lexemes(part, language))


def _joined(spans: Iterator[Span], text: str) -> list[Span]:
    """Return spans where those that touch, or that only a sign stands between, are one: "RE-2024/0815"."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and not any(map(str.isspace, text[joined[-1][1] : start])) and start - joined[-1][1] <= 1:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
