"""Finds what a word that occurs nowhere may have meant: a longer word that begins with it, or one spelled nearly so."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz.distance import OSA

from schedario.records.query import LexemeLike

MIN_LETTERS = 5
"""Shorter words are near too many others."""

MAX_NEAR = 5
_LETTERS_FOR_TWO_SLIPS = 9


def likes(lexemes: Iterable[str]) -> list[LexemeLike]:
    """Return what those must be like that may be meant by these lexemes, in order; short ones are left out.

    They begin with the same two letters, which are seldom mistyped.
    """
    return [
        LexemeLike(lexeme, _beginning(lexeme), _most_slips(lexeme))
        for lexeme in sorted(set(lexemes))
        if _letters(lexeme) >= MIN_LETTERS
    ]


def by_beginning(known: Iterable[str]) -> dict[str, list[str]]:
    """Sort known lexemes by the language and the two letters that they begin with."""
    sorted_out: defaultdict[str, list[str]] = defaultdict(list)
    for lexeme in known:
        sorted_out[_beginning(lexeme)].append(lexeme)
    return sorted_out


def near(lexemes: Sequence[str], known: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the known lexemes that a word's may have meant, nearest first, at most ``MAX_NEAR``.

    One begins with the word's ("kündigung", "Kündigungsfrist") or is one slip away, two for a long word; a slip is a
    letter too many, one too few, another one, or two in the wrong order.

    Args:
        lexemes: The word's.
        known: See ``by_beginning``.
    """
    slips: dict[str, int] = {}
    for like in likes(lexemes):
        for candidate in known.get(like.beginning, ()):
            found = _slips(like, candidate)
            if found is not None:
                slips[candidate] = min(found, slips.get(candidate, found))
    return tuple(sorted(slips, key=lambda candidate: (slips[candidate], candidate))[:MAX_NEAR])


def mistyped(lexeme: str, meant: str) -> bool:
    """Say whether a lexeme may be another one with slips in it, not one that the other begins with."""
    most = _most_slips(lexeme)
    return lexeme != meant and edits(lexeme, meant, most) <= most


def _slips(like: LexemeLike, candidate: str) -> int | None:
    """Return how many slips lie between two lexemes of one beginning; None when they are too many."""
    slips = edits(like.lexeme, candidate, like.slips)
    if slips <= like.slips:
        return slips
    return like.slips + 1 if candidate.startswith(like.lexeme) else None


def edits(one: str, other: str, most: int) -> int:
    """Return the edit distance with neighbours swapped as one edit, or ``most + 1`` when it is larger than ``most``.

    Damerau (1964), optimal string alignment.
    """
    return int(OSA.distance(one, other, score_cutoff=most))


def _beginning(lexeme: str) -> str:
    return lexeme[: lexeme.index(":") + 3]


def _most_slips(lexeme: str) -> int:
    return 2 if _letters(lexeme) >= _LETTERS_FOR_TWO_SLIPS else 1


def _letters(lexeme: str) -> int:
    return len(lexeme.partition(":")[2])
