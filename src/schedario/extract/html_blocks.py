"""Cuts HTML into headings, tables and the text between them, without ever building a tree.

A walk of our own over the tags: converters build a tree, and lose the text of deep nesting without a word or make lists
of tables that hold tables. Nesting costs nothing here, and tags that were never closed do no harm.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser

from schedario.extract.blocks import heading, one_line, table
from schedario.extract.spans import SpannedCell, laid_out, span_of
from schedario.records.extraction import Block, BlockRole

_SPACE = re.compile(r"[ \t\r\n\f]+")
_AROUND_LINE_END = re.compile(r" *\n *")
_SPACES = re.compile(r" {2,}")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
# Never shown, or shown on every page of a site.
_SKIPPED = frozenset({"script", "style", "template", "noscript", "svg", "nav", "iframe", "object", "datalist"})
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "legend", "li", "main", "ol", "option"),
        *("p", "pre", "section", "summary", "ul"),
    }
)
_LISTS = frozenset({"ul", "ol"})
# Their end tags may be left out, so a hidden one ends where the next block begins.
_OPTIONAL_END = frozenset({"p", "li", "dt", "dd", "td", "th", "tr", "option"})
_BULLETS = -1
_DEEPEST_INDENT = 6
_LONGEST_CELL = 1000


ReadPicture = Callable[[str, str], Block | None]
"""Makes the block of the picture at an address, with its description; None when there is nothing to say of it."""


@dataclass(frozen=True, slots=True)
class HtmlText:
    """What a page says: its own title, empty when it has none, its blocks and the addresses that it leads to."""

    title: str
    blocks: tuple[Block, ...]
    addresses: tuple[str, ...] = ()


def read_html_text(text: str, picture: ReadPicture | None = None) -> HtmlText:
    """Cut a page, or a piece of one, into blocks; without ``picture`` its pictures are left out."""
    walker = _Walker(picture)
    walker.feed(text)
    walker.close()
    blocks = walker.blocks()
    return HtmlText(walker.title, blocks, tuple(walker.addresses))


@dataclass
class _Sink:
    """Where text goes: the page, or a cell, which may reach over several rows and columns."""

    blocks: list[Block] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    rows: int = 1
    columns: int = 1

    def end_paragraph(self, prefix: str, separator: str, *, as_written: bool) -> bool:
        """Move the pieces to the run of paragraphs; False when there was no text."""
        text = "".join(self.pieces)
        self.pieces.clear()
        text = text.strip("\n") if as_written else _SPACES.sub(" ", _AROUND_LINE_END.sub("\n", text)).strip()
        if not text.strip():
            return False
        self.run += [separator, prefix + text] if self.run else [prefix + text]
        return True

    def end_run(self) -> None:
        """Make a block of the run of paragraphs."""
        if self.run:
            self.blocks.append(Block("".join(self.run)))
            self.run.clear()


@dataclass
class _Table:
    rows: list[list[_Sink]] = field(default_factory=list)
    cell_open: bool = False


class _Walker(HTMLParser):
    def __init__(self, picture: ReadPicture | None) -> None:
        super().__init__(convert_charrefs=True)
        self._picture = picture
        self._after_heading: list[Block] = []
        self.title = ""
        self.addresses: list[str] = []
        self._sinks = [_Sink()]
        self._tables: list[_Table] = []
        self._lists: list[int] = []
        self._heading = 0
        self._as_written = False
        self._prefix = ""
        self._in_title = False
        self._skipped = ""
        self._skipped_depth = 0

    def blocks(self) -> tuple[Block, ...]:
        """Return what was found; what was left open is closed."""
        while self._tables:
            self._end_table()
        self._end_paragraph()
        self._sinks[0].end_run()
        return tuple(self._sinks[0].blocks)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipped == "svg" and tag == "image":
            # The cover of a book is a picture within a drawing.
            self._place_picture(attrs)
        if self._still_skipped(tag):
            return
        if tag not in _VOID and (tag in _SKIPPED or _is_hidden(attrs)):
            self._skipped, self._skipped_depth = tag, 1
        elif tag == "title" and not self.title:
            self._in_title = True
        elif tag == "br":
            self._sinks[-1].pieces.append("\n")
        elif tag == "img":
            self._place_picture(attrs)
        elif tag in _HEADINGS:
            self._end_paragraph()
            self._heading = _HEADINGS[tag]
        elif tag == "table":
            self._end_paragraph()
            self._tables.append(_Table())
        elif tag == "tr":
            self._end_cell()
            if self._tables:
                self._tables[-1].rows.append([])
        elif tag in {"td", "th"}:
            self._begin_cell(attrs)
        elif tag == "a":
            self.addresses += [value for name, value in attrs if name == "href" and value]
        elif tag == "input":
            self._tick(dict(attrs))
        elif tag in _BLOCKS:
            self._begin_block(tag)
            if tag == "li":
                self._begin_item(dict(attrs).get("data-label"))

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._end_skipped(tag)
        elif tag == "title":
            self._in_title = False
        elif tag in _HEADINGS:
            self._end_paragraph()
        elif tag == "table":
            self._end_table()
        elif tag in {"td", "th", "tr"}:
            self._end_cell()
        elif tag in _BLOCKS and not self._heading:
            self._end_paragraph()
            if tag in _LISTS and self._lists:
                self._lists.pop()
            self._as_written = self._as_written and tag != "pre"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SKIPPED or tag == "title":
            # Empty by its own word, as in XHTML: nothing follows that would end it.
            return
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title = one_line(f"{self.title} {data}")
        elif not self._skipped:
            self._sinks[-1].pieces.append(data if self._as_written else _SPACE.sub(" ", data))

    def _still_skipped(self, tag: str) -> bool:
        if self._skipped in _OPTIONAL_END and (
            tag in _BLOCKS or tag in _HEADINGS or tag in {"table", "tr", "td", "th"}
        ):
            self._skipped = ""
        if self._skipped == tag:
            self._skipped_depth += 1
        return bool(self._skipped)

    def _end_skipped(self, tag: str) -> None:
        if tag == self._skipped:
            self._skipped_depth -= 1
            if not self._skipped_depth:
                self._skipped = ""

    def _begin_block(self, tag: str) -> None:
        if self._heading and tag not in {"p", "ul", "ol", "pre"}:
            # Divisions within a heading lay it out; they do not end it.
            self._sinks[-1].pieces.append(" ")
            return
        self._end_paragraph()
        if tag in _LISTS:
            self._lists.append(0 if tag == "ol" else _BULLETS)
        self._as_written = self._as_written or tag == "pre"

    def _tick(self, attributes: dict[str, str | None]) -> None:
        """Write a box or button that can be ticked as it is shown."""
        if attributes.get("type") in {"checkbox", "radio"}:
            self._sinks[-1].pieces.append("☒ " if "checked" in attributes else "☐ ")

    def _begin_item(self, label: str | None) -> None:
        """Begin an item with the label that it has of its own, or the next one of its list."""
        if self._heading:
            return
        mark = "- "
        if label is not None:
            mark = f"{label} ".lstrip()
        elif self._lists and self._lists[-1] != _BULLETS:
            self._lists[-1] += 1
            mark = f"{self._lists[-1]}. "
        self._prefix = "  " * (min(len(self._lists), _DEEPEST_INDENT) - 1) + mark

    def _end_paragraph(self) -> None:
        sink = self._sinks[-1]
        if self._heading:
            level, self._heading = self._heading, 0
            title = one_line("".join(sink.pieces))
            sink.pieces.clear()
            if title or self._after_heading:
                sink.end_run()
                sink.blocks += [*([heading(title, level)] if title else []), *self._after_heading]
                self._after_heading.clear()
            return
        if sink.end_paragraph(self._prefix, "\n" if self._lists else "\n\n", as_written=self._as_written):
            self._prefix = ""

    def _place_picture(self, attrs: list[tuple[str, str | None]]) -> None:
        """Put a picture where it stands; one within a heading comes after it."""
        if self._picture is None:
            return
        values = {name: value or "" for name, value in attrs}
        address = values.get("src") or values.get("xlink:href") or values.get("href", "")
        block = self._picture(address.strip(), values.get("alt") or values.get("title", ""))
        if block is None:
            return
        if self._heading:
            self._after_heading.append(block)
            return
        self._end_paragraph()
        self._sinks[-1].end_run()
        self._sinks[-1].blocks.append(block)

    def _begin_cell(self, attrs: list[tuple[str, str | None]]) -> None:
        if not self._tables:
            return
        self._end_cell()
        current = self._tables[-1]
        if not current.rows:
            current.rows.append([])
        spans = {name: value or "" for name, value in attrs}
        cell = _Sink(rows=span_of(spans.get("rowspan", "")), columns=span_of(spans.get("colspan", "")))
        current.rows[-1].append(cell)
        current.cell_open = True
        self._sinks.append(cell)

    def _end_cell(self) -> None:
        self._end_paragraph()
        if self._tables and self._tables[-1].cell_open:
            self._tables[-1].cell_open = False
            self._sinks.pop().end_run()

    def _end_table(self) -> None:
        self._end_cell()
        if not self._tables:
            return
        rows = self._tables.pop().rows
        sink = self._sinks[-1]
        sink.end_run()
        if _is_layout(rows):
            sink.blocks += [block for row in rows for cell in row for block in cell.blocks]
        else:
            found = table(laid_out([SpannedCell(_cell_text(c), c.rows, c.columns) for c in row] for row in rows))
            sink.blocks += [found] if found else []
            sink.blocks += [block for row in rows for cell in row for block in cell.blocks if _is_picture(block)]


def _is_layout(rows: list[list[_Sink]]) -> bool:
    """Tell whether a table only lays out a page: headings, tables in single cells, or whole texts side by side."""
    blocks = [block for row in rows for cell in row for block in cell.blocks]
    if any(block.role is BlockRole.HEADING for block in blocks):
        return True
    if all(len(row) <= 1 for row in rows) and any(block.role is BlockRole.TABLE for block in blocks):
        return True
    return len(rows) <= 2 and any(len(block.text) > _LONGEST_CELL for block in blocks if not _is_picture(block))


def _cell_text(cell: _Sink) -> str:
    """Return a cell's text; its pictures follow the table, since they would not fit into a row."""
    return one_line(" ".join(block.text for block in cell.blocks if not _is_picture(block)))


def _is_picture(block: Block) -> bool:
    return block.role is BlockRole.PICTURE


def _is_hidden(attrs: list[tuple[str, str | None]]) -> bool:
    return any(name == "hidden" or (name == "style" and _HIDDEN_STYLE.search(value or "")) for name, value in attrs)
