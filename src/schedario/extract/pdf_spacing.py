"""Makes words of letters that were set apart ("H e re i s so me te xt"), where PDFium takes each gap for a space."""

import ctypes
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.pdf_text import tidy

_WORD = re.compile(r"[^\W\d_]+")
_FEWEST_WORDS = 8
# Of a text in any language that parts words by spaces the words have four letters and more in the mean.
_LONGEST_PIECE = 2.4
# A gap between words is more than twice that between letters, and letters of one word lie nearer than their height.
_WORD_GAP = 2.0
_LARGEST_GAP = 0.8
_MOST_CHARACTERS = 50_000


@dataclass(frozen=True, slots=True)
class _Character:
    """A character with its place on the page; a space that is not in the file is generated."""

    text: str
    generated: bool
    left: float
    right: float
    height: float


def is_spaced_out(text: str) -> bool:
    """Tell whether words fall apart into single letters and pairs."""
    words = _WORD.findall(text)
    return len(words) >= _FEWEST_WORDS and sum(map(len, words)) < _LONGEST_PIECE * len(words)


def closed_up(text_page: Any, box: tuple[float, float, float, float]) -> str | None:
    """Return a page's text with spaces only at the wide gaps; None when that makes no words of it."""
    lines = list(_lines(_characters(text_page, box)))
    gaps = [gap for line in lines for gap in _gaps(line)]
    if not gaps:
        return None
    text = tidy("\n".join(_joined(line, _WORD_GAP * median(gaps)) for line in lines))
    return None if is_spaced_out(text) else text


def _characters(text_page: Any, box: tuple[float, float, float, float]) -> Iterator[_Character]:
    left, bottom, right, top = box
    place = pdfium_raw.FS_RECTF()
    for index in range(min(text_page.count_chars(), _MOST_CHARACTERS)):
        text = chr(pdfium_raw.FPDFText_GetUnicode(text_page, index))
        generated = pdfium_raw.FPDFText_IsGenerated(text_page, index) == 1
        pdfium_raw.FPDFText_GetLooseCharBox(text_page, index, ctypes.byref(place))
        if generated or (left <= place.left <= right and bottom <= place.bottom <= top):
            x = (ctypes.c_double(), ctypes.c_double(), ctypes.c_double(), ctypes.c_double())
            pdfium_raw.FPDFText_GetCharBox(text_page, index, *map(ctypes.byref, x))
            yield _Character(text, generated, x[0].value, x[1].value, place.top - place.bottom)


def _lines(characters: Iterator[_Character]) -> Iterator[list[_Character]]:
    """Yield the characters of each line, without the line ends and spaces that PDFium put in."""
    line: list[_Character] = []
    for character in characters:
        if character.text in "\r\n":
            if line:
                yield line
            line = []
        elif not character.generated:
            line.append(character)
    if line:
        yield line


def _gaps(line: Sequence[_Character]) -> Iterator[float]:
    """Yield the gaps between letters that may be of one word."""
    for before, after in pairwise(line):
        gap = after.left - before.right
        if 0 < gap < _LARGEST_GAP * before.height and not (before.text.isspace() or after.text.isspace()):
            yield gap


def _joined(line: Sequence[_Character], word_gap: float) -> str:
    text = line[0].text
    for before, after in pairwise(line):
        text += (" " if after.left - before.right > word_gap else "") + after.text
    return text
