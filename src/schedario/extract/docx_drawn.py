"""Finds the formulas, charts, diagrams and text with readings (ruby) in a DOCX, and writes each as text of its own."""

import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import TreeBuilder
from xml.parsers import expat
from xml.sax.saxutils import escape

from schedario.extract.drawing_text import chart_lines, chart_rows, diagram_lines
from schedario.extract.formula import formula_text
from schedario.extract.package import Relation, part_xml, relations

_FORMULAS = frozenset({"oMath", "oMathPara"})
# The local name of what names a part of its own, the end of its namespace, and the attribute that does.
_NAMES_PART = {("chart", "chart"): "id", ("relIds", "diagram"): "dm"}
_WORD = "wordprocessingml"
_BREAK = "\n"


def drawn(archive: zipfile.ZipFile, main: str, text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield where in the text each addition belongs, and its XML.

    Args:
        archive: The file, open.
        main: The member that holds the text.
        text: What that member holds.
    """
    yield from _Walk(archive, main, text).additions()


class _Walk:
    def __init__(self, archive: zipfile.ZipFile, main: str, text: bytes) -> None:
        self._archive = archive
        self._main = main
        self._text = text
        self._parts: dict[str, Relation] = {}
        self._prefix = ""
        self._skipped = 0
        self._formula: TreeBuilder | None = None
        self._depth = 0
        self._formula_end = -1
        self._base: list[str] | None = None
        self._is_word = False
        self._paragraphs: list[list[str]] = []
        self._found: list[tuple[int, bytes]] = []

    def additions(self) -> Iterator[tuple[int, bytes]]:
        """Walk over the text; what cannot be read, the converter that reads it next complains of."""
        self._parts = {one.id: one for one in relations(self._archive, self._main)}
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.StartNamespaceDeclHandler = self._declare
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.buffer_text = True
        try:
            self._parser.Parse(self._text, True)
        except expat.ExpatError:
            return
        yield from self._found

    def _declare(self, prefix: str | None, uri: str) -> None:
        if uri.endswith((f"{_WORD}/2006/main", f"{_WORD}/main")):
            self._prefix = f"{prefix}:" if prefix else ""

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        uri, _, local = tag.rpartition("}")
        # A text box stands there twice, for new programs and for old ones; the converter reads the second.
        self._skipped += bool(self._skipped or local == "Choice")
        if self._skipped:
            return
        if self._formula:
            self._formula.start(f"{{{uri}}}{local}", attributes)
            self._depth += 1
        elif local in _FORMULAS:
            self._formula = TreeBuilder()
            self._formula.start(f"{{{uri}}}{local}", attributes)
            self._glued = self._parser.CurrentByteIndex == self._formula_end
        elif local == "rubyBase":
            self._base = []
        elif local == "t":
            self._is_word = True
        elif local == "p" and _WORD in uri:
            self._paragraphs.append([])
        elif self._paragraphs and (named := _NAMES_PART.get((local, uri.rpartition("/")[2]))):
            self._paragraphs[-1] += self._part(local, _attribute(attributes, named))

    def _end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        uri, _, local = tag.rpartition("}")
        if self._formula:
            self._end_formula(f"{{{uri}}}{local}")
        elif local == "t":
            self._is_word = False
        elif local == "ruby" and self._base is not None:
            self._add(self._words("".join(self._base)))
            self._base = None
        elif local == "p" and _WORD in uri and self._paragraphs:
            self._add("".join(self._paragraphs.pop()))

    def _data(self, text: str) -> None:
        if self._skipped:
            return
        if self._formula:
            self._formula.data(text)
        elif self._base is not None and self._is_word:
            self._base.append(text)

    def _end_formula(self, tag: str) -> None:
        assert self._formula
        element = self._formula.end(tag)
        if self._depth:
            self._depth -= 1
            return
        self._formula = None
        formulas = (
            [element] if element.tag.endswith("}oMath") else [one for one in element if one.tag.endswith("}oMath")]
        )
        lines = [line for one in formulas if (line := formula_text(one).strip())]
        if lines:
            w = self._prefix
            words = f"<{w}br/>".join(map(self._words, lines))
            self._add(f"<{w}r>{self._words(' ') if self._glued else ''}{words}</{w}r>")

    def _add(self, addition: str) -> None:
        """Put an addition behind the element that ends."""
        start = self._parser.CurrentByteIndex
        if self._text.startswith(b"</", start):
            end = self._text.index(b">", start) + 1
            self._formula_end = end
            if addition:
                self._found.append((end, addition.encode()))

    def _part(self, local: str, name: str) -> Iterator[str]:
        """Yield the paragraphs and the table that stand for a chart or diagram."""
        root = part_xml(self._archive, self._parts[name].target) if name in self._parts else None
        if root is None:
            return
        yield from map(self._paragraph, chart_lines(root) if local == "chart" else diagram_lines(root))
        if local == "chart" and (rows := chart_rows(root)):
            yield self._table(rows)

    def _words(self, text: str) -> str:
        return f'<{self._prefix}t xml:space="preserve">{escape(text)}</{self._prefix}t>'

    def _paragraph(self, text: str) -> str:
        w = self._prefix
        return f"<{w}p><{w}r>{self._words(text)}</{w}r></{w}p>"

    def _table(self, rows: list[list[str]]) -> str:
        w = self._prefix
        cells = ("".join(f"<{w}tc>{self._paragraph(cell)}</{w}tc>" for cell in row) for row in rows)
        return f"<{w}tbl>{''.join(f'<{w}tr>{row}</{w}tr>' for row in cells)}</{w}tbl>"


def _attribute(attributes: dict[str, str], name: str) -> str:
    return next((value for key, value in attributes.items() if key.rpartition("}")[2] == name), "")
