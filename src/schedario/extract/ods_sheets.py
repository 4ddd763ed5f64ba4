"""Takes the XML of an ODS workbook event by event, without a tree, and makes the lines of its sheets."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from schedario.extract.blocks import ROW_SEPARATOR, is_blank, one_line, row_line
from schedario.extract.container import column_letters
from schedario.extract.merged import MergedLabels, Range
from schedario.extract.source import Source

# Drawings, forms, what was there before a tracked change, what an annotation says of itself: none is shown in a cell.
_SKIPPED = frozenset(
    {
        *("shapes", "forms", "tracked-changes", "frame", "custom-shape", "g", "object", "event-listeners", "detective"),
        *("date", "date-string", "creator-initials", "ruby-text"),
    }
)
_SPACES = frozenset({"p", "s", "tab", "line-break"})
_CELLS = frozenset({"table-cell", "covered-table-cell"})
_VALUES = ("string-value", "boolean-value", "time-value", "value")
Attributes = dict[str, str]


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    is_comment: bool = False


@dataclass(slots=True)
class Sheet:
    """A sheet with the lines of its rows."""

    name: str
    is_hidden: bool
    _lines: list[_Line] = field(default_factory=list)
    _first_column: int | None = None

    def add_row(self, number: int, cells: Sequence[str]) -> None:
        """Add a row that shows something, with its number from 1."""
        first = next(column for column, cell in enumerate(cells) if cell)
        self._first_column = first if self._first_column is None else min(first, self._first_column)
        self._lines.append(_Line(number, row_line(cells)))

    def add_comments(self, number: int, comments: Iterable[str]) -> None:
        """Add the comments on a row's cells below it."""
        self._lines += [_Line(number, comment, is_comment=True) for comment in comments]

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield row number and line; columns that are empty in all rows before the first other one are left out."""
        left_out = len(ROW_SEPARATOR) * (self._first_column or 0)
        for line in self._lines:
            yield line.number, line.text if line.is_comment else line.text[left_out:]


@dataclass(slots=True)
class _Row:
    """The cells of a row that show something, by column from 0."""

    repeated: int = 1
    column: int = 0
    cells: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    merged: list[Range] = field(default_factory=list)


class OdsSheets:
    """A target for ``XMLParser``.

    Attributes:
        found: The sheets in their order.
    """

    def __init__(self, source: Source) -> None:
        self.found: list[Sheet] = []
        self._source = source
        self._open: list[tuple[str, Attributes]] = []
        self._skipped = 0
        self._sinks: list[list[str]] = []
        self._author = ""
        self._hidden_styles: set[str] = set()
        self._tables = 0
        self._rows_before = 0
        self._cells_counted = 0
        self._row = _Row()
        self._labels = MergedLabels()

    def start(self, tag: str, attrs: Attributes) -> None:
        """Take a start tag."""
        name = _local(tag)
        if self._skipped or (self._tables and name in _SKIPPED):
            self._skipped += 1
            return
        attributes = {_local(key): value for key, value in attrs.items()}
        if name == "table":
            self._begin_table(attributes)
        elif name == "table-row" and self._tables == 1:
            self._row = _Row(_count(attributes.get("number-rows-repeated", "")))
        elif self._tables and (name in _CELLS or name in {"annotation", "creator"}):
            self._sinks.append([])
        elif name == "table-properties" and attributes.get("display") == "false" and self._open:
            self._hidden_styles.add(self._open[-1][1].get("name", ""))
        elif name in _SPACES:
            self.data(" ")
        self._open.append((name, attributes))

    def end(self, _tag: str) -> None:
        """Take an end tag."""
        if self._skipped:
            self._skipped -= 1
            return
        name, attributes = self._open.pop()
        if name == "table":
            self._tables -= 1
        elif name == "table-row" and self._tables == 1:
            self._end_row()
        elif name == "creator" and self._tables:
            self._author = self._text()
        elif name == "annotation" and self._tables:
            self._end_comment()
        elif name in _CELLS and self._tables:
            self._end_cell(attributes, is_covered=name == "covered-table-cell")

    def data(self, text: str) -> None:
        """Take text; between the elements of a cell there is only white space."""
        if self._sinks and not self._skipped:
            self._sinks[-1].append(text)

    def close(self) -> None:
        """End."""

    def _text(self) -> str:
        return one_line("".join(self._sinks.pop()))

    def _begin_table(self, attributes: Attributes) -> None:
        self._tables += 1
        if self._tables > 1:
            # A table within a cell: its text is the cell's.
            return
        limit = self._source.limits.pages
        if len(self.found) >= limit:
            raise self._source.beyond("pages", limit, f"more than {limit} sheets")
        self.found.append(Sheet(attributes.get("name", ""), attributes.get("style-name", "") in self._hidden_styles))
        self._rows_before = 0
        self._labels = MergedLabels()

    def _end_comment(self) -> None:
        text, author, self._author = self._text(), self._author, ""
        if text and self._tables == 1:
            place = f"{column_letters(self._row.column + 1)}{self._rows_before + 1}"
            self._row.comments.append(f"Comment{f' ({author})' if author else ''} on {place}: {text}")

    def _end_cell(self, attributes: Attributes, *, is_covered: bool) -> None:
        text = _shown(attributes, self._text())
        if self._tables > 1:
            self.data(f" {text} ")
            return
        row, repeated = self._row, _count(attributes.get("number-columns-repeated", ""))
        if not is_blank(text) and not is_covered:
            self._count_cells(row.column + repeated)
            row.cells |= dict.fromkeys(range(row.column, row.column + repeated), text)
            height = _count(attributes.get("number-rows-spanned", ""))
            if height > 1:
                here = self._rows_before
                row.merged.append(((here, row.column), (here + height - 1, row.column)))
        row.column += repeated

    def _end_row(self) -> None:
        row, first = self._row, self._rows_before + 1
        self._rows_before += row.repeated
        sheet = self.found[-1]
        if row.cells:
            width = max(row.cells) + 1
            self._count_cells((row.repeated - 1) * width)
            self._labels.begin(row.merged)
            for number in range(first, first + row.repeated):
                cells = self._labels.filled(number - 1, [row.cells.get(column, "") for column in range(width)])
                sheet.add_row(number, cells)
        sheet.add_comments(first, row.comments)

    def _count_cells(self, count: int) -> None:
        self._cells_counted += count
        if self._cells_counted > self._source.limits.cells:
            raise self._source.beyond("cells", self._source.limits.cells, f"more by sheet {self.found[-1].name}")


def _shown(attributes: Attributes, text: str) -> str:
    """Return what a cell shows; a date in ISO form, and the value where the file has no text for it."""
    if date := attributes.get("date-value", ""):
        return date.replace("T", " ").partition(".")[0].removesuffix(" 00:00:00")
    return text or next((attributes[name] for name in _VALUES if attributes.get(name)), "")


def _count(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _local(name: str) -> str:
    return name.rpartition("}")[2]
