"""Reads the sheets of XLSX, XLSB, XLS and ODS; values are given as shown, as far as the library tells."""

import datetime
from collections.abc import Iterator, Sequence

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum

from schedario.errors import FileError, PasswordNeededError
from schedario.extract.blocks import numbered_table, origin_of
from schedario.extract.sheet_pictures import SheetPictures
from schedario.extract.source import Source
from schedario.records.extraction import ExtractedPage, Extraction, PageKind

_Value = int | float | str | bool | datetime.time | datetime.date | datetime.datetime | datetime.timedelta
# A workbook shows fifteen significant digits; the sixteenth is the noise of binary fractions.
_DIGITS = ".15g"
_WHOLE_BELOW = 1e15


def read_sheets(source: Source) -> Extraction:
    """Read every sheet, hidden ones too, as one page each, its pictures after its cells.

    Raises:
        PasswordNeededError: The workbook is encrypted.
        LimitExceededError: Its sheets span too many cells.
        FileDamagedError: It cannot be read.
    """
    try:
        with CalamineWorkbook.from_path(str(source.path)) as workbook:
            return Extraction(source.media_type, "", tuple(_pages(source, workbook)))
    except PasswordError as error:
        raise PasswordNeededError(
            "the workbook is encrypted", subject=str(source.path), remedy="Save a copy without a password"
        ) from error
    except CalamineError as error:
        raise _failure(source, error) from error


def _pages(source: Source, workbook: CalamineWorkbook) -> Iterator[ExtractedPage]:
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
            block = numbered_table(_rows(sheet))
        source.progress()
        blocks = (*filter(None, [block]), *pictures.blocks(facts.name))
        yield ExtractedPage(PageKind.SHEET, number, facts.name, origin_of(blocks), blocks)


def _rows(sheet: CalamineSheet) -> Iterator[tuple[int, Sequence[str]]]:
    if sheet.start is None:
        return
    first = sheet.start[0] + 1
    for number, row in enumerate(sheet.to_python(), first):
        yield number, [shown(value) for value in row]


def shown(value: _Value) -> str:
    """Write a value as a workbook shows it: whole numbers without a point, dates in ISO form."""
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
