"""Reads what stands on an XLSX sheet beside its cells: text boxes, diagrams, titles of charts, headers and footers."""

import re
from collections.abc import Iterator
from html import unescape
from xml.etree.ElementTree import Element

from schedario.extract.blocks import one_line, row_line
from schedario.extract.container import member_pieces
from schedario.extract.drawing_text import chart_lines, chart_rows, diagram_lines, paragraph_lines
from schedario.extract.package import Relation, part_xml, relations
from schedario.extract.sheet_anchor import place_of
from schedario.extract.xlsx_formats import Workbook
from schedario.records.extraction import Block

_RUNNING = re.compile(rb"<(?:\w+:)?(?:odd|even|first)(Header|Footer)\b[^<>]*>([^<]*)<")
# A number of a page, with the word before it and what stands between it and the number of pages.
_PAGE_NUMBER = re.compile(r"\w*\s*&P(?:\s*\S+\s*&N)?")
_CODE = re.compile(r'&(?:"[^"]*"|K[0-9A-Fa-f]{6}|K\d\d[+-]\d{3}|\d+|[A-Za-z])')
_PART = re.compile("&[LCR]")
_KEPT = "\0"


def drawing_blocks(workbook: Workbook, sheet: str) -> Iterator[Block]:
    """Yield the texts that are drawn on a sheet, by row and column of the cells that they hang on."""
    member = workbook.member(sheet)
    found: list[tuple[int, int, str]] = []
    for drawing in (one.target for one in relations(workbook.archive, member) if member and one.kind == "drawing"):
        parts = {one.id: one for one in relations(workbook.archive, drawing)}
        root = part_xml(workbook.archive, drawing)
        for anchor in root if root is not None else ():
            lines = list(_lines(workbook, parts, anchor))
            if lines:
                found.append((*place_of(anchor), "\n".join(lines)))
    for row, _, text in sorted(found):
        yield Block(text, rows=(row,) * (text.count("\n") + 1) if row else ())


def running_lines(workbook: Workbook, sheet: str) -> dict[str, list[str]]:
    """Return the headers and footers of a sheet, one line each, by "Header" and "Footer"."""
    lines: dict[str, list[str]] = {"Header": [], "Footer": []}
    member = workbook.member(sheet)
    if member not in workbook.archive.namelist():
        return lines
    for piece in member_pieces(workbook.archive, workbook.archive.getinfo(member)):
        for match in _RUNNING.finditer(piece):
            kind, line = match[1].decode(), _running_line(unescape(match[2].decode("utf-8", "replace")))
            if line and line not in lines[kind]:
                lines[kind].append(line)
    return lines


def _running_line(code: str) -> str:
    """Return the words of a header; numbers of pages, dates and names of files are filled in when it is printed."""
    plain = _PAGE_NUMBER.sub("", code.replace("&&", _KEPT))
    return one_line(_CODE.sub("", _PART.sub(" ", plain)).replace(_KEPT, "&"))


def _lines(workbook: Workbook, parts: dict[str, Relation], anchor: Element) -> Iterator[str]:
    for element in anchor.iter():
        local = element.tag.rpartition("}")[2]
        if local == "txBody":
            yield from paragraph_lines(element)
        elif local in {"chart", "relIds"}:
            relation = parts.get(_named(element, "dm" if local == "relIds" else "id"))
            root = part_xml(workbook.archive, relation.target) if relation else None
            if root is not None:
                yield from diagram_lines(root) if local == "relIds" else _chart(root)


def _chart(root: Element) -> Iterator[str]:
    """Yield a chart's titles; of its series only those whose numbers do not stand in the cells of this workbook."""
    yield from chart_lines(root)
    formulas = [one.text or "" for one in root.iter() if one.tag.endswith("}f")]
    if not formulas or any(formula.lstrip("'").startswith("[") for formula in formulas):
        yield from map(row_line, chart_rows(root))


def _named(element: Element, name: str) -> str:
    return next((value for key, value in element.attrib.items() if key.endswith(f"}}{name}")), "")
