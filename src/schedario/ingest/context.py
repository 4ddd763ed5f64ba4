"""What a chunk stands under, in words: its file's name and the headings in force.

A row of a table or the middle of a manual does not say what it is about; its file's name and headings do. They take
part in its vector.
"""

import re
from collections.abc import Sequence
from pathlib import PurePath

_EXTENSIONS = re.compile(r"(?:\.[A-Za-z0-9]{1,5})+$")
_BETWEEN_WORDS = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"\b\d{1,3}\b")
"""Parts of a series are numbered so; years are longer, and say something."""
_WORD = re.compile(r"[^\W\d_]{3}|[\u3040-\u9fff\uac00-\ud7a3]")


def context(path: str, headings: Sequence[str]) -> str:
    """Return what a chunk stands under, or an empty text when nothing of it is a word.

    Args:
        path: Of its file.
        headings: Outermost first.
    """
    name = _words(_EXTENSIONS.sub("", PurePath(path).name))
    place = " > ".join(headings)
    return ": ".join(text for text in (name, place) if _WORD.search(text))


def _words(name: str) -> str:
    return " ".join(_NUMBER.sub(" ", _BETWEEN_WORDS.sub(" ", name)).split())
