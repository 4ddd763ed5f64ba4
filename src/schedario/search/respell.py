"""What a question says when its mistyped words are read as the words of the archive that were meant.

The text arm knows what a mistyped word may have meant; a model that takes a question by meaning sees a few meaningless
pieces instead.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schedario.language import language_of
from schedario.lexemes import lexeme_of, with_stem
from schedario.ports import Tokenizer
from schedario.records.query import WeightedWord
from schedario.search.spelling import mistyped

_LEAST_LETTERS = 20
"""Of fewer no language can be told."""


@dataclass(frozen=True, slots=True)
class Respelled:
    """A question as it was meant.

    Attributes:
        text: With its mistyped words mended.
        mended: How many.
    """

    text: str
    mended: int

    @property
    def note(self) -> str:
        """What was done, in words; empty for nothing."""
        words = "word" if self.mended == 1 else "words"
        return f"{self.mended} mistyped {words} read as known ones" if self.mended else ""


@dataclass(frozen=True, slots=True)
class Respelling:
    """Mends the spelling of questions.

    A word that the archive lacks may well be spelled right ("famiglia" where there is only "familia"). So it is mended
    only where the question is in the language of what was meant, and where the tokenizer agrees: it has learned whole
    words, and what is none falls into more tokens.

    Attributes:
        tokenizer: The judge.
        languages: ISO 639-1 codes of the languages that a question may be in.
    """

    tokenizer: Tokenizer
    languages: tuple[str, ...]

    def mended(self, text: str, words: Sequence[WeightedWord]) -> Respelled:
        """Return a question with the nearest word of the archive in place of each that is mistyped.

        Args:
            text: The question.
            words: Its words, weighed.

        Raises:
            ModelError: The tokenizer could not be made or loaded.
        """
        found = {word.word.text: list(_meant(word, words)) for word in words if word.is_near}
        mended = {typed: meant for typed, near in found.items() if near and (meant := self._better(typed, near))}
        if not mended:
            return Respelled(text, 0)
        asked_in = language_of(text, self.languages, least_letters=_LEAST_LETTERS)
        right = {typed: meant for typed, meant in mended.items() if asked_in in ("", meant.language)}
        for typed, meant in right.items():
            text = re.sub(rf"(?<!\w){re.escape(typed)}(?!\w)", meant.text, text)
        return Respelled(text, len(right))

    def _better(self, typed: str, near: Sequence["_Meant"]) -> "_Meant | None":
        """Return the first that has fewer tokens than what was typed."""
        tokens = self._tokens(typed)
        return next((meant for meant in near if self._tokens(meant.text) < tokens), None)

    def _tokens(self, word: str) -> int:
        return len(self.tokenizer.token_starts(word))


@dataclass(frozen=True, slots=True)
class _Meant:
    """A word that may have been meant."""

    text: str
    language: str


def _meant(word: WeightedWord, words: Sequence[WeightedWord]) -> Iterator[_Meant]:
    """Yield the words of the archive that are nearest to one that it lacks, in languages that are asked in."""
    for lexeme in word.word.lexemes:
        language = lexeme.partition(":")[0]
        if mistyped(lexeme_of(word.word.text, language), lexeme) and _is_asked_in(language, word, words):
            yield _Meant(with_stem(word.word.text, lexeme), language)


def _is_asked_in(language: str, word: WeightedWord, words: Sequence[WeightedWord]) -> bool:
    """Say whether at least half of a question's other words are known in a language."""
    others = [one for one in words if one is not word and one.word.kind == "word" and not one.is_near]
    known = [one for one in others if any(lexeme.startswith(f"{language}:") for lexeme in one.word.lexemes)]
    return 2 * len(known) >= len(others)
