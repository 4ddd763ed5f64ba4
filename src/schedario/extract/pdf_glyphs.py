"""What PDFium makes of glyphs and a reader does not see so: a space under a letter, a ligature from its wrong end.

Programs that set ligatures leave a space beneath the glyph ("defi nir"), and some put one under each ideograph. Of one
Arabic glyph that stands for two letters PDFium turns the letters round with the line.
"""

import ctypes
import re
from typing import Any

import pypdfium2.raw as pdfium_raw

_SPACE = ord(" ")
_F = ord("f")
_AFTER_F = frozenset(map(ord, "fijlt"))
_LAM = 0x644
_ALEFS = frozenset({0x622, 0x623, 0x625, 0x627})
_FIRST_IDEOGRAPH = 0x2E80
# Most of a space lies under a letter, and the letters around it stand as near as those of a word. An italic f or a
# quote leans over the space beside it as well, so only ligatures and ideographs are looked at.
_COVERED = 0.5
_LETTER_GAP = 0.15
_SAME = 0.01
# What such a page has in its text; of other pages no character is looked at.
_SUSPECT = re.compile("f[fijlt] |[\u0622\u0623\u0625\u0627]\u0644|[\u2e80-\U0003ffff] [\u2e80-\U0003ffff]")

_Place = tuple[float, float, float, float, float]


class Glyphs:
    """The characters of a text page by what a reader sees of them."""

    def __init__(self, text_page: Any) -> None:
        self._text_page = text_page
        self._count = pdfium_raw.FPDFText_CountChars(text_page)
        self._is_suspect = _SUSPECT.search(text_page.get_text_range()) is not None
        self._edges = tuple(ctypes.c_double() for _ in range(4))
        self._loose = pdfium_raw.FS_RECTF()

    def code(self, index: int) -> int:
        """Return the character at a place; 0 for none, and for a space that nobody sees."""
        code = self._raw(index)
        if not self._is_suspect:
            return code
        if code == _SPACE and self._is_covered(index):
            return 0
        if code in _ALEFS and self._raw(index + 1) == _LAM and self._is_one_glyph(index, index + 1):
            return _LAM
        if code == _LAM and self._raw(index - 1) in _ALEFS and self._is_one_glyph(index - 1, index):
            return self._raw(index - 1)
        return code

    def differ(self) -> bool:
        """Tell whether any character of the page is seen otherwise than PDFium gives it."""
        return self._is_suspect and any(
            self.code(index) != code
            for index in range(self._count)
            if (code := self._raw(index)) == _SPACE or code in _ALEFS
        )

    def _raw(self, index: int) -> int:
        return pdfium_raw.FPDFText_GetUnicode(self._text_page, index) if 0 <= index < self._count else 0

    def _is_ligature(self, index: int, following: int) -> bool:
        is_pair = self._raw(following) in _AFTER_F and self._raw(index) == _F
        return is_pair and self._is_one_glyph(index, following)

    def _is_one_glyph(self, index: int, following: int) -> bool:
        first, second = self._place(index), self._place(following)
        return all(abs(one - other) < _SAME for one, other in zip(first, second, strict=True))

    def _is_covered(self, index: int) -> bool:
        around = (self._raw(index - 1), self._raw(index + 1))
        if any(code == 0 or chr(code).isspace() for code in around):
            return False
        if min(around) < _FIRST_IDEOGRAPH and not self._is_ligature(index - 2, index - 1):
            return False
        if pdfium_raw.FPDFText_IsGenerated(self._text_page, index) == 1:
            return False
        before, space, after = (self._place(index + step) for step in (-1, 0, 1))
        width, height = space[1] - space[0], space[3] - space[2]
        if width <= 0 or height <= 0 or any(_shared(space[2:4], one[2:4]) < height / 2 for one in (before, after)):
            return False
        covered = max(_shared(space[:2], one[:2]) for one in (before, after))
        return covered > _COVERED * width and abs(after[0] - before[1]) < _LETTER_GAP * height

    def _place(self, index: int) -> _Place:
        """Return the left and right edge of a character's shape, the foot and top of its line, and its own top."""
        left, right, bottom, top = self._edges
        pdfium_raw.FPDFText_GetCharBox(self._text_page, index, left, right, bottom, top)
        pdfium_raw.FPDFText_GetLooseCharBox(self._text_page, index, self._loose)
        return left.value, right.value, self._loose.bottom, self._loose.top, top.value


def _shared(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return min(one[1], other[1]) - max(one[0], other[0])
