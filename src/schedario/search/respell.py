"""What a question says when its mistyped words are read as the words of the archive that were meant.

The text arm knows what a mistyped word may have meant; a model that takes a question by meaning sees a few meaningless
pieces instead.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schedario.language import likeliest_language
from schedario.lexemes import lexeme_of, with_stem
from schedario.ports import Tokenizer
from schedario.records.query import WeightedWord
from schedario.search.spelling import mistyped


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
        mended, count = text, 0
        for word in words:
            typed = word.word.text
            better = (one for one in _meant(word) if self._is_better(one, typed))
            meant = next((one for one in better if self._is_asked_in(one.language, text, word, words)), None)
            if meant:
                mended = re.sub(rf"(?<!\w){re.escape(typed)}(?!\w)", meant.text, mended)
                count += 1
        return Respelled(mended, count)

    def _is_better(self, meant: "_Meant", typed: str) -> bool:
        return len(self.tokenizer.token_starts(meant.text)) < len(self.tokenizer.token_starts(typed))

    def _is_asked_in(self, language: str, text: str, word: WeightedWord, words: Sequence[WeightedWord]) -> bool:
        """Say whether a question is in a language: its other words are all known in it, or half are and it looks so."""
        others = [one for one in words if one is not word and one.word.kind == "word" and not one.is_near]
        known = [one for one in others if any(lexeme.startswith(f"{language}:") for lexeme in one.word.lexemes)]
        if len(known) == len(others):
            return True
        return 2 * len(known) >= len(others) and likeliest_language(text, self.languages) == language


@dataclass(frozen=True, slots=True)
class _Meant:
    """A word that may have been meant."""

    text: str
    language: str


def _meant(word: WeightedWord) -> Iterator[_Meant]:
    """Yield the words of the archive that are nearest to one that it lacks, if that is mistyped."""
    for lexeme in word.word.lexemes if word.is_near else ():
        language = lexeme.partition(":")[0]
        if mistyped(lexeme_of(word.word.text, language), lexeme):
            yield _Meant(with_stem(word.word.text, lexeme), language)
