"""Finds the tables among the rows of a sheet or table, and the rows that name each one's columns."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

_NUMBER = re.compile(r"[-+−–(]?[^\w\s]?\s?\d[\d.,'’\s]*(?:[eE][-+]?\d+)?\s?[^\w\s]{0,2}\)?|[-–—]")
_YEAR = re.compile(r"(?:1[89]|20)\d\d")
# A title, or a title and a line below it, stand in a cell of their own above the names of the columns.
_MOST_TITLES = 2


@dataclass(frozen=True, slots=True)
class Lines:
    """A run of rows by index, from the first to the last one in it."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Rows that are one table, and those that name its columns, if any do."""

    rows: Lines
    header: Lines | None


def find_tables(rows: Sequence[str], numbers: Sequence[int]) -> Iterator[FoundTable]:
    """Yield the tables that make up all rows, in order.

    A row that is missing from the numbers parts two tables. Rows below such a gap that begin with figures go on with
    the columns of the table above them.

    Args:
        rows: One line each, cells parted by `` | ``.
        numbers: The row numbers in the file; zeros where there are none.
    """
    header: Lines | None = None
    for part in _parts(rows, numbers):
        own = _header(rows, part)
        if own is None and not _goes_on(rows, part):
            header = None
        header = own or header
        yield FoundTable(part, header)


def _parts(rows: Sequence[str], numbers: Sequence[int]) -> Iterator[Lines]:
    """Yield runs of rows without a gap; a title that stands alone belongs to the run below it."""
    first = 0
    for index, (before, after) in enumerate(pairwise(numbers), 1):
        alone = index - first <= _MOST_TITLES and all(len(_filled(row)) == 1 for row in rows[first:index])
        if after > before + 1 and not alone:
            yield Lines(first, index - 1)
            first = index
    if rows:
        yield Lines(first, len(rows) - 1)


def _header(rows: Sequence[str], part: Lines) -> Lines | None:
    """Return the rows from a title to the last one that names columns; None when the first are figures, or are all."""
    named = next((i for i in range(part.first, part.last + 1) if len(_filled(rows[i])) > 1), part.first)
    if named > part.first + _MOST_TITLES:
        named = part.first
    if not _names_columns(rows[named]):
        return None
    last = named
    if named < part.last and _names_columns_too(rows[named], rows[named + 1]):
        last = named + 1
    return Lines(part.first, last) if last < part.last else None


def _names_columns(row: str) -> bool:
    """Tell whether less than half of a row's cells are figures; a year may well be the name of a column."""
    filled = _filled(row)
    figures = [cell for cell in filled if _NUMBER.fullmatch(cell)]
    return any(cell not in figures for cell in filled) and 2 * len(_no_years(figures)) < len(filled)


def _names_columns_too(above: str, below: str) -> bool:
    """Tell whether a second row names columns: a merged cell's name reaches into it, and it has no figures."""
    shared = any(one and one == other for one, other in zip(_cells(above), _cells(below), strict=False))
    return shared and above != below and not any(_NUMBER.fullmatch(cell) for cell in _filled(below))


def _goes_on(rows: Sequence[str], part: Lines) -> bool:
    return len(_filled(rows[part.first])) > 1


def _no_years(figures: Sequence[str]) -> list[str]:
    return [figure for figure in figures if not _YEAR.fullmatch(figure)]


def _filled(row: str) -> list[str]:
    return [cell for cell in _cells(row) if cell]


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]
