"""Lays out a table whose cells reach over several rows or columns, so that columns stay columns.

The text of a cell over several rows stands in each of them, so that a row read alone keeps its label; over several
columns it stands in the first. A row that holds nothing of its own stays empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_MOST_COLUMNS = 100
"""A cell that claims more reaches over so many; a row of empty cells must not cost memory."""


@dataclass(frozen=True, slots=True)
class SpannedCell:
    """A cell with the rows and columns it takes; 0 rows reach to the table's end."""

    text: str
    rows: int = 1
    columns: int = 1


@dataclass(frozen=True, slots=True)
class _Reaching:
    text: str
    last_row: float


def span_of(text: str) -> int:
    """Return the rows or columns that an attribute names; one when it names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def laid_out(rows: Iterable[Sequence[SpannedCell]]) -> Iterator[list[str]]:
    """Yield the rows of a table with a text, perhaps empty, for each column."""
    reaching: dict[int, _Reaching] = {}
    for number, row in enumerate(rows):
        reaching = {column: one for column, one in reaching.items() if one.last_row >= number}
        above = {column: one.text for column, one in reaching.items()} if any(cell.text for cell in row) else {}
        texts = dict(above)
        column = 0
        for cell in row:
            while column in reaching:
                column += 1
            texts[column] = cell.text
            for offset in range(min(max(cell.columns, 1), _MOST_COLUMNS)):
                if cell.rows != 1:
                    last = number + cell.rows - 1 if cell.rows else float("inf")
                    reaching[column + offset] = _Reaching("" if offset else cell.text, last)
            column += min(max(cell.columns, 1), _MOST_COLUMNS)
        yield [texts.get(index, "") for index in range(max(texts, default=-1) + 1)]
