"""Judges the text that a PDF page's layer holds, and takes out what PDFium puts into it."""

import re
import unicodedata

_MOST_JUNK = 0.2
_FEWEST_LETTERS = 0.25
_WORD = re.compile(r"[^\W\d_]{4,}")
_FEWEST_WORDS = 20
_MOST_UNSPEAKABLE = 0.4
_VOWELS = frozenset("aeiouyæœøåıə")
_LAST_LATIN = "\u024f"
_UNMAPPED = frozenset({"Cc", "Co", "Cn", "Cs"})
# What PDFium puts for a hyphen at a line's end, whose word it has joined already.
_JOINED_HYPHENS = dict.fromkeys(map(ord, "\x02\ufffe"))


def tidy(text: str) -> str:
    r"""Return a text with ``\n`` as line ends and without the marks of joined words."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_JOINED_HYPHENS).strip()


def letters(text: str) -> int:
    """Count letters and digits."""
    return sum(1 for c in text if c.isalnum())


def is_junk(text: str) -> bool:
    """Tell whether glyphs map to no characters: controls, private ones, or hardly a letter."""
    shown = [c for c in text if not c.isspace()]
    unmapped = sum(1 for c in shown if c == "\ufffd" or unicodedata.category(c) in _UNMAPPED)
    return bool(shown) and (unmapped > _MOST_JUNK * len(shown) or letters(text) < _FEWEST_LETTERS * len(shown))


def is_doubtful(text: str) -> bool:
    """Tell whether glyphs seem mapped to the wrong letters: too many Latin words cannot be spoken."""
    words = [word for word in _WORD.findall(text) if max(word) <= _LAST_LATIN]
    if len(words) < _FEWEST_WORDS:
        return False
    unspeakable = sum(1 for word in words if not _VOWELS & set(unicodedata.normalize("NFD", word.lower())))
    return unspeakable > _MOST_UNSPEAKABLE * len(words)
