"""Which words weigh most in a text, by how often it has them and how rare they are in the archive."""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from schedario.lexemes import CJK, lexemes
from schedario.ports import WordFrequencies

MOST_TERMS = 8
_WORD = re.compile(r"[^\W\d_]{3,40}(?:[-·][^\W\d_]{2,30})*")
_HIRAGANA = re.compile(r"[぀-ゟ]")
_WINDOW_CHARACTERS = 700
"""About a chunk: a word that stands in all of them says nothing of this text."""
_MOST_CHARACTERS = 200_000
_LEAST_SHARE = 0.1
"""A term that weighs less than this part of the weightiest is none."""
_FULL_LETTERS = 7
"""Words of fewer letters weigh less: most function words are short, in an archive that is too small to tell them."""


@dataclass(frozen=True, slots=True)
class TermWeights:
    """The weights of a text's words.

    Attributes:
        by_word: Weight of each word in small letters.
        terms: Those that weigh most, as they are written most often, the weightiest first.
    """

    by_word: Mapping[str, float]
    terms: tuple[str, ...]

    def of(self, sentence: str) -> float:
        """Return the weight of a sentence: that of its words, each once, for the number of them."""
        words = [word.lower() for word in words_of(sentence)]
        return sum(self.by_word.get(word, 0.0) for word in set(words)) / (8 + len(words))


def words_of(text: str) -> list[str]:
    """Return the words of a text in order; of scripts that write no spaces, pairs of neighbouring characters."""
    return [form for word in _WORD.findall(text) for form in _forms(word)]


def weigh(text: str, language: str, archive: WordFrequencies) -> TermWeights:
    """Weigh the words of a text: ``(1 + ln tf) ln(1 + (N - n + 0.5) / (n + 0.5))``, less for short ones.

    tf is how often the text has a word in any form, N the number of chunks of the archive and of windows of the text,
    n in how many of them it occurs.
    """
    counted = _counted(text)
    lexeme_of = {word: _lexeme(word, language) for word in dict.fromkeys(chain.from_iterable(counted))}
    own = Counter(lexeme for words in counted for lexeme in {lexeme_of[word] for word in words})
    forms: dict[str, Counter[str]] = {}
    for words in counted:
        for word, number in words.items():
            forms.setdefault(lexeme_of[word], Counter())[word] += number
    known = archive.frequencies(sorted(forms))
    chunks = archive.chunk_count() + len(counted)
    weights = {
        lexeme: _weight(written, min(known.get(lexeme, 0) + own[lexeme], chunks), chunks)
        for lexeme, written in forms.items()
    }
    by_word = {word.lower(): weights[lexeme] for word, lexeme in lexeme_of.items()}
    return TermWeights(by_word, _terms(weights, forms))


def _counted(text: str) -> list[Counter[str]]:
    """Count the words of each window; one belongs to the window that it begins in, and is never cut."""
    last = min(len(text), _MOST_CHARACTERS)
    counted: list[Counter[str]] = [Counter() for _ in range(0, last, _WINDOW_CHARACTERS)]
    for found in _WORD.finditer(text):
        if found.start() >= last:
            break
        counted[found.start() // _WINDOW_CHARACTERS].update(_forms(found[0]))
    return counted


def _terms(weights: Mapping[str, float], forms: Mapping[str, Counter[str]]) -> tuple[str, ...]:
    best = sorted(weights, key=lambda lexeme: (-weights[lexeme], lexeme))[:MOST_TERMS]
    least = weights[best[0]] * _LEAST_SHARE if best else 0.0
    return tuple(_written(forms[lexeme]) for lexeme in best if weights[lexeme] > least)


def _written(forms: Counter[str]) -> str:
    """Return a word as it is written most often; of forms in capitals and small letters as many, in small letters."""
    return max(forms, key=lambda form: (forms[form], form == form.lower(), form))


def _weight(forms: Counter[str], present: int, chunks: int) -> float:
    idf = math.log1p((chunks - present + 0.5) / (present + 0.5))
    letters = len(max(forms, key=len))
    full = 1.0 if any(map(CJK.search, forms)) else min(1.0, letters / _FULL_LETTERS) ** 2
    return (1 + math.log(forms.total())) * idf * full


def _lexeme(word: str, language: str) -> str:
    found: Sequence[str] = lexemes(word, language)
    # A word of several parts is known by the whole of it.
    return max(found, key=len) if found else word


def _forms(word: str) -> list[str]:
    if not CJK.search(word):
        return [word]
    pairs = (word[at : at + 2] for at in range(len(word) - 1))
    # In Japanese what is written in hiragana is mostly grammar.
    return [pair for pair in pairs if not _HIRAGANA.search(pair)]
