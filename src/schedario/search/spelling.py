"""Finds what a word that occurs nowhere may have meant: a longer word that begins with it, or one spelled nearly so."""

from collections.abc import Iterable, Sequence

MIN_LETTERS = 5
"""Shorter words are near too many others."""

MAX_NEAR = 5
_LETTERS_FOR_TWO_SLIPS = 9


def beginnings(lexemes: Iterable[str]) -> list[str]:
    """Return what near lexemes begin with: the language and the first two letters, which are seldom mistyped."""
    return sorted({lexeme[: lexeme.index(":") + 3] for lexeme in lexemes if _letters(lexeme) >= MIN_LETTERS})


def near(lexemes: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return the known lexemes that a word's may have meant, nearest first, at most ``MAX_NEAR``.

    One begins with the word's ("kündigung", "Kündigungsfrist") or is one slip away, two for a long word; a slip is a
    letter too many, one too few, another one, or two in the wrong order.
    """
    slips = {
        candidate: min(distances)
        for candidate in known
        if (distances := [found for lexeme in lexemes if (found := _distance(lexeme, candidate)) is not None])
    }
    return tuple(sorted(slips, key=lambda candidate: (slips[candidate], candidate))[:MAX_NEAR])


def _distance(lexeme: str, candidate: str) -> int | None:
    """Return how many slips lie between two lexemes of one language; None when they are too many."""
    language, _, word = lexeme.partition(":")
    other_language, _, other = candidate.partition(":")
    if language != other_language or len(word) < MIN_LETTERS:
        return None
    most = 2 if len(word) >= _LETTERS_FOR_TWO_SLIPS else 1
    slips = edits(word, other) if abs(len(word) - len(other)) <= most else most + 1
    if slips <= most:
        return slips
    return most + 1 if other.startswith(word) else None


def edits(one: str, other: str) -> int:
    """Return the edit distance with neighbours swapped as one edit (Damerau 1964, optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                best = min(best, earlier[j - 2] + 1)
            row.append(best)
    return row[-1]


def _letters(lexeme: str) -> int:
    return len(lexeme.partition(":")[2])
