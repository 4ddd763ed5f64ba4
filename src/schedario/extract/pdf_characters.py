"""The characters of a PDF page's text layer with their places, in points from the page's lower left corner.

A page may be stored on its side with its text along it, to be turned when it is shown. Its characters are given as they
are shown; so are its rules, see ``pdf_ruling``.
"""

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.pdf_glyphs import Glyphs

Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

# A page of more is a drawing, or made to cost time; its text is taken as it comes.
MOST_CHARACTERS = 100_000
_TURNS = frozenset({90, 270})
_SAMPLE = 400
_LEVEL = 0.1
_FAR = 1.0
_SPACES = " \t\u00a0"


@dataclass(frozen=True, slots=True)
class Character:
    """One character.

    Attributes:
        text: The character.
        left: Left edge of its box.
        right: Right edge.
        y: Vertical middle.
        line: Vertical middle of the line that it stands on, by its font; a comma's own box lies low.
        line_height: Height of that line.
        height: Height of the character's own box.
        upright: Whether it stands upright when all is turned.
        generated: Whether PDFium put it in: a space or line end that the file does not have.
    """

    text: str
    left: float
    right: float
    y: float
    line: float = 0.0
    line_height: float = 0.0
    height: float = 0.0
    upright: bool = True
    generated: bool = False

    @property
    def x(self) -> float:
        """Horizontal middle."""
        return (self.left + self.right) / 2


def text_turn(text_page: Any, rotation: int) -> int:
    """Return by how many degrees the text stands upright only when the page is turned as it is shown; else 0."""
    if rotation not in _TURNS:
        return 0
    count = min(pdfium_raw.FPDFText_CountChars(text_page), _SAMPLE)
    along = sum(1 for index in range(count) if _angle(text_page, index) == 360 - rotation)
    return rotation if 2 * along > count else 0


def is_plain(text_page: Any, box: Box, turn: int = 0) -> bool:
    """Tell, without a look at each character, whether a page is lines from its top to its foot.

    One jump back, to a header or footer, is plain as well; a piece that is far from the one before it on the same line,
    with no space between, is not.
    """
    jumps = 0
    before: Box | None = None
    for piece in _pieces(text_page):
        after = turned(piece, box, turn)
        if before:
            height = max(before[3] - before[1], after[3] - after[1], 1.0)
            shared = min(before[3], after[3]) - max(before[1], after[1])
            is_one_line = shared > min(before[3] - before[1], after[3] - after[1]) / 2
            if is_one_line and after[0] - before[2] > _FAR * height and _is_glued(text_page, piece):
                return False
            jumps += after[2] < before[0] if is_one_line else after[1] > before[3]
        before = after
    return jumps <= 1


def _pieces(text_page: Any) -> Iterator[Box]:
    """Yield the boxes of the pieces that the file draws as one."""
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    for index in range(pdfium_raw.FPDFText_CountRects(text_page, 0, -1)):
        pdfium_raw.FPDFText_GetRect(text_page, index, left, top, right, bottom)
        yield left.value, bottom.value, right.value, top.value


def _is_glued(text_page: Any, piece: Box) -> bool:
    """Tell whether the first character of a piece follows another without a space."""
    left, bottom, right, top = piece
    width, height = max(right - left, 1.0), max(top - bottom, 1.0)
    places = ((left, (bottom + top) / 2, 1.0, height), ((left + right) / 2, bottom, width, 1.0))
    found = (pdfium_raw.FPDFText_GetCharIndexAtPos(text_page, *place) for place in places)
    first = next((index for index in found if index >= 0), 0)
    return first > 0 and chr(pdfium_raw.FPDFText_GetUnicode(text_page, first - 1)) not in _SPACES


def characters(text_page: Any, box: Box, turn: int = 0) -> Iterator[Character]:
    """Yield what is shown, and the spaces and line ends that PDFium puts in, at the place of what stands before.

    Between cells of a row that stand far apart PDFium puts nothing, which would make one number of two, or a line end;
    here a space stands there.

    Args:
        text_page: The text layer.
        box: What is shown of the page, as it is stored.
        turn: By how many degrees all is turned, 0, 90 or 270.
    """
    place = line = (-1.0, -1.0, -1.0, -1.0)
    upright = True
    before: Character | None = None
    between: list[Character] = []
    places, glyphs = _Places(text_page), Glyphs(text_page)
    for index in range(pdfium_raw.FPDFText_CountChars(text_page)):
        code = glyphs.code(index)
        if code == 0:
            continue
        generated = bool(pdfium_raw.FPDFText_IsGenerated(text_page, index))
        if not generated:
            old, (place, line) = line, places.of(index)
            # Text turns where it leaves its line, so along a line there is no need to ask.
            if abs(old[1] - line[1]) > _LEVEL or abs(old[3] - line[3]) > _LEVEL:
                upright = _angle(text_page, index) == -turn % 360
        if generated or _is_within(place, box):
            left, bottom, right, top = turned(place, box, turn) if turn else place
            _, low, _, high = turned(line, box, turn) if turn else line
            y, height = (bottom + top) / 2, top - bottom
            after = Character(chr(code), left, right, y, (low + high) / 2, high - low, height, upright, generated)
            if generated:
                between.append(after)
                continue
            if before and (between or after.left - before.right > after.line_height):
                yield from _between(before, between, after)
                between = []
            yield after
            before = after
    yield from between


def _is_within(place: Box, box: Box) -> bool:
    return box[0] <= (place[0] + place[2]) / 2 <= box[2] and box[1] <= (place[1] + place[3]) / 2 <= box[3]


def _between(before: Character, between: Sequence[Character], after: Character) -> Iterator[Character]:
    """Yield what stands between two characters of the file: a space if they are far from each other on one line."""
    height = max(before.line_height, after.line_height, 1.0)
    is_one_line = before.upright and after.upright and abs(before.line - after.line) < height / 2
    gap = after.left - before.right
    broken = any(character.text in "\r\n" for character in between)
    if is_one_line and ((broken and gap > 0) or (not between and gap > _FAR * height)):
        if not (before.text.isspace() or after.text.isspace()):
            yield replace(before, text=" ", generated=True)
        return
    yield from between


def _angle(text_page: Any, index: int) -> int:
    return round(math.degrees(pdfium_raw.FPDFText_GetCharAngle(text_page, index))) % 360


class _Places:
    """Asks for boxes of characters, into the same memory each time: a page has thousands."""

    def __init__(self, text_page: Any) -> None:
        self._text_page = text_page
        self._edges = tuple(ctypes.c_double() for _ in range(4))
        self._loose = pdfium_raw.FS_RECTF()

    def of(self, index: int) -> tuple[Box, Box]:
        """Return the box of a character's shape, and that which its font gives it."""
        left, right, bottom, top = self._edges
        loose = self._loose
        pdfium_raw.FPDFText_GetCharBox(self._text_page, index, left, right, bottom, top)
        pdfium_raw.FPDFText_GetLooseCharBox(self._text_page, index, loose)
        return (left.value, bottom.value, right.value, top.value), (loose.left, loose.bottom, loose.right, loose.top)


def turned(place: Box, box: Box, turn: int) -> Box:
    """Return where a box lies when the page is turned clockwise; the page's corner stays where it is."""
    left, bottom, right, top = place
    if turn == 90:
        return bottom, box[0] + box[2] - right, top, box[0] + box[2] - left
    if turn == 270:
        return box[1] + box[3] - top, left, box[1] + box[3] - bottom, right
    return place
