"""Where a picture, or another drawing, hangs on a sheet."""

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

_INDEX = re.compile(r"[0-9]{1,7}")


@dataclass(frozen=True, slots=True)
class Anchored:
    """A picture on a sheet.

    Attributes:
        member: The member of the container that holds it.
        description: What the workbook says of it.
        row: Of the cell that it hangs on, from 1; 0 when it hangs on none.
        column: Of the same cell, from 1.
    """

    member: str
    description: str
    row: int = 0
    column: int = 0

    @property
    def cell(self) -> str:
        """The cell as a sheet names it: "B5"."""
        letters, rest = "", self.column
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.row}"


def place_of(anchor: Element) -> tuple[int, int]:
    """Return row and column of the cell in which a drawing begins, from 1; zeros when it hangs on the sheet."""
    start = next((one for one in anchor if _local(one.tag) == "from"), None)
    values = {_local(one.tag): (one.text or "").strip() for one in (start if start is not None else ())}
    row, column = values.get("row", ""), values.get("col", "")
    return (int(row) + 1, int(column) + 1) if _INDEX.fullmatch(row) and _INDEX.fullmatch(column) else (0, 0)


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
