"""Reads the sheets of ODS, whose XML holds the text that each cell shows.

Dates are written in ISO form whatever their format, which says day and month beyond doubt.
"""

import zipfile
from xml.etree.ElementTree import ParseError, XMLParser

from schedario.extract.blocks import numbered_lines, origin_of
from schedario.extract.ods_sheets import OdsSheets, Sheet
from schedario.extract.sheet_pictures import SheetPictures
from schedario.extract.source import Source
from schedario.records.extraction import ExtractedPage, Extraction, PageKind

_CONTENT = "content.xml"
_PIECE_BYTES = 1 << 16


def read_ods(source: Source) -> Extraction:
    """Read every sheet, hidden ones too, as one page each; of broken XML what stands before the break.

    Raises:
        LimitExceededError: It has too many sheets or cells.
        FileDamagedError: Its XML cannot be read from the start.
    """
    sheets = OdsSheets(source)
    warnings: list[str] = []
    parser = XMLParser(target=sheets)
    try:
        with zipfile.ZipFile(source.path) as archive, archive.open(_CONTENT) as member:
            while piece := member.read(_PIECE_BYTES):
                parser.feed(piece)
                source.progress()
        parser.close()
    except KeyError as error:
        raise source.damaged(f"the file has no {_CONTENT}") from error
    except ParseError as error:
        if not sheets.found:
            raise source.damaged(f"{_CONTENT} is no XML ({error})") from error
        warnings.append(f"{_CONTENT} is broken and was read in part ({error})")
    pictures = SheetPictures(source)
    pages = (_page(number, sheet, pictures) for number, sheet in enumerate(sheets.found, 1))
    return Extraction(source.media_type, "", tuple(pages), tuple(warnings))


def _page(number: int, sheet: Sheet, pictures: SheetPictures) -> ExtractedPage:
    blocks = (*filter(None, [numbered_lines(sheet.lines())]), *pictures.blocks(sheet.name))
    label = f"{sheet.name} (hidden)" if sheet.is_hidden else sheet.name
    return ExtractedPage(PageKind.SHEET, number, label, origin_of(blocks), blocks)
