"""How a text is divided among calls of a model, and how many calls that takes.

A group is (context - reserved for the answer) x characters per token long: (8,192 - 800) x 2 = 14,784 by default. Two
characters a token is half of what European languages have, which leaves room for the rules around the text. Where a
stretch of a text is denser (ideographs, columns of numbers), one character a token holds for the whole of it.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

RESERVED_TOKENS = 800
"""For the answer."""
FRAME_TOKENS = 600
"""For rules, marks and what names the summaries that are merged."""

CHARACTERS_A_WORD = 12
"""With the space; half as much again as a long text of German has."""
CHARACTERS_A_TOKEN = 2
_DENSE = re.compile(r"[0-9\u0900-\u1cff\u2e80-\U0003ffff]")
"""A token or more each; other characters are three a token or more."""
_LIGHT_SHARE = 3
_WINDOW_CHARACTERS = 4096

_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"(?<!\d)[.!?…](?=\s)|[。！？]")
_SPACE = re.compile(r"\s")
_ENDS = (_PARAGRAPH, _SENTENCE, _SPACE)
"""Where a group may end, the best first."""
_SLACK_SHARE = 8
"""A group ends within this part of its length at the best place there is."""


@dataclass(frozen=True, slots=True)
class Cap:
    """How long a summary may be."""

    words: int
    tokens: int

    @property
    def characters(self) -> int:
        """What so many words have at most: in scripts that write no spaces, nothing else bounds a text."""
        return self.words * CHARACTERS_A_WORD


PIECE = Cap(200, 400)
"""Of a group, and of summaries that are summed up once more."""
WHOLE = Cap(400, 800)
"""Of the last merge."""


@dataclass(frozen=True, slots=True)
class CallPlan:
    """The calls for one text.

    Attributes:
        groups: How many groups the text is cut into.
        levels: For each level of merging how many summaries it leaves; the last is 1. Empty for one group.
    """

    groups: int
    levels: tuple[int, ...]

    @property
    def calls(self) -> int:
        """How many calls there are; the last one describes besides."""
        return self.groups + sum(self.levels)


def plan(text: str, context_tokens: int) -> CallPlan:
    """Plan the calls for a text."""
    groups = max(1, math.ceil(len(text) / capacity(text, context_tokens)))
    return CallPlan(groups, levels(groups, fan_in(context_tokens)))


def capacity(text: str, context_tokens: int) -> int:
    """Return how many characters of a text make a group."""
    return (context_tokens - RESERVED_TOKENS) * (1 if _is_dense(text) else CHARACTERS_A_TOKEN)


def fan_in(context_tokens: int) -> int:
    """Return how many summaries of full length a merge takes."""
    return (context_tokens - RESERVED_TOKENS - FRAME_TOKENS) // PIECE.tokens


def levels(pieces: int, most: int) -> tuple[int, ...]:
    """Return how many pieces each level of merging leaves, until one is left.

    Args:
        pieces: How many there are.
        most: How many a merge takes. With less than two, nothing would shrink: then they are forced into half as many.
    """
    found: list[int] = []
    while pieces > 1:
        pieces = math.ceil(pieces / max(most, 2))
        found.append(pieces)
    return tuple(found)


def shares(pieces: Sequence[str], groups: int) -> list[Sequence[str]]:
    """Divide pieces among groups, in order, as evenly as can be."""
    bounds = [len(pieces) * number // groups for number in range(groups + 1)]
    return [pieces[start:end] for start, end in pairwise(bounds)]


def cut(text: str, groups: int, most: int) -> list[str]:
    """Cut a text into so many groups of about the same length, none longer than ``most``.

    Each ends with a paragraph, a sentence or a word where one ends near enough, so that no more groups are needed.
    """
    pieces: list[str] = []
    start = 0
    for left in range(groups, 1, -1):
        end = _end(text, start, left, most)
        pieces.append(text[start:end])
        start = end
    return [*pieces, text[start:]]


def _end(text: str, start: int, left: int, most: int) -> int:
    """Return where a group ends, of several that are left, such that the others can hold the rest."""
    rest = len(text) - start
    fair = math.ceil(rest / left)
    least = max(rest - (left - 1) * most, fair - fair // _SLACK_SHARE, 1)
    longest = min(most, fair + fair // _SLACK_SHARE, rest - 1)
    for pattern in _ENDS:
        found = [match.end() for match in pattern.finditer(text, start + least, start + longest)]
        if found:
            return min(found, key=lambda end: abs(end - start - fair))
    return start + min(max(fair, least), longest)


def _is_dense(text: str) -> bool:
    """Tell whether a stretch of a text has fewer than two characters a token."""
    last = max(len(text) - _WINDOW_CHARACTERS, 0)
    return any(_exceeds(text[at : at + _WINDOW_CHARACTERS]) for at in [*range(0, last, _WINDOW_CHARACTERS), last])


def _exceeds(window: str) -> bool:
    dense = len(_DENSE.findall(window))
    return dense + (len(window) - dense) / _LIGHT_SHARE > len(window) / CHARACTERS_A_TOKEN
