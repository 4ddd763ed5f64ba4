"""Reads the sheets of XLSX, XLSB and XLS.

Of XLSX, numbers are written as their cells show them, and comments, drawings, headers and footers are kept; the library
tells none of it, so it comes from the file's own XML. Dates are written in ISO form whatever their format, which says
day and month beyond doubt.
"""

import datetime
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetMetadata,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from schedario.errors import FileError, PasswordNeededError
from schedario.extract import kinds
from schedario.extract.blocks import is_blank, numbered_lines, origin_of, row_line
from schedario.extract.merged import MergedLabels
from schedario.extract.number_text import written
from schedario.extract.sheet_pictures import SheetPictures
from schedario.extract.source import Source
from schedario.extract.xlsx_comments import cell_comments
from schedario.extract.xlsx_drawings import drawing_blocks, running_lines
from schedario.extract.xlsx_formats import CellFormats, Workbook
from schedario.records.extraction import Block, ExtractedPage, Extraction, PageKind

_Value = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta
# A workbook shows fifteen significant digits; the sixteenth is the noise of binary fractions.
_DIGITS = ".15g"
_WHOLE_BELOW = 1e15
_PROGRESS_ROWS = 5_000


def read_sheets(source: Source) -> Extraction:
    """Read every sheet, hidden ones too, as one page each, its pictures after its cells.

    Raises:
        PasswordNeededError: The workbook is encrypted.
        LimitExceededError: Its sheets span too many cells.
        FileDamagedError: It cannot be read.
    """
    try:
        with ExitStack() as stack:
            workbook = stack.enter_context(CalamineWorkbook.from_path(str(source.path)))
            parts = None
            if source.media_type == kinds.XLSX:
                parts = Workbook(stack.enter_context(zipfile.ZipFile(source.path)))
            return Extraction(source.media_type, "", tuple(_pages(source, workbook, parts)))
    except PasswordError as error:
        raise PasswordNeededError(
            "the workbook is encrypted", subject=str(source.path), remedy="Save a copy without a password"
        ) from error
    except CalamineError as error:
        raise _failure(source, error) from error


def _pages(source: Source, workbook: CalamineWorkbook, parts: Workbook | None) -> Iterator[ExtractedPage]:
    if len(workbook.sheet_names) > source.limits.pages:
        raise source.beyond("pages", source.limits.pages, f"{len(workbook.sheet_names):,} sheets")
    cells = 0
    pictures = SheetPictures(source)
    for number, facts in enumerate(workbook.sheets_metadata, 1):
        block = None
        if facts.typ is SheetTypeEnum.WorkSheet:
            sheet = workbook.get_sheet_by_index(number - 1)
            cells += sheet.height * sheet.width
            if cells > source.limits.cells:
                raise source.beyond("cells", source.limits.cells, f"{cells:,} by sheet {facts.name}")
            block = numbered_lines(_lines(source, sheet, parts))
        source.progress()
        around = _around(parts, facts.name) if parts else ((), ())
        blocks = (*around[0], *filter(None, [block]), *around[1], *pictures.blocks(facts.name))
        yield ExtractedPage(PageKind.SHEET, number, _label(facts), origin_of(blocks), blocks)


def _around(parts: Workbook, sheet: str) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Return what stands before the cells of a sheet, and what after them."""
    running = running_lines(parts, sheet)
    before, after = (tuple(Block(f"{name}: {line}") for line in running[name]) for name in ("Header", "Footer"))
    return before, (*drawing_blocks(parts, sheet), *after)


def _label(facts: SheetMetadata) -> str:
    return facts.name if facts.visible is SheetVisibleEnum.Visible else f"{facts.name} (hidden)"


def _lines(source: Source, sheet: CalamineSheet, parts: Workbook | None) -> Iterator[tuple[int, str]]:
    """Yield the lines of a sheet with their row numbers: each row, and below it the comments on its cells."""
    comments = cell_comments(parts, sheet.name) if parts else {}
    for number, cells in _rows(source, sheet, parts.formats(sheet.name) if parts else None):
        yield from ((row, line) for row in sorted(comments) if row < number for line in comments.pop(row))
        if not all(map(is_blank, cells)):
            yield number, row_line(cells)
    yield from ((row, line) for row in sorted(comments) for line in comments[row])


def _rows(source: Source, sheet: CalamineSheet, formats: CellFormats | None) -> Iterator[tuple[int, Sequence[str]]]:
    if sheet.start is None:
        return
    first_row, first_column = sheet.start
    merged = MergedLabels(sheet.merged_cell_ranges or ())
    for index, row in enumerate(sheet.to_python(), first_row):
        if index % _PROGRESS_ROWS == 0:
            source.progress()
        codes = formats.row(index + 1) if formats else {}
        cells = [shown(value, codes.get(column, "")) for column, value in enumerate(row, first_column)]
        yield index + 1, merged.filled(index, cells, first_column)


def shown(value: _Value, code: str = "") -> str:
    """Write a value as a workbook shows it: whole numbers without a point, dates in ISO form.

    Args:
        value: What the cell holds.
        code: The format of a number; a number that it would hide is written all the same.
    """
    if code and isinstance(value, int | float) and not isinstance(value, bool) and (text := written(value, code)):
        return text
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float() if value.is_integer() and abs(value) < _WHOLE_BELOW:
            return str(int(value))
        case float():
            return format(value, _DIGITS)
        case datetime.datetime():
            midnight = value.time() == datetime.time()
            return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
        case datetime.date():
            return value.isoformat()
        case datetime.time():
            return value.isoformat(timespec="seconds")
        case datetime.timedelta():
            seconds = round(value.total_seconds())
            sign = "-" if seconds < 0 else ""
            return f"{sign}{abs(seconds) // 3600}:{abs(seconds) // 60 % 60:02}:{abs(seconds) % 60:02}"
        case _:
            return str(value)


def _failure(source: Source, error: CalamineError) -> FileError:
    message = str(error)
    if "cell limit" in message.lower():
        return source.beyond("cells", source.limits.cells, message)
    return source.damaged(f"the workbook cannot be read ({message})")
