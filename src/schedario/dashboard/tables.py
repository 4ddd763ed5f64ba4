"""Tables of many rows: values that the browser makes rows of, which is quicker than an element for each cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nicegui.element import Element

from schedario.dashboard.shown import shown

_DATA_TABLE = Path(__file__).with_name("assets") / "data_table.js"


@dataclass(frozen=True, slots=True)
class Chip:
    """A word that stands out.

    Attributes:
        text: It.
        kind: Classes of the style sheet: "warning", "problem", or a status's own.
        title: What is said when somebody points at it.
    """

    text: str
    kind: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Attributes:
        text: What it says; may be a document's.
        href: Where it leads: a page of the service, of which the address was made by us; empty for nowhere.
        below: A second line, shorter than its text would be.
        title: What is said when somebody points at the second line.
        chips: Words that stand out.
        kind: Classes of the style sheet, as "figure".
        head: Whether it names its row.
    """

    text: str
    href: str = ""
    below: str = ""
    title: str = ""
    chips: tuple[Chip, ...] = ()
    kind: str = ""
    head: bool = False


class DataTable(Element, component=_DATA_TABLE):
    """A table; its rows can be taken for others at any time."""

    def __init__(self, heads: Sequence[str], rows: Sequence[Sequence[Cell | str]], classes: str = "") -> None:
        """Take the words above the columns, and the rows; a plain text stands for a cell with it."""
        super().__init__()
        self.classes(classes)
        self.props["heads"] = list(heads)
        self.show(rows)

    def show(self, rows: Sequence[Sequence[Cell | str]]) -> None:
        """Take other rows."""
        self.props["rows"] = [[_cell(cell) for cell in row] for row in rows]


def _cell(cell: Cell | str) -> dict[str, Any]:
    if isinstance(cell, str):
        return {"text": shown(cell)}
    texts = {"text": cell.text, "href": cell.href, "below": cell.below, "title": cell.title, "kind": cell.kind}
    said: dict[str, Any] = {name: shown(text) for name, text in texts.items() if text}
    chips = [[shown(chip.text), chip.kind, shown(chip.title)] for chip in cell.chips]
    return said | ({"chips": chips} if chips else {}) | ({"head": True} if cell.head else {})
