"""Finds the pictures on the sheets of ODS workbooks, event by event, so that depth and size cost nothing."""

import zipfile
from collections import defaultdict
from xml.etree.ElementTree import ParseError, XMLParser

from schedario.extract.sheet_anchor import Anchored

_CONTENT = "content.xml"
_PIECE_BYTES = 1 << 16
_REPEATED = {"table-row": "number-rows-repeated", "table-cell": "number-columns-repeated"}
_REPEATED["covered-table-cell"] = _REPEATED["table-cell"]


def ods_pictures(archive: zipfile.ZipFile) -> dict[str, list[Anchored]]:
    """Return the pictures of each sheet by its name; of broken XML those before the break."""
    finder = _Finder()
    parser = XMLParser(target=finder)
    try:
        with archive.open(_CONTENT) as member:
            while piece := member.read(_PIECE_BYTES):
                parser.feed(piece)
    except (KeyError, ParseError):
        # The library of the values says what is wrong with the workbook.
        return finder.found
    return finder.found


class _Finder:
    """A target for ``XMLParser``."""

    def __init__(self) -> None:
        self.found: dict[str, list[Anchored]] = defaultdict(list)
        self._sheet = ""
        self._row = self._column = 0
        self._repeated = {"table-row": 1, "table-cell": 1, "covered-table-cell": 1}
        self._address = ""
        self._words: list[str] = []
        self._in_cell = self._in_words = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Take a start tag."""
        name = _local(tag)
        values = {_local(key): value for key, value in attributes.items()}
        match name:
            case "table":
                self._sheet, self._row = values.get("name", ""), 0
            case "table-row":
                self._row += 1
                self._column = 0
            case "table-cell" | "covered-table-cell":
                self._column += 1
                self._in_cell = True
            case "frame":
                self._address = ""
                self._words.clear()
            case "image":
                self._address = self._address or values.get("href", "")
            case "title" | "desc":
                self._in_words = True
        if name in _REPEATED:
            self._repeated[name] = _count(values.get(_REPEATED[name], ""))

    def end(self, tag: str) -> None:
        """Take an end tag."""
        match _local(tag):
            case "table-row":
                self._row += self._repeated["table-row"] - 1
            case "table-cell" | "covered-table-cell" as name:
                self._column += self._repeated[name] - 1
                self._in_cell = False
            case "title" | "desc":
                self._in_words = False
            case "frame" if self._address and self._sheet and ":" not in self._address:
                place = (self._row, self._column) if self._in_cell else (0, 0)
                member = self._address.removeprefix("./")
                self.found[self._sheet].append(Anchored(member, " ".join(self._words), *place))

    def data(self, text: str) -> None:
        """Take text."""
        if self._in_words:
            self._words.append(text)


def _count(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _local(tag: str) -> str:
    return tag.rpartition("}")[2]
