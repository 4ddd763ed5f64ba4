"""How much a chunk is worth to a question, on one scale from 0 to 1."""

import math
from collections.abc import Sequence

from schedario.records.search import WeightedWord

COVERAGE_WEIGHT = 0.05
"""What full coverage adds to the cosine; measured in docs/measurement.md."""

# Logistic curve fitted on development questions with and without an answer; docs/measurement.md.
_SLOPE = 20.0
_MIDDLE = 0.35
_WORDS_SLOPE = 6.0
_WORDS_MIDDLE = 0.75


def coverage(found: Sequence[int], words: Sequence[WeightedWord]) -> float:
    """Return the share of the question's idf mass that a chunk has, 0 to 1; 0 for a question without words.

    Args:
        found: Indexes of the words that the chunk has.
        words: All words of the question.
    """
    mass = sum(word.idf for word in words)
    return sum(words[index].idf for index in found) / mass if mass else 0.0


def calibrated(cosine: float, covered: float) -> float:
    """Return how likely it is that a chunk answers: a logistic curve over ``cosine + COVERAGE_WEIGHT * covered``.

    The curve rises with the sum, so the order is the sum's; it does not depend on what else is in the archive.
    """
    return _logistic(_SLOPE * (cosine + COVERAGE_WEIGHT * covered - _MIDDLE))


def calibrated_without_meaning(covered: float) -> float:
    """Return the same for a search that could not use meaning: a logistic curve over the coverage alone."""
    return _logistic(_WORDS_SLOPE * (covered - _WORDS_MIDDLE))


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
