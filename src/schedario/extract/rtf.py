"""Reads RTF: a walk over its tokens that writes HTML, so that tables, headings and lists are cut in one place.

Groups are kept on a list, never by recursion, and one that is never closed does no harm.
"""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from schedario.errors import LimitExceededError
from schedario.extract.blocks import body, one_line
from schedario.extract.html_blocks import HtmlText, read_html_text
from schedario.extract.html_pictures import NamedPictures
from schedario.extract.rtf_html import RtfHtml
from schedario.extract.rtf_syntax import Token, charset_encoding, decoded, page_encoding, tokens, unicode_character
from schedario.extract.rtf_words import CHARACTERS, RUNNING, SECOND, SKIPPED, SYMBOLS, WITHOUT_PICTURES
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction

_DEEPEST_GROUP = 10_000
_PROGRESS_TOKENS = 50_000
_LEVELS = 9
_NO_DIGIT = re.compile(r"[^0-9A-Fa-f]")
_HEADING_STYLE = re.compile(r"(?:heading ([1-9])|title);?", re.I)


@dataclass(slots=True)
class _Group:
    """What holds until the group's end.

    Attributes:
        sink: Where text goes; None where nothing is shown.
        outer: Where text went outside a destination that is passed over.
        ends: What is done with the sink when the group that opened it ends.
    """

    sink: list[str] | None
    outer: list[str]
    ends: Callable[[], None] | None = None
    encoding: str = ""
    unicode_skip: int = 1
    hidden: bool = False
    has_pictures: bool = True
    in_table: bool = False
    in_styles: bool = False
    style: int | None = None
    outline: int | None = None


def read_rtf(source: Source) -> Extraction:
    """Read an RTF file; running headers and footers are kept once, before and after the text."""
    page = read_rtf_bytes(source, source.path.read_bytes())
    return Extraction(source.media_type, page.title, body(page.blocks))


def read_rtf_bytes(source: Source, content: bytes) -> HtmlText:
    """Cut RTF into blocks.

    Raises:
        LimitExceededError: Its groups are nested too deeply.
    """
    reader = _Reader(source)
    for number, token in enumerate(tokens(content)):
        reader.take(token)
        if number % _PROGRESS_TOKENS == 0:
            source.progress()
    return reader.finish()


class _Reader:
    def __init__(self, source: Source) -> None:
        self._source = source
        self._writer = RtfHtml()
        self._paragraph: list[str] = []
        self._bytes = bytearray()
        self._groups: list[_Group] = []
        self._group = _Group(self._paragraph, self._paragraph)
        self._starred = False
        self._begins = False
        self._is_over = False
        self._to_skip = 0
        self._encoding = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._styles: dict[int, int] = {}
        self._running: dict[str, list[str]] = {"Header": [], "Footer": []}
        self._title = ""
        self._author = ""
        self._from_html = False
        self._pictures = NamedPictures(source)
        self._binary = bytearray()

    def take(self, token: Token) -> None:
        """Act on one token; what stands after the end of the outermost group is no text."""
        if self._is_over:
            return
        begins, self._begins = self._begins, token.brace == "{"
        if token.plain:
            self._take_bytes(token.plain)
            return
        if token.word == "u":
            self._flush()
            self._put(unicode_character(token.number or 0))
            self._to_skip = self._group.unicode_skip
            return
        self._flush()
        self._binary += token.binary
        if token.brace:
            self._to_skip = 0
            self._open() if token.brace == "{" else self._close()
        elif token.symbol == "*":
            # Some programs write one amid a group, where it means nothing.
            self._starred = begins
        elif token.symbol:
            self._take_symbol(token.symbol)
        elif token.word:
            self._take_word(token.word, token.number)

    def finish(self) -> HtmlText:
        """Return what was found; what was left open is closed."""
        self._flush()
        while self._groups:
            self._close()
        if self._from_html:
            return read_html_text(_whole("".join(self._paragraph)))
        self._end_paragraph()
        self._writer.end_table()
        page = read_html_text(_whole("".join(self._writer.content)), self._pictures.block)
        before, after = (
            [Block(f"{name}: {text}") for text in dict.fromkeys(self._running[name])] for name in ("Header", "Footer")
        )
        return HtmlText(self._title, (*before, *page.blocks, *after))

    def _take_bytes(self, content: bytes) -> None:
        if self._to_skip:
            content, self._to_skip = content[self._to_skip :], max(0, self._to_skip - len(content))
        self._bytes += content

    def _flush(self) -> None:
        if self._bytes:
            self._put(decoded(bytes(self._bytes), self._group.encoding, self._encoding))
            self._bytes.clear()

    def _put(self, text: str) -> None:
        self._starred = False
        sink = self._group.sink
        if sink is not None and not self._group.hidden:
            sink.append(html.escape(text, quote=False) if sink is self._paragraph else text)

    def _open(self) -> None:
        if len(self._groups) >= _DEEPEST_GROUP:
            raise LimitExceededError("the file is nested too deeply", remedy="Simplify the file")
        self._groups.append(self._group)
        self._group = replace(self._group, ends=None)

    def _close(self) -> None:
        if self._groups:
            ended, self._group = self._group, self._groups.pop()
            if ended.ends:
                ended.ends()
            self._is_over = not self._groups

    def _take_symbol(self, symbol: str) -> None:
        if symbol in "\r\n":
            self._end_line()
        elif symbol in SYMBOLS:
            self._put(SYMBOLS[symbol])

    def _take_word(self, word: str, number: int | None) -> None:
        starred, self._starred = self._starred, False
        if self._take_destination(word) or self._take_property(word, number):
            return
        if starred:
            self._skip()
        elif word in CHARACTERS:
            self._put(CHARACTERS[word])
        elif word in {"par", "sect", "page", "line", "softline"}:
            self._end_line(soft=word in {"line", "softline"})
        elif word in {"cell", "nestcell", "row"} and self._group.sink is self._paragraph:
            self._end_cell(word)

    def _take_destination(self, word: str) -> bool:
        """Open a destination, if the word is one."""
        if word in WITHOUT_PICTURES:
            self._group.has_pictures = False
        if word in SECOND and (self._group.sink is None or word != "upr"):
            # Nor is anything within it shown.
            self._group.outer = []
        if word in SKIPPED:
            self._skip()
        elif word == "pict":
            self._begin_picture()
        elif word == "shppict":
            # The picture as new programs write it; what it stands in is shown.
            pass
        elif word in RUNNING:
            self._collect(lambda text: self._running[RUNNING[word]].append(text) if text else None)
        elif word in {"footnote", "annotation"}:
            self._collect(lambda text: self._note(word, text))
        elif word == "atnauthor":
            self._collect(self._name_author)
        elif word == "stylesheet":
            self._group.sink, self._group.in_styles = None, True
        elif word == "title":
            self._collect(self._name)
        elif word in {"shptxt", "dptxbxtext", "ud"}:
            self._group.sink = self._group.outer
        elif word == "htmltag" and self._from_html:
            self._collect(self._paragraph.append, folded=False)
        else:
            return False
        return True

    def _take_property(self, word: str, number: int | None) -> bool:
        """Note a property of characters, paragraphs or the document, if the word is one."""
        group = self._group
        match word:
            case "ansicpg":
                self._encoding = page_encoding(number or 0) or self._encoding
            case "mac" | "pc" | "pca":
                self._encoding = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}[word]
            case "f":
                self._font = number or 0
                group.encoding = self._fonts.get(self._font, "")
            case "fcharset":
                self._fonts[self._font] = charset_encoding(number or 0)
            case "plain":
                group.encoding, group.hidden = "", False
            case "uc":
                group.unicode_skip = min(max(number or 0, 0), 16)
            case "v" | "deleted" | "htmlrtf":
                group.hidden = number != 0
            case "pard":
                group.in_table, group.style, group.outline = False, None, None
            case "intbl":
                group.in_table = True
            case "s":
                group.style = number
                if group.in_styles and number is not None:
                    self._collect(lambda name: self._name_style(number, name))
            case "outlinelevel":
                group.outline = number
                if group.in_styles and group.style is not None and number is not None and number < _LEVELS:
                    self._styles[group.style] = number + 1
            case "fromhtml":
                self._from_html = number != 0
            case _:
                return False
        return True

    def _skip(self) -> None:
        self._group.sink = None

    def _collect(self, use: Callable[[str], None], *, folded: bool = True) -> None:
        """Gather the text of this group apart from the rest, and use it when the group ends."""
        gathered: list[str] = []
        self._group.sink, self._group.outer, self._group.hidden = gathered, gathered, False
        self._group.ends = lambda: use(one_line("".join(gathered)) if folded else "".join(gathered))

    def _begin_picture(self) -> None:
        """Gather the digits of a picture that stands in the text, which a shape that it belongs to may not show."""
        group = self._group
        if not group.has_pictures or group.hidden or group.outer is not self._paragraph:
            self._skip()
            return
        self._binary.clear()
        group.encoding = "ascii"
        self._collect(self._end_picture, folded=False)

    def _end_picture(self, digits: str) -> None:
        digits = _NO_DIGIT.sub("", digits)
        content = bytes(self._binary) or bytes.fromhex(digits[: len(digits) // 2 * 2])
        if content:
            self._paragraph.append(self._pictures.element(content))

    def _note(self, word: str, text: str) -> None:
        label = "Note" if word == "footnote" else f"Comment ({self._author})" if self._author else "Comment"
        if text:
            self._writer.notes.append(html.escape(f"{label}: {text}", quote=False))

    def _name_author(self, text: str) -> None:
        self._author = text

    def _name(self, text: str) -> None:
        self._title = self._title or _whole(text)

    def _name_style(self, number: int, name: str) -> None:
        """Take headings by the name that Word gives them in every language, where the level is not said."""
        if match := _HEADING_STYLE.fullmatch(name):
            self._styles.setdefault(number, int(match[1] or 1))

    def _end_line(self, *, soft: bool = False) -> None:
        sink = self._group.sink
        if sink is self._paragraph and not self._from_html:
            if soft:
                sink.append("<br>")
            else:
                self._end_paragraph()
        elif sink is not None and not self._group.hidden:
            sink.append("\n")

    def _end_paragraph(self) -> None:
        group = self._group
        level = group.outline + 1 if group.outline is not None and group.outline < _LEVELS else 0
        if not level and group.style is not None:
            level = self._styles.get(group.style, 0)
        self._writer.paragraph("".join(self._paragraph), level, in_table=group.in_table)
        self._paragraph.clear()

    def _end_cell(self, word: str) -> None:
        if word != "row" or self._paragraph:
            self._writer.paragraph("".join(self._paragraph), 0, in_table=True)
            self._paragraph.clear()
        if word == "cell":
            self._writer.end_cell()
        elif word == "row":
            self._writer.end_row()


def _whole(text: str) -> str:
    """Join the halves of characters that RTF writes as two."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
