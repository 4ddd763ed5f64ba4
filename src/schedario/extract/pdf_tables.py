"""Puts the ruled tables of a PDF page in the place of the text that they hold.

Each character of the text layer goes to the cell that its middle lies in; what lies in none stays text, in its order.
"""

import ctypes
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.blocks import table
from schedario.extract.pdf_ruling import Cell, grids, page_ruling
from schedario.extract.pdf_text import tidy
from schedario.records.extraction import Block

_FEWEST_ROWS = 2
_FEWEST_COLUMNS = 2
_FEWEST_FILLED = 3
_LEAST_FILLED = 0.25
_MOST_CELLS = 5_000
_MOST_GRIDS = 50
_MOST_CHARACTERS = 100_000
# A longer text in a cell is that of a page laid out in frames.
_LONGEST_CELL = 1_200
# Lines of a cell stand further apart than a raised figure does.
_LINE_STEP = 5.0
# Letters of one word stand closer than the texts of two cells do.
_LETTER_GAP = 2.0
# Two edges of cells are one when they are as near as this; rules were put together before.
_SAME = 0.5

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Character:
    """A character of the text layer: the edges, the vertical middle and the height of its box."""

    text: str
    left: float
    right: float
    y: float
    height: float = 0.0

    @property
    def x(self) -> float:
        """Horizontal middle."""
        return (self.left + self.right) / 2


class _Grid:
    """Cells by row and column, and the text that was put into them."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._tops = _distinct(-cell.top for cell in cells)
        self._lefts = _distinct(cell.left for cell in cells)
        self._cells = sorted(cells, key=lambda cell: (-cell.top, cell.left))
        self._by_row: dict[int, list[Cell]] = defaultdict(list)
        for cell in self._cells:
            for row in range(_place(self._tops, -cell.top), max(_place(self._tops, -cell.bottom), 1)):
                self._by_row[row].append(cell)
        self.left, self.right = min(cell.left for cell in cells), max(cell.right for cell in cells)
        self.bottom, self.top = min(cell.bottom for cell in cells), max(cell.top for cell in cells)
        self._texts: dict[Cell, str] = dict.fromkeys(self._cells, "")
        self._last_y: dict[Cell, float] = {}

    @property
    def is_table(self) -> bool:
        """Tell whether it has rows and columns; a frame has not."""
        return len(self._tops) >= _FEWEST_ROWS and len(self._lefts) >= _FEWEST_COLUMNS

    @property
    def is_filled(self) -> bool:
        """Tell whether enough cells hold text, and none a whole column of it, as in drawings and frames."""
        lengths = [len(text.strip()) for text in self._texts.values() if text.strip()]
        return len(lengths) >= max(_FEWEST_FILLED, _LEAST_FILLED * len(self._texts)) and max(lengths) <= _LONGEST_CELL

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell that holds a point."""
        if not (self.left <= x <= self.right and self.bottom <= y <= self.top):
            return None
        row = _place(self._tops, -y + _SAME * 2) - 1
        return next((c for c in self._by_row[row] if c.left <= x <= c.right and c.bottom <= y <= c.top), None)

    def put(self, cell: Cell, character: "Character") -> None:
        """Add a character to a cell; one on another line than that before it begins a line."""
        step = abs(character.y - self._last_y.get(cell, character.y))
        self._texts[cell] += "\n" + character.text if step > _LINE_STEP else character.text
        self._last_y[cell] = character.y

    def block(self) -> Block | None:
        """Write the cells as lines; a cell over several columns or rows stands in the first of them."""
        rows = [[""] * len(self._lefts) for _ in self._tops]
        for cell, text in self._texts.items():
            rows[_place(self._tops, -cell.top)][_place(self._lefts, cell.left)] = tidy(text)
        return table(line for row in rows for line in _parted(row))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A character, and the grid and cell that hold it, if any do."""

    character: Character
    grid: _Grid | None = None
    cell: Cell | None = None


def blocks_with_tables(page: Any, text_page: Any, box: Box) -> list[Block] | None:
    """Return a page's blocks when it has a ruled table, with the tables in place; else None.

    Args:
        page: The page, turned upright.
        text_page: Its text layer.
        box: Left, bottom, right and top of what is shown of it.
    """
    ruling = page_ruling(page)
    if ruling is None or not 0 < pdfium_raw.FPDFText_CountChars(text_page) <= _MOST_CHARACTERS:
        return None
    found = [_Grid(cells) for cells in grids(ruling) if len(cells) <= _MOST_CELLS]
    found = [grid for grid in found if grid.is_table][:_MOST_GRIDS]
    if not found:
        return None
    placed = list(_placed(found, characters(text_page, box)))
    for place in placed:
        if place.grid and place.cell:
            place.grid.put(place.cell, place.character)
    tables = [grid for grid in found if grid.is_filled]
    return list(_blocks(tables, placed)) if tables else None


def characters(text_page: Any, box: Box) -> Iterator[Character]:
    """Yield what is shown, and the spaces and line ends that PDFium puts in, at the place of what stands before."""
    left, right, bottom, top = ctypes.c_double(), ctypes.c_double(), ctypes.c_double(), ctypes.c_double()
    start = end = y = -1.0
    height = 0.0
    for index in range(pdfium_raw.FPDFText_CountChars(text_page)):
        code = pdfium_raw.FPDFText_GetUnicode(text_page, index)
        if code == 0:
            continue
        if not pdfium_raw.FPDFText_IsGenerated(text_page, index):
            pdfium_raw.FPDFText_GetCharBox(text_page, index, left, right, bottom, top)
            start, end, y = left.value, right.value, (bottom.value + top.value) / 2
            height = top.value - bottom.value
        if box[0] <= (start + end) / 2 <= box[2] and box[1] <= y <= box[3]:
            yield Character(chr(code), start, end, y, height)


def _placed(found: Sequence[_Grid], characters: Iterable[Character]) -> Iterator[_Placed]:
    """Yield characters with their grid and cell; a word that is too long for its cell stays whole."""
    before: _Placed | None = None
    for character in characters:
        if before and _goes_on(before.character, character):
            before = replace(before, character=character)
        else:
            before = _place_of(found, character)
        yield before


def _place_of(found: Sequence[_Grid], character: Character) -> _Placed:
    for grid in found:
        if cell := grid.cell_at(character.x, character.y):
            return _Placed(character, grid, cell)
    return _Placed(character)


def _goes_on(before: Character, after: Character) -> bool:
    near = abs(after.left - before.right) <= _LETTER_GAP and abs(after.y - before.y) <= _LINE_STEP
    return near and not before.text.isspace() and not after.text.isspace()


def _blocks(tables: Sequence[_Grid], placed: Iterable[_Placed]) -> Iterator[Block]:
    """Yield text and tables, each table where the first of its characters stands."""
    waiting = list(tables)
    text: list[str] = []
    for place in placed:
        if place.grid is None or place.grid not in tables:
            text.append(place.character.text)
        elif place.grid in waiting:
            waiting.remove(place.grid)
            yield from _text_blocks(text)
            text = []
            if block := place.grid.block():
                yield block
    yield from _text_blocks(text)


def _text_blocks(characters: Sequence[str]) -> Iterator[Block]:
    if text := tidy("".join(characters)):
        yield Block(text)


def _parted(row: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the lines of a row of figures that has rules only around several lines; any other row as it is."""
    cells = [[line for line in re.split(r"[\r\n]+", cell.strip()) if line.strip()] for cell in row]
    depth = max(map(len, cells), default=0)
    deep = [cell for cell in cells if len(cell) == depth]
    figures = [cell for cell in deep if not any(c.isalpha() for line in cell for c in line)]
    if depth < 2 or any(1 < len(cell) < depth for cell in cells) or 2 * len(figures) < max(len(deep), 2):
        yield row
        return
    for index in range(depth):
        yield [cell[index] if index < len(cell) else "" for cell in cells]


def _distinct(places: Iterator[float]) -> list[float]:
    distinct: list[float] = []
    for place in sorted(places):
        if not distinct or place - distinct[-1] > _SAME:
            distinct.append(place)
    return distinct


def _place(places: Sequence[float], place: float) -> int:
    return bisect_left(places, place - _SAME)
