"""A piece of a document's text: rows of a table as a table, everything else as it stands."""

import re

from schedario.dashboard.pieces import put, scrolled
from schedario.dashboard.tables import DataTable

_MOST_ROWS = 80
_PARTED = " | "
_CELLS = re.compile(r" \|(?= |$)")


def excerpt(text: str, name: str) -> None:
    """Show a text.

    Args:
        text: Some of a document's.
        name: Of the place that it is at, for who cannot see it.
    """
    lines = text.splitlines()
    with scrolled(name, "excerpt"):
        if lines and sum(_PARTED in line for line in lines) * 2 > len(lines):
            _table(lines)
        else:
            put("div", text, "marked")


def _table(lines: list[str]) -> None:
    DataTable([], [[cell.strip() for cell in _CELLS.split(line)] for line in lines[:_MOST_ROWS]])
    if len(lines) > _MOST_ROWS:
        put("div", "\n".join(lines[_MOST_ROWS:]), "marked")
