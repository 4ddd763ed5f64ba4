"""How much a chunk is worth to a question, on one scale from 0 to 1.

The constants were fitted on development questions with and without an answer; docs/measurement.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from schedario.records.query import WeightedWord

WORD_WEIGHT = 0.15
CODE_WEIGHT = 1.0
"""What the words of a question add to the cosine when a chunk has them all, if they are words, or if they are codes.

A word is a hint only, since the answer may be in another language; a code, name or number wants that very string."""

CLOSENESS_WEIGHT = 2.0
"""What the closeness of the tokens counts beside the likeness."""

# Logistic curves: over likeness and closeness, over likeness alone, over coverage alone.
_SLOPE = 4.17
_LENGTH = 1.03
_MIDDLE = 7.2
_LIKENESS_SLOPE = 7.32
_LIKENESS_MIDDLE = 0.381
_WORDS_SLOPE = 4.2
_WORDS_MIDDLE = 0.609


@dataclass(frozen=True, slots=True)
class Weights:
    """What words, and codes, add to the cosine when a chunk has them all."""

    word: float = WORD_WEIGHT
    code: float = CODE_WEIGHT


@dataclass(frozen=True, slots=True)
class WordWorth:
    """What each word of a question is worth when a chunk has it.

    Attributes:
        covered: Its share of the question's idf mass, times its credit.
        added: What it adds to the cosine: that share by the weight of its kind.
    """

    covered: tuple[float, ...]
    added: tuple[float, ...]


def word_worth(words: Sequence[WeightedWord], weights: Weights, *, single: bool) -> WordWorth:
    """Return what the words of a question are worth; nothing where all idf are 0.

    Args:
        words: All words of the question.
        weights: Of words and codes.
        single: Whether the question is one name or code alone (see ``is_single``).
    """
    mass = sum(word.idf for word in words)
    covered = tuple(word.idf * word.credit / mass if mass else 0.0 for word in words)
    by_kind = [weights.code if single or word.word.kind != "word" else weights.word for word in words]
    return WordWorth(covered, tuple(share * weight for share, weight in zip(covered, by_kind, strict=True)))


def coverage(found: Sequence[int], worth: WordWorth) -> float:
    """Return the share of the question's idf mass that a chunk has, 0 to 1; 0 for a question without words.

    Args:
        found: Indexes of the words that the chunk has.
        worth: Of all words of the question.
    """
    return sum(worth.covered[index] for index in found)


def likeness(cosine: float, found: Sequence[int], worth: WordWorth) -> float:
    """Return the cosine with what the words add to it.

    Args:
        cosine: Of the question's and the chunk's vectors.
        found: Indexes of the words that the chunk has.
        worth: Of all words of the question.
    """
    return cosine + sum(worth.added[index] for index in found)


def is_single(question: str, words: Sequence[WeightedWord]) -> bool:
    """Say whether a question is a single word, which is wanted as it stands; scripts without spaces have none."""
    return len(question.split()) == 1 and not any(
        lexeme.startswith("cjk:") for word in words for lexeme in word.word.lexemes
    )


def calibrated(likeness: float, closeness: float, tokens: int) -> float:
    """Return how likely it is that a chunk answers: a logistic curve over likeness and closeness.

    The curve rises with the sum, so for one question the order is the sum's. A longer question counts for more: the
    more it asks, the less likely is it that a passage meets it by chance. What else is in the archive plays no part.

    Args:
        likeness: See ``likeness``.
        closeness: How well the tokens match.
        tokens: Number of the question's tokens, at least 1.
    """
    return _logistic(_SLOPE * (likeness + CLOSENESS_WEIGHT * closeness) + _LENGTH * math.log(tokens) - _MIDDLE)


def calibrated_by_likeness(likeness: float) -> float:
    """Return the same before tokens are compared, or where they cannot be."""
    return _logistic(_LIKENESS_SLOPE * (likeness - _LIKENESS_MIDDLE))


def calibrated_without_meaning(covered: float) -> float:
    """Return the same for a search that could not use meaning: a logistic curve over the coverage alone."""
    return _logistic(_WORDS_SLOPE * (covered - _WORDS_MIDDLE))


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
