"""The cost plan: an Excel file with a sheet of costs and a sheet of suppliers."""

from datetime import date
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter
from scripts.example_archive.blocks import read_rows
from scripts.example_archive.office_package import MADE_AT, with_fixed_times

AMOUNT_COLUMN, DUE_COLUMN, RATING_COLUMN = 4, 5, 6
COST_WIDTHS = (32, 14, 26, 14, 20, 18, 48)
SUPPLIER_WIDTHS = (22, 32, 20, 38, 26, 20, 12)


def make_cost_workbook() -> bytes:
    """Make the file's bytes."""
    workbook = Workbook()
    workbook.properties.creator = workbook.properties.lastModifiedBy = "Falegnameria Esempio S.r.l."
    workbook.properties.created = workbook.properties.modified = MADE_AT
    workbook.properties.title = "Piano dei costi 2025"
    costs = workbook.active
    costs.title = "Piano costi 2025"
    _fill_costs(costs)
    _fill_suppliers(workbook.create_sheet("Fornitori"))
    return with_fixed_times(_saved(workbook))


def _fill_costs(sheet: Worksheet) -> None:
    head, *rows = read_rows("piano-costi.csv")
    sheet.append(head)
    for row in rows:
        due = date.fromisoformat(row[DUE_COLUMN])
        sheet.append([*row[:AMOUNT_COLUMN], int(row[AMOUNT_COLUMN]), due, *row[DUE_COLUMN + 1 :]])
    # A value and not a formula: a formula has no result until a spreadsheet program has computed it.
    sheet.append(["Totale", "", "", "", sum(int(row[AMOUNT_COLUMN]) for row in rows)])
    _format(sheet, COST_WIDTHS)
    for row_number in range(2, sheet.max_row + 1):
        sheet.cell(row_number, AMOUNT_COLUMN + 1).number_format = "#,##0"
        sheet.cell(row_number, DUE_COLUMN + 1).number_format = "dd/mm/yyyy"
    for cell in sheet[sheet.max_row]:
        cell.font = Font(bold=True)


def _fill_suppliers(sheet: Worksheet) -> None:
    head, *rows = read_rows("fornitori.csv")
    sheet.append(head)
    for row in rows:
        sheet.append([*row[:RATING_COLUMN], float(row[RATING_COLUMN].replace(",", "."))])
    _format(sheet, SUPPLIER_WIDTHS)


def _format(sheet: Worksheet, widths: tuple[int, ...]) -> None:
    for cell, width in zip(sheet[1], widths, strict=True):
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="DCE6EC")
        sheet.column_dimensions[cell.column_letter].width = width
    sheet.freeze_panes = "A2"


def _saved(workbook: Workbook) -> bytes:
    # Workbook.save would set the time of change to now; the writer below it does not.
    buffer = BytesIO()
    ExcelWriter(workbook, ZipFile(buffer, "w", ZIP_DEFLATED)).save()
    return buffer.getvalue()
