"""Repeats the label of cells that are merged downwards in each row they cover, so that a row read alone keeps it.

A cell that is merged across columns stands once, at its place. A row that holds nothing of its own stays empty.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

Range = tuple[tuple[int, int], tuple[int, int]]
"""First and last cell, each by row and column from 0."""


class MergedLabels:
    """The merged cells of one sheet, whose rows are given from the top."""

    def __init__(self, ranges: Iterable[Range] = ()) -> None:
        self._starting: dict[int, list[tuple[int, int]]] = defaultdict(list)
        self._open: dict[int, tuple[str, int]] = {}
        self.begin(ranges)

    def begin(self, ranges: Iterable[Range]) -> None:
        """Add merged cells, before the row in which they begin."""
        for (top, left), (bottom, _) in ranges:
            if bottom > top:
                self._starting[top].append((left, bottom))

    def filled(self, row: int, cells: Sequence[str], first_column: int = 0) -> list[str]:
        """Return a row's cells with the labels that reach into it from above."""
        filled = list(cells)
        if any(filled):
            for column, (label, last) in list(self._open.items()):
                if row > last:
                    del self._open[column]
                elif column - first_column < len(filled) and not filled[column - first_column]:
                    filled[column - first_column] = label
        for column, last in self._starting.pop(row, ()):
            if 0 <= column - first_column < len(filled) and filled[column - first_column]:
                self._open[column] = (filled[column - first_column], last)
        return filled
