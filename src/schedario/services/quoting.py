"""The best sentence of each passage, as it stands there: the answer where no model writes one."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schedario.lexemes import lexemes, query_words
from schedario.records.asking import AnswerSentence, AnswerSource
from schedario.records.query import QueryWord
from schedario.records.search import Passage
from schedario.sentences import sentence_spans

_MOST_CHARACTERS = 600
_LEAST_LETTERS = 12
"""A heading's number or a cell's figure is no answer by itself."""
_HEADING_WORDS = 6
_SAID = re.compile(r"[.!?…。！？:;]\W*$|[|\t]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""What a heading seldom has: an end, cells; scripts without spaces are not counted by words."""

_CODE_WEIGHT = 2.0
"""What a code, number or name of the question is worth beside a word: it says more exactly what is meant."""


_WORDS_WEIGHT = 0.5
"""What all words of the question add to the cosine of a sentence; docs/measurement.md."""
_MOST_COMPARED = 64
"""Sentences that are compared by meaning, which takes some ten milliseconds each."""

Alike = Callable[[str, Sequence[str], Sequence[str]], Sequence[float]]
"""Says how like a question sentences in their languages are; see ``Likeness``."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a passage with the question's words that it has, by their places.

    Attributes:
        text: As a quotation, in one line.
        found: Places of the words.
        start: Offset in the passage's text.
        end: Offset after its last character.
    """

    text: str
    found: frozenset[int]
    start: int
    end: int


def quotations(
    question: str, sources: Sequence[AnswerSource], languages: tuple[str, ...], alike: Alike
) -> list[AnswerSentence]:
    """Return a quotation of each source, in their order; one that another source gave already is left out.

    The best sentence is that with the largest cosine + 0.5 c, where c is the share of the question's words that it has,
    each worth ln(1 + n / f): n is the number of sentences looked at, f that of those with the word. Of equals, the
    first.

    Raises:
        ModelError: Sentences cannot be compared by meaning.
    """
    quoted: dict[str, AnswerSentence] = {}
    passages = [source.passage for source in sources]
    for source, best in zip(sources, _best_sentences(question, passages, languages, alike), strict=True):
        quoted.setdefault(best.text, AnswerSentence(best.text, (source.number,), new_line=True))
    return list(quoted.values())


def best_sentence_spans(
    question: str, passages: Sequence[Passage], languages: tuple[str, ...], alike: Alike
) -> list[tuple[int, int]]:
    """Return where in each passage's text its best sentence stands, as ``quotations`` chooses it; raises as that."""
    return [(best.start, best.end) for best in _best_sentences(question, passages, languages, alike)]


def _best_sentences(
    question: str, passages: Sequence[Passage], languages: tuple[str, ...], alike: Alike
) -> list[_Sentence]:
    words = query_words(question, languages)
    read = [_sentences(passage, words) for passage in passages]
    coverage = _coverage(words, read)
    cosines = _cosines(question, passages, read, alike)
    best = []
    for sentences, covered, near in zip(read, coverage, cosines, strict=True):
        scores = [cosine + _WORDS_WEIGHT * share for cosine, share in zip(near, covered, strict=True)]
        best.append(sentences[scores.index(max(scores))])
    return best


def by_words_only(question: str, sentences: Sequence[str], languages: Sequence[str]) -> Sequence[float]:
    """Compare nothing by meaning, so that the words decide."""
    return [0.0] * len(sentences)


def _cosines(
    question: str, passages: Sequence[Passage], read: Sequence[Sequence[_Sentence]], alike: Alike
) -> list[Sequence[float]]:
    """Return the cosines of each passage's sentences; of the last passages none are compared when there are many."""
    texts: list[str] = []
    tongues: list[str] = []
    for passage, sentences in zip(passages, read, strict=True):
        if len(texts) + len(sentences) > _MOST_COMPARED:
            break
        # With one sentence there is nothing to choose.
        texts += [sentence.text for sentence in sentences if len(sentences) > 1]
        tongues += [passage.language for _ in sentences if len(sentences) > 1]
    found = iter(alike(question, texts, tongues)) if texts else iter(())
    return [[next(found, 0.0) if len(sentences) > 1 else 0.0 for _ in sentences] for sentences in read]


def _sentences(passage: Passage, words: Sequence[QueryWord]) -> list[_Sentence]:
    """Return the sentences that the chunk takes part in, whole where the passage has all of them; at least one."""
    first, last = passage.best_start - passage.start, passage.best_end - passage.start
    spans = [(start, end) for start, end in sentence_spans(passage.text) if start < last and end > first]
    long_enough = [span for span in spans if sum(map(str.isalpha, passage.text[slice(*span)])) >= _LEAST_LETTERS]
    telling = [span for span in long_enough if not _is_heading(passage.text[slice(*span)])]
    chosen = telling or long_enough or spans or [(first, last)]
    return [_sentence(passage, start, end, words) for start, end in chosen]


def _is_heading(text: str) -> bool:
    """Say whether a text looks like a heading, which is no answer: few words, no end, no cells of a table."""
    return len(text.split()) <= _HEADING_WORDS and not _SAID.search(text)


def _sentence(passage: Passage, start: int, end: int, words: Sequence[QueryWord]) -> _Sentence:
    text = passage.text[start:end]
    return _Sentence(_short(text), _found(text, passage.language, words), start, end)


def _found(text: str, language: str, words: Sequence[QueryWord]) -> frozenset[int]:
    held = set(lexemes(text, language))
    return frozenset(place for place, word in enumerate(words) if held.intersection(word.lexemes))


def _coverage(words: Sequence[QueryWord], read: Sequence[Sequence[_Sentence]]) -> list[list[float]]:
    """Return for each sentence of each source the share of the question's words that it has, 0 to 1."""
    all_found = [sentence.found for sentences in read for sentence in sentences]
    counts = Counter(place for found in all_found for place in found)
    weights = [
        math.log1p(len(all_found) / max(counts[place], 1)) * (1.0 if word.kind == "word" else _CODE_WEIGHT)
        for place, word in enumerate(words)
    ]
    whole = sum(weights) or 1.0
    return [[sum(weights[place] for place in sentence.found) / whole for sentence in one] for one in read]


def _short(text: str) -> str:
    """Return a sentence in one line, cut where it is too long."""
    one = " ".join(text.split())
    return one if len(one) <= _MOST_CHARACTERS else f"{one[:_MOST_CHARACTERS].rstrip()} [...]"
