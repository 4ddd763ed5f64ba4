"""How much a chunk is worth to a question, on one scale from 0 to 1."""

import math
import re
from collections.abc import Sequence

from schedario.records.search import WeightedWord

SENTENCE_WEIGHT = 0.05
NAME_WEIGHT = 0.2
"""What full coverage adds to the cosine, for questions and for names; measured in docs/measurement.md."""

# Logistic curves fitted on development questions with and without an answer; docs/measurement.md.
_SLOPE = 11.35
_MIDDLE = 0.403
_WORDS_SLOPE = 5.0
_WORDS_MIDDLE = 0.656

# A digit, a sign within a word, or a capital after a small letter: versions, codes, paths, options, camelCase.
_NAME = re.compile(r"\d|\w[_/:@\\.-]\w|^-|[/_\\@]|[a-z][A-Z]")


def coverage_weight(question: str) -> float:
    """Return what full coverage adds to the cosine.

    A question that is a single word, or has a name, code or path in it, wants that very string; the words of a
    sentence are a hint only, since the answer may be in another language.
    """
    words = question.split()
    named = len(words) == 1 or any(_NAME.search(word.strip("?.,!:;\"'()")) for word in words)
    return NAME_WEIGHT if named else SENTENCE_WEIGHT


def coverage(found: Sequence[int], words: Sequence[WeightedWord]) -> float:
    """Return the share of the question's idf mass that a chunk has, 0 to 1; 0 for a question without words.

    Args:
        found: Indexes of the words that the chunk has.
        words: All words of the question.
    """
    mass = sum(word.idf for word in words)
    return sum(words[index].idf for index in found) / mass if mass else 0.0


def calibrated(cosine: float, covered: float, weight: float) -> float:
    """Return how likely it is that a chunk answers: a logistic curve over ``cosine + weight * covered``.

    The curve rises with the sum, so the order is the sum's; it does not depend on what else is in the archive.
    """
    return _logistic(_SLOPE * (cosine + weight * covered - _MIDDLE))


def calibrated_without_meaning(covered: float) -> float:
    """Return the same for a search that could not use meaning: a logistic curve over the coverage alone."""
    return _logistic(_WORDS_SLOPE * (covered - _WORDS_MIDDLE))


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))
