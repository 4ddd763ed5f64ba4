"""Made-up words with the frequencies of real ones, and texts and questions of them.

A word's frequency falls with its rank (Zipf's law), so that a few words are nearly everywhere and most are rare. A
twentieth of the words are codes. Lexemes are the analyser's own: it is asked once for each word, since a text of such
words has the lexemes of its words (a test compares them).
"""

import random
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from schedario.lexemes import lexemes

LANGUAGES = ("it", "en")
"""Documents are in the one and the other in turn."""

QuestionKind = Literal["common", "rare", "mixed", "code", "mistyped", "ten commonest"]
KINDS: tuple[QuestionKind, ...] = ("common", "rare", "mixed", "code", "mistyped", "ten commonest")

_LETTERS = ("aeiou", "bcdfghlmnprstvz")
_CODE_EVERY = 20
_COMMON_RANKS = 1000


@dataclass(frozen=True)
class Vocabulary:
    """Words by rank, the commonest first.

    Attributes:
        words: As they are written.
        lexemes: For each language, the lexemes of each word.
        cumulated: Share of a text that a word and those before it have.
    """

    words: tuple[str, ...]
    lexemes: dict[str, tuple[tuple[str, ...], ...]]
    cumulated: NDArray[np.float64]

    def draw(self, chance: np.random.Generator, count: int) -> NDArray[np.int64]:
        """Return the ranks (from 0) of so many words of a text."""
        return np.searchsorted(self.cumulated, chance.random(count), side="right")

    def text(self, ranks: NDArray[np.int64]) -> str:
        """Write words as a text."""
        return " ".join([self.words[rank] for rank in ranks.tolist()])

    def lexemes_of(self, ranks: NDArray[np.int64], language: str) -> list[str]:
        """Return the lexemes of a text of these words, sorted and without repetition."""
        found = self.lexemes[language]
        return sorted({lexeme for rank in set(ranks.tolist()) for lexeme in found[rank]})


def make_vocabulary(size: int) -> Vocabulary:
    """Make up so many words."""
    chance = random.Random(7)
    words: dict[str, None] = {}
    while len(words) < size:
        code = len(words) >= _COMMON_RANKS and len(words) % _CODE_EVERY == 0
        words[_code(chance) if code else _word(chance)] = None
    cumulated = np.cumsum(1 / np.arange(1, size + 1))
    return Vocabulary(
        tuple(words),
        {language: tuple(lexemes(word, language) for word in words) for language in LANGUAGES},
        cumulated / cumulated[-1],
    )


def question(vocabulary: Vocabulary, kind: QuestionKind, text: NDArray[np.int64], chance: random.Random) -> str:
    """Ask for some words of a text.

    Args:
        vocabulary: All words.
        kind: Which of them.
        text: Ranks of the text's words.
        chance: Decides which of those.
    """
    ranks = sorted(set(text.tolist()))
    words = [rank for rank in ranks if vocabulary.words[rank].isalpha()]
    common = [rank for rank in words if rank < _COMMON_RANKS]
    match kind:
        case "common":
            asked = chance.sample(common, 6)
        case "rare":
            asked = words[-3:]
        case "mixed":
            asked = [*chance.sample(common, 6), *words[-2:]]
        case "code":
            asked = [rank for rank in ranks if not vocabulary.words[rank].isalpha()][-1:]
        case "mistyped":
            asked = [*chance.sample(common, 3), *words[-2:]]
        case "ten commonest":
            asked = list(range(10))
    written = [vocabulary.words[rank] for rank in asked]
    return " ".join(_mistyped(word) for word in written) if kind == "mistyped" else " ".join(written)


def _mistyped(word: str) -> str:
    return f"{word[:-2]}{word[-1]}{word[-2]}x"


def _word(chance: random.Random) -> str:
    vowels, others = _LETTERS
    return "".join(chance.choice(others) + chance.choice(vowels) for _ in range(chance.randint(1, 5)))


def _code(chance: random.Random) -> str:
    return f"{_word(chance)[:2].upper()}-{chance.randint(1000, 9999)}/{chance.randint(10, 99)}"
