"""Finds the pictures on the sheets of XLSX and ODS workbooks, with the cell that each hangs on."""

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from schedario.extract import kinds
from schedario.extract.ods_pictures import ods_pictures
from schedario.extract.package import Relation, main_part, part_xml, relations
from schedario.extract.sheet_anchor import Anchored, place_of
from schedario.extract.source import Source
from schedario.extract.unpacking import member_bytes
from schedario.records.extraction import Block

_WORKBOOK = "xl/workbook.xml"


class SheetPictures:
    """The pictures of one workbook, by sheet; those of kinds that keep them otherwise are left out."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._anchored: dict[str, list[Anchored]] = {}
        if source.media_type in {kinds.XLSX, kinds.ODS}:
            find = ods_pictures if source.media_type == kinds.ODS else _xlsx_pictures
            with zipfile.ZipFile(source.path) as archive:
                self._anchored = find(archive)

    def blocks(self, sheet: str) -> Iterator[Block]:
        """Read the pictures of a sheet, by row and column of the cells that they hang on."""
        anchored = sorted(self._anchored.get(sheet, ()), key=lambda one: (one.row, one.column))
        if not anchored:
            return
        with zipfile.ZipFile(self._source.path) as archive:
            for one in anchored:
                yield from filter(None, [self._block(archive, one)])

    def _block(self, archive: zipfile.ZipFile, anchored: Anchored) -> Block | None:
        pictures = self._source.pictures
        try:
            content = member_bytes(archive, anchored.member)
        except KeyError:
            pictures.lost("missing")
            return None
        except zipfile.BadZipFile:
            pictures.lost("damaged")
            return None
        block = pictures.block(content, anchored.description, f"at {anchored.cell}" if anchored.row else "")
        if block is None or not anchored.row:
            return block
        return replace(block, rows=(anchored.row,) * (block.text.count("\n") + 1))


def _xlsx_pictures(archive: zipfile.ZipFile) -> dict[str, list[Anchored]]:
    """Return the pictures of each sheet by its name."""
    workbook = main_part(archive, _WORKBOOK)
    parts = {relation.id: relation.target for relation in relations(archive, workbook)}
    root = part_xml(archive, workbook)
    sheets = (one for one in (root.iter() if root is not None else ()) if _local(one.tag) == "sheet")
    return {
        sheet.get("name", ""): [
            picture
            for relation in relations(archive, parts.get(_named(sheet, "id"), ""))
            if relation.kind == "drawing"
            for picture in _drawing_pictures(archive, relation.target)
        ]
        for sheet in sheets
    }


def _drawing_pictures(archive: zipfile.ZipFile, drawing: str) -> Iterator[Anchored]:
    members = {relation.id: relation for relation in relations(archive, drawing)}
    root = part_xml(archive, drawing)
    for anchor in root if root is not None else ():
        row, column = place_of(anchor)
        for picture in (one for one in anchor.iter() if _local(one.tag) == "pic"):
            yield from _anchored(picture, members, row, column)


def _anchored(picture: Element, members: dict[str, Relation], row: int, column: int) -> Iterator[Anchored]:
    descriptions = (one.get("descr", "") for one in picture.iter() if _local(one.tag) == "cNvPr")
    description = next(descriptions, "")
    for blip in (one for one in picture.iter() if _local(one.tag) == "blip"):
        if relation := members.get(_named(blip, "embed")):
            yield Anchored(relation.target, description, row, column)


def _named(element: Element, name: str) -> str:
    """Return an attribute of a relation, whose namespace is another in strict files."""
    return next((value for key, value in element.attrib.items() if key.endswith(f"}}{name}")), "")


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
