"""Puts the ruled tables of a PDF page in the place of the text that they hold.

Each character of the text layer goes to the cell that its middle lies in; what lies in none stays text, in its order.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.blocks import table
from schedario.extract.pdf_characters import MOST_CHARACTERS, Box, Character, characters
from schedario.extract.pdf_order import in_reading_order, is_disordered, runs
from schedario.extract.pdf_ruling import Cell, grids, page_ruling
from schedario.extract.pdf_text import tidy
from schedario.records.extraction import Block

_FEWEST_ROWS = 2
_FEWEST_COLUMNS = 2
_FEWEST_FILLED = 3
_LEAST_FILLED = 0.25
_MOST_CELLS = 5_000
_MOST_GRIDS = 50
# A longer text in a cell is that of a page laid out in frames.
_LONGEST_CELL = 1_200
# Lines of a cell stand further apart than a raised figure does.
_LINE_STEP = 5.0
# Words of one sentence never stand as far apart as the columns of a table within a frame.
_COLUMN_GAP = 15.0
_FEWEST_FRAMED_LINES = 4
_FEWEST_PARTED = 3
# Letters of one word stand closer than the texts of two cells do.
_LETTER_GAP = 2.0
# Two edges of cells are one when they are as near as this; rules were put together before.
_SAME = 0.5


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
        self._last: dict[Cell, Character] = {}
        self._gaps: dict[Cell, int] = dict.fromkeys(self._cells, 0)

    @property
    def is_table(self) -> bool:
        """Tell whether it has rows and columns; a frame has not."""
        return len(self._tops) >= _FEWEST_ROWS and len(self._lefts) >= _FEWEST_COLUMNS

    @property
    def is_filled(self) -> bool:
        """Tell whether enough cells hold text, and none a whole column or table of it, as in drawings and frames."""
        lengths = [len(text.strip()) for text in self._texts.values() if text.strip()]
        if any(self._frames_columns(cell) for cell in self._cells):
            return False
        return len(lengths) >= max(_FEWEST_FILLED, _LEAST_FILLED * len(self._texts)) and max(lengths) <= _LONGEST_CELL

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell that holds a point."""
        if not (self.left <= x <= self.right and self.bottom <= y <= self.top):
            return None
        row = _place(self._tops, -y + _SAME * 2) - 1
        return next((c for c in self._by_row[row] if c.left <= x <= c.right and c.bottom <= y <= c.top), None)

    def put(self, cell: Cell, character: Character) -> None:
        """Add a character to a cell; one on another line than that before it begins a line."""
        before = self._last.get(cell, character)
        new_line = abs(character.y - before.y) > _LINE_STEP
        self._gaps[cell] += not new_line and character.left - before.right > _COLUMN_GAP
        self._texts[cell] += "\n" + character.text if new_line else character.text
        self._last[cell] = character

    def _frames_columns(self, cell: Cell) -> bool:
        """Tell whether a cell is a frame around lines that have columns of their own."""
        lines = sum(1 for line in self._texts[cell].splitlines() if line.strip())
        return lines >= _FEWEST_FRAMED_LINES and 2 * self._gaps[cell] >= lines

    def block(self) -> Block | None:
        """Write the cells as lines; a cell over several columns or rows stands in the first of them.

        Rules that are drawn double, or a frame around the whole, make columns in which nothing ever stands.
        """
        rows = [[""] * len(self._lefts) for _ in self._tops]
        for cell, text in self._texts.items():
            rows[_place(self._tops, -cell.top)][_place(self._lefts, cell.left)] = tidy(text)
        used = [any(row[column] for row in rows) for column in range(len(self._lefts))]
        return table(line for row in rows for line in _parted(list(compress(row, used))))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A character, and the grid and cell that hold it, if any do."""

    character: Character
    grid: _Grid | None = None
    cell: Cell | None = None


def blocks_with_tables(page: Any, text_page: Any, box: Box, turn: int = 0) -> list[Block] | None:
    """Return a page's blocks when it has a ruled table, with the tables in place; else None.

    Args:
        page: The page, as it is stored.
        text_page: Its text layer.
        box: What is shown of the page.
        turn: By how many degrees the page's text stands upright, see ``text_turn``.
    """
    ruling = page_ruling(page, box, turn)
    if ruling is None or not 0 < pdfium_raw.FPDFText_CountChars(text_page) <= MOST_CHARACTERS:
        return None
    found = [_Grid(cells) for cells in grids(ruling) if len(cells) <= _MOST_CELLS]
    found = [grid for grid in found if grid.is_table][:_MOST_GRIDS]
    if not found:
        return None
    placed = list(_placed(found, characters(text_page, box, turn)))
    for place in placed:
        if place.grid and place.cell:
            place.grid.put(place.cell, place.character)
    tables = [grid for grid in found if grid.is_filled]
    return list(_blocks(tables, placed)) if tables else None


def _placed(found: Sequence[_Grid], characters: Iterable[Character]) -> Iterator[_Placed]:
    """Yield characters with their grid and cell; a word that is too long for its cell stays whole."""
    before: _Placed | None = None
    for character in characters:
        if before and _goes_on(before.character, character):
            before = _Placed(character, before.grid, before.cell)
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


def _blocks(tables: Sequence[_Grid], placed: Sequence[_Placed]) -> Iterator[Block]:
    """Yield text and tables, each table where the first of its characters stands, or all as a person reads them."""
    if is_disordered(place.character for place in placed):
        free = runs(place.character for place in placed if place.grid not in tables)
        boxed = [((grid.left, grid.bottom, grid.right, grid.top), grid.block()) for grid in tables]
        yield from in_reading_order(free, [(box, block) for box, block in boxed if block])
        return
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
    """Yield the lines of a row that has rules only around several lines: of figures, or as many in every cell."""
    cells = [[line for line in re.split(r"[\r\n]+", cell.strip()) if line.strip()] for cell in row]
    depth = max(map(len, cells), default=0)
    deep = [cell for cell in cells if len(cell) == depth]
    even = depth >= _FEWEST_PARTED and len(deep) >= _FEWEST_PARTED and all(len(cell) in {0, depth} for cell in cells)
    if depth < 2 or not (even or _are_figures(cells, deep, depth)):
        yield row
        return
    for index in range(depth):
        yield [cell[index] if index < len(cell) else "" for cell in cells]


def _are_figures(cells: Sequence[Sequence[str]], deep: Sequence[Sequence[str]], depth: int) -> bool:
    figures = [cell for cell in deep if not any(c.isalpha() for line in cell for c in line)]
    return 2 * len(figures) >= max(len(deep), 2) and not any(1 < len(cell) < depth for cell in cells)


def _distinct(places: Iterator[float]) -> list[float]:
    distinct: list[float] = []
    for place in sorted(places):
        if not distinct or place - distinct[-1] > _SAME:
            distinct.append(place)
    return distinct


def _place(places: Sequence[float], place: float) -> int:
    return bisect_left(places, place - _SAME)
