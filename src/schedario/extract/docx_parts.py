"""What mammoth leaves out of a DOCX: running headers and footers, and the authors of comments."""

import zipfile
from xml.etree.ElementTree import ParseError, XMLParser

from schedario.extract.blocks import one_line
from schedario.extract.package import main_part, part_xml, relations

MAIN_PART = "word/document.xml"
_RUNNING = {"header": "Header", "footer": "Footer"}


def running_lines(archive: zipfile.ZipFile) -> dict[str, list[str]]:
    """Return headers and footers, one line each, by "Header" and "Footer"; what several sections share comes once."""
    found: dict[str, list[str]] = {"Header": [], "Footer": []}
    for kind, name in sorted((one.kind, one.target) for one in relations(archive, main_part(archive, MAIN_PART))):
        if kind in _RUNNING and (line := _line(archive, name)) and line not in found[_RUNNING[kind]]:
            found[_RUNNING[kind]].append(line)
    return found


def comment_authors(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return who wrote each comment, by the comment's id."""
    authors: dict[str, str] = {}
    for relation in relations(archive, main_part(archive, MAIN_PART)):
        root = part_xml(archive, relation.target) if relation.kind == "comments" else None
        for comment in root if root is not None else ():
            attributes = {key.rpartition("}")[2]: value for key, value in comment.attrib.items()}
            authors[attributes.get("id", "")] = one_line(attributes.get("author", ""))
    return authors


def _line(archive: zipfile.ZipFile, name: str) -> str:
    words = _Words()
    parser = XMLParser(target=words)
    try:
        parser.feed(archive.read(name))
    except (KeyError, ParseError):
        return ""
    return one_line("".join(words.pieces))


class _Words:
    """A target for ``XMLParser`` that keeps what is shown; text boxes stand there a second time for old programs."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._shown = 0
        self._skipped = 0

    def start(self, tag: str, _attributes: dict[str, str]) -> None:
        """Take a start tag."""
        local = tag.rpartition("}")[2]
        if self._skipped or local == "Fallback":
            self._skipped += 1
        elif local == "t":
            self._shown += 1
        elif local in {"p", "tab", "br", "tc"}:
            self.pieces.append(" ")

    def end(self, tag: str) -> None:
        """Take an end tag."""
        if self._skipped:
            self._skipped -= 1
        elif tag.rpartition("}")[2] == "t":
            self._shown -= 1

    def data(self, text: str) -> None:
        """Take text."""
        if self._shown and not self._skipped:
            self.pieces.append(text)
