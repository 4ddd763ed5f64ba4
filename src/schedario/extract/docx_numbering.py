"""Computes the numbers that a word processor puts before paragraphs of a DOCX.

A file has no numbers, only the lists that paragraphs belong to and how those count (ECMA-376, part 1, 17.9). Converters
count from 1 on every level; "3.2 Termination" is what a person sees, quotes and asks for.
"""

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from xml.etree.ElementTree import Element
from xml.parsers import expat
from xml.sax.saxutils import escape

from schedario.extract.docx_styles import NumberedStyles
from schedario.extract.list_numbers import Level, number_text
from schedario.extract.package import part_xml, relations

# Around a label; normalisation would take them out of any text.
LABEL_START, LABEL_END = "\ue000", "\ue001"
_PLACE = re.compile(r"%([1-9])")
_LEVELS = 9


class ListNumbers:
    """Counts the paragraphs of each list, in the document's order."""

    def __init__(self, numbering: Element | None) -> None:
        self._levels: dict[str, list[Level]] = {}
        self._counter_of: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, list[int | None]] = defaultdict(lambda: [None] * _LEVELS)
        if numbering is not None:
            self._read(numbering)

    def level_of_style(self, list_id: str, style: str) -> int:
        """Return the level that a list has for a style, 0 when it names none."""
        levels = self._levels.get(list_id, [])
        return next((index for index, level in enumerate(levels) if level.style == style), 0)

    def next_label(self, list_id: str, depth: int) -> str | None:
        """Count a paragraph and return its label, empty when the list shows none; None for bullets and no list."""
        levels = self._levels.get(list_id)
        if not levels or not 0 <= depth < len(levels):
            return None
        counts = self._counts[self._counter_of[list_id]]
        if (restart := self._restarts[list_id].pop(depth, None)) is not None:
            counts[depth] = restart - 1
        current = counts[depth]
        counts[depth] = levels[depth].start if current is None else current + 1
        for deeper in range(depth + 1, len(levels)):
            if levels[deeper].restarts:
                counts[deeper] = None
        return self._label(levels, depth, counts)

    def _label(self, levels: list[Level], depth: int, counts: list[int | None]) -> str | None:
        level = levels[depth]
        if level.kind == "bullet":
            return None

        def shown(match: re.Match[str]) -> str:
            named = int(match[1]) - 1
            if named >= len(levels):
                return ""
            count = counts[named]
            kind = "decimal" if level.is_legal else levels[named].kind
            return number_text(levels[named].start if count is None else count, kind)

        return _PLACE.sub(shown, level.text).strip()

    def _read(self, numbering: Element) -> None:
        abstract = {_value(one, ".", "abstractNumId"): one for one in _children(numbering, "abstractNum")}
        by_style = {_value(one, "styleLink"): key for key, one in abstract.items() if _value(one, "styleLink")}
        for one in _children(numbering, "num"):
            list_id, counter = _value(one, ".", "numId"), _value(one, "abstractNumId")
            # A list may take its levels from a style of lists, which another entry defines.
            counter = by_style.get(_value(abstract[counter], "numStyleLink"), counter) if counter in abstract else ""
            if counter:
                self._levels[list_id] = _levels(abstract[counter], one)
                self._counter_of[list_id] = counter
                self._restarts[list_id] = dict(_restarts(one))


def number_labels(archive: zipfile.ZipFile, main: str, text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield, for each paragraph that has a number, where in the text its label belongs, and the run that holds it.

    Args:
        archive: The file, open.
        main: The member that holds the text.
        text: What that member holds.
    """
    parts = {relation.kind: relation.target for relation in relations(archive, main)}
    root = part_xml(archive, parts["numbering"]) if "numbering" in parts else None
    if root is None:
        return
    styles = NumberedStyles(part_xml(archive, parts["styles"]) if "styles" in parts else None)
    for place, prefix, label in _Paragraphs(text, ListNumbers(root), styles).labels():
        run = escape(f"{LABEL_START}{label}{LABEL_END}").encode()
        yield place, b"<%br><%bt>%b</%bt></%br>" % (prefix, prefix, run, prefix, prefix)


class _Paragraphs:
    """Walks a document's paragraphs and finds where the label of each numbered one belongs."""

    def __init__(self, text: bytes, numbers: ListNumbers, styles: NumberedStyles) -> None:
        self._text = text
        self._numbers = numbers
        self._styles = styles
        self._open: list[dict[str, str]] = []
        self._skipped = 0
        self._found: list[tuple[int, bytes, str]] = []

    def labels(self) -> Iterator[tuple[int, bytes, str]]:
        """Yield the place of each label, the prefix of the tags there, and the label."""
        self._parser = expat.ParserCreate(namespace_separator="}")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        try:
            self._parser.Parse(self._text, True)
        except expat.ExpatError:
            # The converter that reads the text next says what is wrong with it.
            return
        yield from self._found

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition("}")[2]
        # A text box stands there twice, for new programs and for old ones; the converter reads the second.
        self._skipped += bool(self._skipped or local == "Choice")
        if self._skipped:
            return
        if local == "pPr":
            self._open.append({})
        elif self._open and local in {"pStyle", "ilvl", "numId"}:
            value = next((value for name, value in attributes.items() if name.rpartition("}")[2] == "val"), "")
            self._open[-1].setdefault(local, value)

    def _end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
            return
        if tag.rpartition("}")[2] != "pPr" or not self._open:
            return
        label = self._label(self._open.pop())
        start = self._parser.CurrentByteIndex
        if label is not None and self._text.startswith(b"</", start):
            end = self._text.index(b">", start) + 1
            self._found.append((end, self._text[start + 2 : end].partition(b"pPr")[0], label))

    def _label(self, properties: dict[str, str]) -> str | None:
        style = properties.get("pStyle", "")
        list_id, depth = self._styles.list_of(style)
        list_id = properties.get("numId", list_id)
        level = properties.get("ilvl", depth) or self._numbers.level_of_style(list_id, style)
        return self._numbers.next_label(list_id, int(level)) if str(level).isdecimal() else None


def _levels(abstract: Element, one: Element) -> list[Level]:
    found = {_value(level, ".", "ilvl"): level for level in _children(abstract, "lvl")}
    for override in _children(one, "lvlOverride"):
        found |= {_value(level, ".", "ilvl"): level for level in _children(override, "lvl")}
    return [_level(found.get(str(depth))) for depth in range(_LEVELS)]


def _level(level: Element | None) -> Level:
    if level is None:
        return Level()
    start = _value(level, "start")
    return Level(
        start=int(start) if start.isdecimal() else 0,
        kind=_value(level, "numFmt") or "decimal",
        text=_value(level, "lvlText"),
        style=_value(level, "pStyle"),
        is_legal=any(True for _ in _children(level, "isLgl")),
        restarts=_value(level, "lvlRestart") != "0",
    )


def _restarts(one: Element) -> Iterator[tuple[int, int]]:
    for override in _children(one, "lvlOverride"):
        depth, start = _value(override, ".", "ilvl"), _value(override, "startOverride")
        if depth.isdecimal() and start.isdecimal():
            yield int(depth), int(start)


def _children(parent: Element, name: str) -> Iterator[Element]:
    return (child for child in parent if child.tag.rpartition("}")[2] == name)


def _value(parent: Element, child: str, attribute: str = "val") -> str:
    """Return an attribute of the first child of a name, or of the element itself for "."; empty when there is none."""
    element = parent if child == "." else next(_children(parent, child), None)
    attributes = element.attrib.items() if element is not None else ()
    return next((value for name, value in attributes if name.rpartition("}")[2] == attribute), "")
