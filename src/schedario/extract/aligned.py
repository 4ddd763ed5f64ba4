"""Finds tables without ruling lines: rows of short pieces of text that stand in the same columns.

Prose in columns is none: its lines are long and of one width. What is no table is put in order as text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from schedario.extract.blocks import row_line
from schedario.extract.reading_order import OcrLine, is_prose, page_text, rows_of
from schedario.records.extraction import Block, BlockRole

_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 3
# Share of a table's rows that have a cell in a column, for half of the columns at least.
_LEAST_FILLED = 0.5
# In heights of a line: rows of a table stand nearer, and do not overlap.
_LARGEST_GAP = 4.0
_LEAST_GAP = -0.3
_LARGEST_CELL = 80
# Share of rows without a letter or digit; formulas and accents have more.
_MOST_SILENT = 0.2
_WIDE_GAP = "   "


@dataclass(frozen=True, slots=True)
class _Column:
    left: float
    right: float

    def touches(self, line: OcrLine) -> bool:
        return line.left < self.right and self.left < line.right


@dataclass(frozen=True, slots=True)
class AlignedTable:
    """Rows of pieces of text, and the columns that they stand in."""

    rows: tuple[tuple[OcrLine, ...], ...]
    columns: tuple[_Column, ...]

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a place lies within the table, which reaches from its first to its last column and row."""
        top, bottom = min(line.top for line in self.rows[0]), max(line.bottom for line in self.rows[-1])
        return self.columns[0].left <= x <= self.columns[-1].right and top <= y <= bottom

    def block(self) -> Block:
        """Write the rows as lines."""
        return Block("\n".join(self._line(row) for row in self.rows), BlockRole.TABLE)

    def _line(self, row: Sequence[OcrLine]) -> str:
        return row_line(" ".join(line.text for line in row if column.touches(line)) for column in self.columns)


def page_blocks(lines: Sequence[OcrLine]) -> tuple[Block, ...]:
    """Return a page's text in order, with the tables that its lines make as tables."""
    blocks: list[Block] = []
    rest: list[OcrLine] = []
    for band in _bands(lines):
        if isinstance(band, AlignedTable):
            blocks += [*_text_blocks(rest), band.block()]
            rest = []
        else:
            rest += band
    return (*blocks, *_text_blocks(rest))


def find_tables(lines: Sequence[OcrLine]) -> tuple[AlignedTable, ...]:
    """Return the tables that pieces of text make, from the top."""
    return tuple(band for band in _bands(lines) if isinstance(band, AlignedTable))


def has_flattened(blocks: Iterable[Block]) -> bool:
    """Tell whether a text among blocks looks like a table whose columns are lost: wide gaps in half of its lines."""
    return any(_is_flattened(block.text) for block in blocks if block.role is BlockRole.TEXT)


def _is_flattened(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    wide = sum(1 for line in lines if _WIDE_GAP in line.strip())
    return wide >= _FEWEST_ROWS and 2 * wide >= len(lines)


def _text_blocks(lines: Sequence[OcrLine]) -> list[Block]:
    text = page_text(lines)
    return [Block(text)] if text else []


def _bands(lines: Sequence[OcrLine]) -> Iterator[AlignedTable | list[OcrLine]]:
    """Yield tables, and rows that are in none, from the top."""
    rows = list(rows_of(lines))
    at = 0
    while at < len(rows):
        end = _table_end(rows, at)
        columns = _columns(rows[at:end])
        if _is_table(rows[at:end], columns):
            yield AlignedTable(tuple(map(tuple, rows[at:end])), tuple(columns))
            at = end
        else:
            yield rows[at]
            at += 1


def _table_end(rows: Sequence[Sequence[OcrLine]], start: int) -> int:
    """Return the index after the last row that stands in the columns of the rows before it, from a row with enough."""
    if len(rows[start]) < _FEWEST_COLUMNS:
        return start
    height = median(line.height for line in rows[start])
    end = start + 1
    while end < len(rows) and _LEAST_GAP * height <= _gap(rows[end - 1], rows[end]) <= _LARGEST_GAP * height:
        columns = _columns(rows[start : end + 1])
        if len(columns) < _FEWEST_COLUMNS or not all(_fits(row, columns) for row in rows[start : end + 1]):
            break
        end += 1
    while end > start + 1 and len(rows[end - 1]) == 1:
        end -= 1
    return end


def _gap(above: Sequence[OcrLine], below: Sequence[OcrLine]) -> float:
    return min(line.top for line in below) - max(line.bottom for line in above)


def _fits(row: Sequence[OcrLine], columns: Sequence[_Column]) -> bool:
    """Tell whether each piece of a row stands in a column of its own."""
    places = [index for line in row for index, column in enumerate(columns) if column.touches(line)]
    return len(places) == len(set(places)) == len(row)


def _columns(rows: Sequence[Sequence[OcrLine]]) -> list[_Column]:
    """Join what stands above one another to columns, from the left."""
    columns: list[_Column] = []
    for line in sorted((line for row in rows for line in row), key=lambda line: line.left):
        if columns and line.left < columns[-1].right:
            columns[-1] = _Column(columns[-1].left, max(columns[-1].right, line.right))
        else:
            columns.append(_Column(line.left, line.right))
    return columns


def _is_table(rows: Sequence[Sequence[OcrLine]], columns: Sequence[_Column]) -> bool:
    full = [row for row in rows if len(row) >= _FEWEST_COLUMNS]
    silent = [row for row in rows if not any(c.isalnum() for line in row for c in line.text)]
    if len(columns) < _FEWEST_COLUMNS or len(full) < _FEWEST_ROWS or len(silent) > _MOST_SILENT * len(rows):
        return False
    by_column = [[line for row in rows for line in row if column.touches(line)] for column in columns]
    # A column of line numbers, or of colons, says nothing.
    told = [lines for lines in by_column if _is_told(lines)]
    filled = sum(1 for lines in told if len(lines) >= _LEAST_FILLED * len(rows))
    prose = any(is_prose(lines) for lines in by_column)
    longest = max(len(line.text) for row in rows for line in row)
    return not prose and filled >= max(_FEWEST_COLUMNS, len(columns) / 2) and longest <= _LARGEST_CELL


def _is_told(lines: Sequence[OcrLine]) -> bool:
    numbers = [int(line.text) for line in lines if line.text.isdecimal()]
    counts_up = len(numbers) == len(lines) > 1 and all(after == before + 1 for before, after in pairwise(numbers))
    return not counts_up and any(character.isalnum() for line in lines for character in line.text)
