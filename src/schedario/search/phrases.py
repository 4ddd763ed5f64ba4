"""Phrases in quotes: which ones a question has, and whether a text holds one as it is written.

Case, spaces, line ends and the shapes of apostrophes and dashes do not matter; accents do. A phrase begins and ends
with a whole word. In scripts that write no spaces, it stands wherever its characters do.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from schedario.lexemes import CJK, sure_words
from schedario.records.query import QueryWord

_CLOSERS = {'"': '"', "“": "”", "„": "“”", "«": "»", "»": "«", "「": "」"}
"""What closes a phrase, for each sign that opens one; both „…“ and „…” are written."""

_SHAPES = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´", "'"),
        **dict.fromkeys("‐‑‒–—−", "-"),
        **dict.fromkeys("“”„«»", '"'),
    }
)
_SPACES = re.compile(r"\s+")
_CUT_COMPOUND = re.compile(r"(?<=[^\W\d_])-\n(?=[^\W\d_])")
"""A compound at a line's end keeps its hyphen ("Rolls-" above "Royce")."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that passages must hold.

    Attributes:
        text: As typed, without its quotes.
        words: Words that a text with the phrase has for sure; never empty.
    """

    text: str
    words: tuple[QueryWord, ...]

    def begins_in(self, text: str, characters: int | None = None) -> bool:
        """Say whether a text holds the phrase, beginning within so many of its first characters."""
        found = _pattern(self.text).search(_comparable(text))
        if found is None or characters is None:
            return found is not None
        return found.start() < len(_comparable(text[:characters]))


@dataclass(frozen=True, slots=True)
class Quoted:
    """A question taken apart.

    Attributes:
        plain: The question without the signs around its phrases.
        phrases: In their order, without repetition.
        alone: Whether there is nothing besides the phrases.
    """

    plain: str
    phrases: tuple[Phrase, ...]
    alone: bool


def quoted(question: str, languages: tuple[str, ...]) -> Quoted:
    """Find the phrases of a question: what stands between a pair of double quotes of any shape.

    A straight quote opens only before a character and closes only after one, as people set it: inches ("a 27" screen")
    open none. A quote without its fellow, and a pair around nothing that could be found, are plain text.
    """
    phrases: dict[str, Phrase] = {}
    plain, besides, at = [], [], 0
    for start, end in _pairs(question):
        inner = question[start + 1 : end].strip()
        words = sure_words(inner, languages)
        if not words:
            continue
        phrases.setdefault(_comparable(inner), Phrase(inner, words))
        besides.append(question[at:start])
        plain += [question[at:start], inner]
        at = end + 1
    besides.append(question[at:])
    alone = bool(phrases) and not any(map(str.isalnum, "".join(besides)))
    return Quoted("".join([*plain, question[at:]]), tuple(phrases.values()), alone)


def _pairs(question: str) -> Iterator[tuple[int, int]]:
    """Yield where each pair of quotes opens and closes."""
    at = 0
    # A sign that nothing closes is closed by nothing further on either.
    alone: set[str] = set()
    while at < len(question):
        opens = question[at] not in alone and _opens(question, at)
        end = _closed(question, at) if opens else None
        if end is not None:
            yield at, end
            at = end
        elif opens:
            alone.add(question[at])
        at += 1


def _opens(question: str, at: int) -> bool:
    if question[at] != '"':
        return question[at] in _CLOSERS
    after = question[at + 1 : at + 2]
    return not question[at - 1 : at].isalnum() and bool(after) and not after.isspace()


def _closed(question: str, start: int) -> int | None:
    closers = _CLOSERS[question[start]]
    for at in range(start + 1, len(question)):
        straight_within = question[at] == '"' and (question[at - 1].isspace() or question[at + 1 : at + 2].isalnum())
        if question[at] in closers and not straight_within:
            return at
    return None


def _pattern(phrase: str) -> re.Pattern[str]:
    wanted = _comparable(phrase).strip()
    before = "" if CJK.match(wanted[0]) or not wanted[0].isalnum() else rf"(?<!(?!{CJK.pattern})[^\W_])"
    after = "" if CJK.match(wanted[-1]) or not wanted[-1].isalnum() else rf"(?!(?!{CJK.pattern})[^\W_])"
    return re.compile(before + re.escape(wanted) + after)


def _comparable(text: str) -> str:
    """Return a text in the form in which phrases are compared."""
    whole = _CUT_COMPOUND.sub("-", unicodedata.normalize("NFKC", text).translate(_SHAPES))
    return _SPACES.sub(" ", whole).casefold()
