"""Where a picture hangs on a sheet."""

from dataclasses import dataclass


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
