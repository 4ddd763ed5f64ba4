"""Judges the text that a PDF page's layer holds, and takes out what PDFium puts into it."""

import re
import unicodedata
from collections import Counter

_MOST_JUNK = 0.2
_FEWEST_LETTERS = 0.25
_MOST_UNMAPPED = 0.1
_NEITHER = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_FEWEST_WORDS = 20
# Of the letters of Italian 47 in a hundred are vowels, of English, German, Polish and Czech 38 to 42.
_FEWEST_VOWELS = 0.28
_VOWELS = frozenset("aeiouyæœøåıə")
# So many numbers, each one more than the last and each alone on its line, are no text.
_FEWEST_LINE_NUMBERS = 10
_LAST_LATIN = "\u024f"
_UNMAPPED = frozenset({"Cc", "Co", "Cn", "Cs"})
# What PDFium puts for a hyphen at a line's end, whose word it has joined already.
_JOINED_HYPHENS = dict.fromkeys(map(ord, "\x02\ufffe"))


def tidy(text: str) -> str:
    r"""Return a text with ``\n`` as line ends and without the marks of joined words."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_JOINED_HYPHENS).strip()


def without_line_numbers(text: str) -> str:
    """Take out the numbers of the lines, which a layer may hold as a column of their own: 1, 2, 3 and so on."""
    lines = text.split("\n")
    kept: list[str] = []
    start = 0
    while start < len(lines):
        end = start + 1
        while end < len(lines) and _follows(lines[end - 1], lines[end]):
            end += 1
        if end - start < _FEWEST_LINE_NUMBERS:
            kept += lines[start:end]
        start = end
    return "\n".join(kept)


def _follows(before: str, after: str) -> bool:
    pair = (before.strip(), after.strip())
    return all(number.isdecimal() and len(number) <= 4 for number in pair) and int(pair[1]) == int(pair[0]) + 1


def letters(text: str) -> int:
    """Count letters and digits."""
    return len(_NEITHER.sub("", text))


def is_junk(text: str) -> bool:
    """Tell whether glyphs map to no characters: controls, private ones, or hardly a letter."""
    shown = "".join(text.split())
    return bool(shown) and (_unmapped(shown) > _MOST_JUNK * len(shown) or letters(text) < _FEWEST_LETTERS * len(shown))


def is_doubtful(text: str) -> bool:
    """Tell whether glyphs seem mapped to the wrong letters: some to none, or Latin words with hardly a vowel."""
    shown = "".join(text.split())
    if _unmapped(shown) > _MOST_UNMAPPED * len(shown):
        return True
    words = [word for word in _WORD.findall(text) if max(word) <= _LAST_LATIN]
    said = "".join(words)
    counts = Counter(unicodedata.normalize("NFD", said.lower()))
    vowels = sum(counts[vowel] for vowel in _VOWELS)
    return len(words) >= _FEWEST_WORDS and vowels < _FEWEST_VOWELS * len(said)


def _unmapped(shown: str) -> int:
    # A page has thousands of characters, and a hundred different ones.
    counts = Counter(shown).items()
    return sum(number for c, number in counts if c == "\ufffd" or unicodedata.category(c) in _UNMAPPED)
