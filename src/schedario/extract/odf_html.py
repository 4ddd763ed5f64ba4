"""From OpenDocument XML to HTML, event by event and without a tree, so that depth and size cost nothing.

Notes and comments are put after the paragraph that they belong to; deleted text, which a tracked change keeps, is left
out. Of a presentation each slide's shapes are kept apart with their places.
"""

import html
import math
import re
from collections.abc import Callable

from schedario.extract.odf_shapes import Frame, Shape, Slide

_PREFIXES = {
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text",
    "urn:oasis:names:tc:opendocument:xmlns:table:1.0": "table",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0": "draw",
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
    "urn:oasis:names:tc:opendocument:xmlns:style:1.0": "style",
    "urn:oasis:names:tc:opendocument:xmlns:presentation:1.0": "presentation",
    "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0": "svg",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://www.w3.org/1999/xlink": "xlink",
}
_SKIPPED = frozenset(
    {
        *("text:tracked-changes", "text:note-citation", "text:sequence-decls", "text:ruby-text", "office:forms"),
        *("table:covered-table-cell", "presentation:footer-decl", "presentation:header-decl"),
        *(
            "presentation:date-time-decl",
            "dc:date",
            "office:scripts",
            "office:settings",
            "text:hidden-text",
            "other:label-separator",
        ),
    }
)
_FURNITURE = frozenset({"date-time", "footer", "header", "page-number"})
_TITLE_STYLES = {"Title": 1, "Subtitle": 2}
_RUNNING = {
    **dict.fromkeys(("style:header", "style:header-left", "style:header-first"), "Header"),
    **dict.fromkeys(("style:footer", "style:footer-left", "style:footer-first"), "Footer"),
}
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")
_LENGTH = re.compile(r"(-?\d+(?:\.\d+)?)(cm|mm|in|pt)")
_MILLIMETRES = {"cm": 10.0, "mm": 1.0, "in": 25.4, "pt": 25.4 / 72}
Attributes = dict[str, str]


class OdfWriter:
    """A target for ``XMLParser``: what is parsed becomes ``content``, ``slides`` and ``running``.

    Attributes:
        content: The text as HTML, in pieces.
        slides: What a presentation shows.
        running: Headers and footers as plain lines, by "Header" and "Footer", each once.
    """

    def __init__(
        self,
        embedded: Callable[[str], str],
        count_cells: Callable[[int], None],
        picture: Callable[[Frame], str] = lambda _: "",
    ) -> None:
        """Prepare.

        Args:
            embedded: Gives the HTML of an object that is embedded under a path.
            count_cells: Told of the cells as they come, so that it can refuse too many.
            picture: Gives the HTML of the picture that a frame shows.
        """
        self.content: list[str] = []
        self.slides: list[Slide] = []
        self.running: dict[str, list[str]] = {"Header": [], "Footer": []}
        self._embedded = embedded
        self._count_cells = count_cells
        self._picture = picture
        self._frames: list[Frame] = []
        self._sinks: list[list[str]] = [self.content]
        self._open: list[tuple[str, Attributes]] = []
        self._skipped = 0
        self._paragraphs = [0]
        self._notes: list[list[str]] = [[]]
        self._author: list[str] = []
        self._numbered: set[tuple[str, str]] = set()
        self._parents: dict[str, str] = {}
        self._list_styles: list[str] = []
        self._ordered: list[bool] = []

    def adopt_styles(self, other: "OdfWriter") -> None:
        """Take over the styles that another member defined."""
        self._numbered |= other._numbered
        self._parents |= other._parents

    def start(self, tag: str, attrs: Attributes) -> None:
        """Take a start tag."""
        name = _short(tag)
        if self._skipped or name in _SKIPPED or not name:
            self._skipped += 1
            return
        attributes = {_short(key): value for key, value in attrs.items()}
        if attributes.get("presentation:class") in _FURNITURE:
            self._skipped += 1
            return
        if self.slides and "svg:y" in attributes:
            self._place_groups(attributes)
        self._begin(name, attributes)
        self._open.append((name, attributes))

    def end(self, _tag: str) -> None:
        """Take an end tag."""
        if self._skipped:
            self._skipped -= 1
            return
        name, attributes = self._open.pop()
        self._finish(name, attributes)

    def data(self, text: str) -> None:
        """Take text; what stands outside paragraphs only lays out the XML."""
        if self._skipped:
            return
        if self._open and self._open[-1][0] == "dc:creator":
            self._author.append(text)
        elif self._open and self._open[-1][0] in {"svg:title", "svg:desc"}:
            if self._frames:
                self._frames[-1].description += f" {text}"
        elif self._paragraphs[-1]:
            self._put(html.escape(text, quote=False))

    def close(self) -> None:
        """End; what was left open is given up."""

    def _put(self, piece: str) -> None:
        self._sinks[-1].append(piece)

    def _begin(self, name: str, attributes: Attributes) -> None:
        if name == "draw:frame":
            self._frames.append(Frame())
        if name in {"text:p", "text:h"}:
            self._paragraphs[-1] += 1
            self._put(f"<{self._tag_of(name, attributes)}>")
        elif name in {"text:note", "office:annotation", "presentation:notes"} or name in _RUNNING:
            self._capture()
            self._author.clear()
        elif name in {"table:table-cell", "table:table-row"} or self._is_shape(name):
            self._capture()
        elif name == "table:table":
            self._put("<table>")
        elif name == "text:list":
            self._begin_list(attributes)
        elif name in {"text:list-item", "text:list-header"}:
            self._put("<li>")
        elif name in {"text:s", "text:tab"}:
            self._put(" ")
        elif name == "text:line-break":
            self._put("<br>")
        elif name == "draw:page":
            self.slides.append(Slide(attributes.get("draw:name", "")))
        elif name == "draw:object":
            content = self._embedded(attributes.get("xlink:href", ""))
            self._put(content)
            if self._frames:
                self._frames[-1].has_object |= bool(content)
        elif name == "draw:image" and self._frames:
            self._frames[-1].addresses.append(attributes.get("xlink:href", ""))
        elif name == "style:style":
            self._parents[attributes.get("style:name", "")] = attributes.get("style:parent-style-name", "")
        elif name == "text:list-level-style-number" and self._open:
            list_style = self._open[-1][1].get("style:name", "")
            self._numbered.add((list_style, attributes.get("text:level", "")))

    def _finish(self, name: str, attributes: Attributes) -> None:
        if name == "draw:frame":
            self._put(self._picture(self._frames.pop()))
        if name in {"text:p", "text:h"}:
            self._paragraphs[-1] -= 1
            self._put(f"</{self._tag_of(name, attributes)}>")
            if not self._paragraphs[-1]:
                self._sinks[-1] += [f"<p>{note}</p>" for note in self._notes[-1]]
                self._notes[-1].clear()
        elif name == "text:note":
            self._note("Note", self._captured())
        elif name == "office:annotation":
            author = html.escape("".join(self._author).strip(), quote=False)
            self._note(f"Comment ({author})" if author else "Comment", self._captured())
        elif name in _RUNNING:
            text = html.unescape(_plain(self._captured()))
            if text and text not in self.running[_RUNNING[name]]:
                self.running[_RUNNING[name]].append(text)
        elif name == "presentation:notes":
            notes = _plain(self._captured())
            if self.slides:
                self.slides[-1].notes = html.unescape(notes)
        elif self._is_shape(name):
            self._end_shape(attributes)
        elif name == "table:table-cell":
            self._repeat(
                f"<td{_spans(attributes)}>{self._captured()}</td>", attributes.get("table:number-columns-repeated", "")
            )
        elif name == "table:table-row":
            self._repeat(f"<tr>{self._captured()}</tr>", attributes.get("table:number-rows-repeated", ""))
        elif name == "table:table":
            self._put("</table>")
        elif name == "text:list":
            self._list_styles.pop()
            self._put("</ol>" if self._ordered.pop() else "</ul>")
        elif name in {"text:list-item", "text:list-header"}:
            self._put("</li>")

    def _capture(self) -> None:
        self._sinks.append([])
        self._paragraphs.append(0)
        self._notes.append([])

    def _captured(self) -> str:
        self._paragraphs.pop()
        notes = self._notes.pop()
        return "".join([*self._sinks.pop(), *(f"<p>{note}</p>" for note in notes)])

    def _note(self, label: str, content: str) -> None:
        if text := _plain(content):
            self._notes[-1].append(f"{label}: {text}")
        if self.slides and self._open and self._open[-1][0] == "draw:page":
            self.slides[-1].shapes.append(Shape(f"<p>{label}: {text}</p>", math.inf, 0.0, is_title=False))
            self._notes[-1].clear()
        elif not self._paragraphs[-1]:
            # A comment on a cell stands in no paragraph.
            self._sinks[-1] += [f"<p>{note}</p>" for note in self._notes[-1]]
            self._notes[-1].clear()

    def _tag_of(self, name: str, attributes: Attributes) -> str:
        style = attributes.get("text:style-name", "")
        level = _TITLE_STYLES.get(style) or _TITLE_STYLES.get(self._parents.get(style, ""), 0)
        if name == "text:h":
            level = _count(attributes.get("text:outline-level", ""))
        return f"h{min(level, 6)}" if level else "p"

    def _begin_list(self, attributes: Attributes) -> None:
        outer = self._list_styles[-1] if self._list_styles else ""
        self._list_styles.append(attributes.get("text:style-name", outer))
        self._ordered.append((self._list_styles[-1], str(len(self._list_styles))) in self._numbered)
        self._put("<ol>" if self._ordered[-1] else "<ul>")

    def _repeat(self, content: str, times: str) -> None:
        """Write what is there several times; nothing needs to be said of empty rows and cells but one."""
        count = _count(times)
        if not _TAG.sub("", content).strip() and content.startswith("<tr>"):
            count = 1
        self._count_cells(count * max(1, content.count("<td")))
        self._put(content * count)

    def _is_shape(self, name: str) -> bool:
        """Tell whether an element stands on a slide itself; one within a group belongs to the group."""
        on_slide = bool(self.slides) and self._open and self._open[-1][0] == "draw:page"
        return bool(on_slide) and name.startswith("draw:")

    def _place_groups(self, attributes: Attributes) -> None:
        """Give the groups that are open, which have no place of their own, that of their first shape."""
        for name, of_group in self._open:
            if name == "draw:g":
                of_group.setdefault("svg:y", attributes["svg:y"])
                of_group.setdefault("svg:x", attributes.get("svg:x", ""))

    def _end_shape(self, attributes: Attributes) -> None:
        content = self._captured()
        is_title = attributes.get("presentation:class") == "title"
        if is_title:
            content = f"<h1>{_plain(content)}</h1>" if _plain(content) else ""
        top, left = _length(attributes.get("svg:y", "")), _length(attributes.get("svg:x", ""))
        self.slides[-1].shapes.append(Shape(content, top, left, is_title))


def _spans(attributes: Attributes) -> str:
    rows, columns = (_count(attributes.get(f"table:number-{kind}-spanned", "")) for kind in ("rows", "columns"))
    return f" rowspan={rows} colspan={columns}" if rows > 1 or columns > 1 else ""


def _short(tag: str) -> str:
    """Return a name with the prefix that the standard gives it; empty for one that nobody here knows."""
    if not tag.startswith("{"):
        return tag
    space, _, local = tag[1:].partition("}")
    prefix = _PREFIXES.get(space)
    return f"{prefix}:{local}" if prefix else f"other:{local}"


def _plain(content: str) -> str:
    """Drop the tags; what is text stays escaped."""
    return _SPACE.sub(" ", _TAG.sub(" ", content)).strip()


def _count(text: str) -> int:
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else 1


def _length(text: str) -> float:
    match = _LENGTH.match(text)
    return float(match[1]) * _MILLIMETRES[match[2]] if match else 0.0
