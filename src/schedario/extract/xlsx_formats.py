"""Reads from the XML of an XLSX workbook what the library of its values does not tell: the formats of numbers."""

import re
import zipfile
from collections.abc import Iterator

from schedario.extract.container import column_number, member_pieces
from schedario.extract.number_format import BUILT_IN, is_number_format
from schedario.extract.package import main_part, part_xml, relations

_SHEET = "worksheet"
_STYLES = "styles"


class Workbook:
    """The parts of a workbook, and the formats of its numbers by the style that cells name."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.part = main_part(archive, "xl/workbook.xml")
        named = {one.id: one for one in relations(archive, self.part)}
        root = part_xml(archive, self.part)
        self._sheets: dict[str, str] = {}
        for element in root.iter() if root is not None else ():
            if _local(element.tag) == "sheet":
                ids = [value for key, value in element.attrib.items() if _local(key) == "id"]
                self._sheets |= {element.get("name", ""): named[one].target for one in ids if one in named}
        styles = next((one.target for one in named.values() if one.kind == _STYLES), "xl/styles.xml")
        self._codes = _codes(archive, styles)

    def member(self, sheet: str) -> str:
        """Return the member that holds a sheet; empty when there is none."""
        return self._sheets.get(sheet, "")

    def formats(self, sheet: str) -> "CellFormats | None":
        """Return the formats in a sheet; None when no cell of the workbook can have any."""
        member = self.member(sheet)
        if not self._codes or member not in self.archive.namelist():
            return None
        return CellFormats(self.archive, member, self._codes)


class CellFormats:
    """The formats of the cells of one sheet, read row by row along with its values, so that size costs no memory.

    Cells that do not say where they stand, or rows that are not in order, have none; their numbers are as stored.
    """

    def __init__(self, archive: zipfile.ZipFile, member: str, codes: dict[int, str]) -> None:
        self._codes = codes
        self._cells = _styled_cells(archive, member, codes)
        self._next = next(self._cells, None)

    def row(self, number: int) -> dict[int, str]:
        """Return column, from 0, to format for a row, from 1; rows must be asked for from the top."""
        found: dict[int, str] = {}
        while self._next and self._next[0] <= number:
            row, column, style = self._next
            if row == number:
                found[column] = self._codes[style]
            self._next = next(self._cells, None)
        return found


def _styled_cells(archive: zipfile.ZipFile, member: str, codes: dict[int, str]) -> Iterator[tuple[int, int, int]]:
    """Yield row from 1, column from 0, and style of the cells that have one of the styles."""
    styles = b"|".join(str(style).encode() for style in codes)
    cell = re.compile(
        rb'<(?:\w+:)?c\s(?=[^<>]*?\bs="(' + styles + rb')")(?:[^<>]*?\s)?r="([A-Za-z]{1,3})(\d{1,7})"[^<>]*(?<!/)>'
    )
    for piece in member_pieces(archive, archive.getinfo(member)):
        for match in cell.finditer(piece):
            yield int(match[3]), column_number(match[2]) - 1, int(match[1])


def _codes(archive: zipfile.ZipFile, styles: str) -> dict[int, str]:
    """Return style to format for the styles that change how a number looks."""
    root = part_xml(archive, styles)
    own: dict[str, str] = {}
    used: list[str] = []
    for group in root if root is not None else ():
        if _local(group.tag) == "numFmts":
            own = {one.get("numFmtId", ""): one.get("formatCode", "") for one in group}
        elif _local(group.tag) == "cellXfs":
            used = [one.get("numFmtId", "0") for one in group]
    built_in = {str(number): code for number, code in BUILT_IN.items()}
    codes = {style: own.get(number, built_in.get(number, "")) for style, number in enumerate(used)}
    return {style: code for style, code in codes.items() if is_number_format(code)}


def _local(name: str) -> str:
    return name.rpartition("}")[2]
