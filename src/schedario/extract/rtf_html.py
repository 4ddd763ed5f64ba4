"""From the paragraphs, cells and rows of RTF to HTML."""

from dataclasses import dataclass, field


@dataclass
class RtfHtml:
    """Grows the HTML; rows that follow each other are one table.

    Attributes:
        content: What is finished.
        notes: Notes to the paragraph that is being read, to stand after it.
        cell: The paragraphs of the cell that is being read.
        row: The cells of the row that is being read.
        rows: The rows of the table that is being read.
    """

    content: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    row: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)

    def paragraph(self, text: str, level: int, *, in_table: bool) -> None:
        """End a paragraph of HTML; a level makes it a heading."""
        notes = "".join(f"<p>{note}</p>" for note in self.notes)
        self.notes.clear()
        if in_table:
            self.cell.append(f"<p>{text}</p>{notes}")
            return
        self.end_table()
        tag = f"h{min(level, 6)}" if level and text.strip() else "p"
        self.content.append(f"<{tag}>{text}</{tag}>{notes}")

    def end_cell(self) -> None:
        """End the cell."""
        self.row.append(f"<td>{''.join(self.cell)}</td>")
        self.cell.clear()

    def end_row(self) -> None:
        """End the row, if one is open."""
        if self.cell:
            self.end_cell()
        if self.row:
            self.rows.append(f"<tr>{''.join(self.row)}</tr>")
            self.row.clear()

    def end_table(self) -> None:
        """End the table, if one is open."""
        self.end_row()
        if self.rows:
            self.content.append(f"<table>{''.join(self.rows)}</table>")
            self.rows.clear()
