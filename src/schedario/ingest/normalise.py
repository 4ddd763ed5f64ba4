"""From what a reader gave to one clean text with its pages, headings, rows and pictures."""

import hashlib
import re
import unicodedata
from collections.abc import Sequence

from schedario.ingest.tables import find_tables
from schedario.records.document import DocumentText, Header, Heading, Page, PictureRange, RowMark, Table
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Member

_SEPARATOR = "\n\n"
_LINE_END = re.compile(r"\r\n?|[\x85\u2028\u2029\x0b\x0c]")
_ODD_SPACE = re.compile(r"[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_SPACES = re.compile(r" {2,}")
_SPACE_BEFORE_LINE_END = re.compile(r" +\n")
_BLANK_LINES = re.compile(r"\n{3,}")
# A word cut at a line's end: both halves in small letters, so that "Rolls-\nRoyce" and "A4-\nFormat" stay.
_CUT_WORD = re.compile(r"(?<=[^\W\d_]{2})[-\u2010]\n(?=[^\W\d_]{2})")
_LIGATURES = {ord(c): unicodedata.normalize("NFKC", c) for c in "ﬀﬁﬂﬃﬄﬅﬆ"}


def normalise(extraction: Extraction) -> DocumentText:
    r"""Join a file's pages into one text.

    NFC, line ends as ``\n``, no control, format or unassigned code points that a reader would not see, spaces folded,
    words cut at a line's end made whole. Rows of tables keep their lines, so that a row can be named.
    """
    builder = _Builder()
    for page in extraction.pages:
        builder.add(page)
    return builder.document()


def text_hash(text: str, members: Sequence[Member] = (), unread: Sequence[str] = ()) -> str:
    """Return the SHA-256 of a normalised text and of what lies beside it, hexadecimal.

    Two messages of the same words with other attachments are two documents, as are two archives, which have no text,
    and two photographs, on which nothing could be read.

    Args:
        text: It.
        members: Files that lie beside it.
        unread: Hashes of pictures and pages that nobody has read.
    """
    beside = "".join(f"\x00{sha256}" for sha256 in [*(member.content_hash for member in members), *unread])
    return hashlib.sha256((text + beside).encode()).hexdigest()


def clean(text: str) -> str:
    """Normalise one block of text; see ``normalise``."""
    text = unicodedata.normalize("NFC", _LINE_END.sub("\n", text)).translate(_LIGATURES)
    text = _ODD_SPACE.sub(" ", text)
    text = "".join(c for c in text if c == "\n" or _visible(c))
    text = _SPACE_BEFORE_LINE_END.sub("\n", _SPACES.sub(" ", text))
    return _BLANK_LINES.sub(_SEPARATOR, _CUT_WORD.sub(_join_if_lower, text)).strip()


def clean_line(text: str) -> str:
    """Normalise one line; line ends within it become spaces."""
    return _SPACES.sub(" ", clean(text).replace("\n", " "))


def _join_if_lower(match: re.Match[str]) -> str:
    before, after = match.string[match.start() - 1], match.string[match.end()]
    return "" if before.islower() and after.islower() else match.group()


def _visible(character: str) -> bool:
    # Control, format (soft hyphen, zero width, bidi overrides, tags), lone surrogates, private use, unassigned.
    # The joiners are kept: Persian and Indic words and emoji need them.
    return character in "\u200c\u200d" or not unicodedata.category(character).startswith("C")


class _Builder:
    """Grows the text page by page, noting offsets."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._pages: list[Page] = []
        self._headings: list[Heading] = []
        self._rows: list[RowMark] = []
        self._pictures: list[PictureRange] = []
        self._tables: list[Table] = []

    def add(self, page: ExtractedPage) -> None:
        """Append a page; a blank one becomes an empty range."""
        start: int | None = None
        for block in page.blocks:
            at = self._add_block(block)
            if start is None:
                start = at
        begin = self._length if start is None else start
        place = (begin, self._length, page.kind, page.number, page.label)
        how = (page.origin, page.flattened, page.confidence, page.sha256)
        self._pages.append(Page(*place, *how))

    def document(self) -> DocumentText:
        """Return all that was added."""
        return DocumentText(
            text="".join(self._parts),
            pages=tuple(self._pages),
            headings=tuple(self._headings),
            rows=tuple(self._rows),
            pictures=tuple(self._pictures),
            tables=tuple(self._tables),
        )

    def _add_block(self, block: Block) -> int | None:
        at = self._add_lines(block) if block.rows or block.role is BlockRole.TABLE else self._add_text(block)
        if at is None:
            return None
        if block.role is BlockRole.PICTURE:
            self._pictures.append(PictureRange(at, self._length, block.sha256, block.origin))
        return at

    def _add_text(self, block: Block) -> int | None:
        text = clean(block.text)
        if not text:
            return None
        at = self._append(_SEPARATOR, text)
        if block.role is BlockRole.HEADING:
            self._headings.append(Heading(at, block.level, text.replace("\n", " ")))
        return at

    def _add_lines(self, block: Block) -> int | None:
        """Append a table, or what else has rows, line by line."""
        numbers = block.rows or (0,) * (block.text.count("\n") + 1)
        read = zip(map(clean_line, block.text.split("\n")), numbers, strict=True)
        rows = [(text, number) for text, number in read if text]
        starts = [self._append("\n" if index else _SEPARATOR, text) for index, (text, _) in enumerate(rows)]
        self._rows += [RowMark(at, number) for at, (_, number) in zip(starts, rows, strict=True) if number]
        ends = [at + len(text) for at, (text, _) in zip(starts, rows, strict=True)]
        if block.role is not BlockRole.TABLE:
            return starts[0] if starts else None
        for found in find_tables([text for text, _ in rows], [number for _, number in rows]):
            header = Header(starts[found.header.first], ends[found.header.last]) if found.header else None
            self._tables.append(Table(starts[found.rows.first], ends[found.rows.last], header))
        return starts[0] if starts else None

    def _append(self, separator: str, text: str) -> int:
        if self._length:
            self._parts.append(separator)
            self._length += len(separator)
        at = self._length
        self._parts.append(text)
        self._length += len(text)
        return at
