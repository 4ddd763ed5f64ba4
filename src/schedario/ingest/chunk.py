"""Cuts a text into chunks that are embedded as one: at most so many tokens, within one page, at the best places."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from schedario.ports import Tokenizer
from schedario.records.document import Chunk, DocumentText, Header, Heading, Page, Table

# The ladder: a piece that is too long is cut at the first kind of place that it has. Each pattern's end is the cut.
_LADDER = tuple(
    re.compile(pattern)
    for pattern in (
        r"\n\n+",
        r"\n",
        r"[.!?…][\"'»”’)\]]*\s+|[。！？]",
        r"[;:]\s+|[；：]",
        r",\s+|[，、]",
        r"\s+",
    )
)
# Where a repeated end may begin: at a line or sentence, else at a word.
_OVERLAP_LADDER = (re.compile(r"\n+|[.!?…][\"'»”’)\]]*\s+|[。！？]"), re.compile(r"\s+"))
_HEADING_MIN_SHARE = 0.25
"""A heading begins a new chunk only when the one before it has this share of the size: sections of a line or two are
better found together. A heading moves on with the text below it where both fit in the next chunk."""

_MAIN_SHARE = 0.6
_REMNANT_SHARE = 0.1
"""Shares of a chunk from which a section gives it its place alone, and below which it has no say."""


@dataclass(frozen=True, slots=True)
class _Piece:
    start: int
    end: int


_CHARACTERS_PER_TOKEN = 16
"""A range counts at least one token for so many characters, about four times what text has: runs of characters that the
tokenizer does not know would else be one token, and a chunk without end."""

_HEADER_DIVISOR = 3
"""A header of more than a third of the size is not repeated: it would leave too little room for rows."""


class _Counter:
    """Counts tokens of ranges of one text, which is tokenised once."""

    def __init__(self, starts: Sequence[int]) -> None:
        self._starts = starts

    def count(self, start: int, end: int) -> int:
        return max(self.tokens(start, end), (end - start) // _CHARACTERS_PER_TOKEN)

    def tokens(self, start: int, end: int) -> int:
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)

    def back(self, position: int, tokens: int) -> int:
        """Return the offset at which the token begins that lies so many tokens before a position."""
        index = max(0, bisect_left(self._starts, position) - tokens)
        earliest = position - tokens * _CHARACTERS_PER_TOKEN
        return max(self._starts[index], earliest) if index < len(self._starts) else position

    def forward(self, start: int, tokens: int) -> int:
        """Return the offset after at most so many tokens from a start."""
        index = bisect_left(self._starts, start) + tokens
        latest = start + tokens * _CHARACTERS_PER_TOKEN
        return min(self._starts[index], latest) if index < len(self._starts) else latest


def chunk(document: DocumentText, tokenizer: Tokenizer, *, size_tokens: int, overlap_tokens: int) -> tuple[Chunk, ...]:
    """Cut a document into chunks in the order of its text.

    Every character other than white space between chunks is in at least one chunk. A chunk has at most
    ``size_tokens`` tokens and repeats at most ``overlap_tokens`` of the one before it on the same page. One that begins
    in the rows of a table has the table's header, whose tokens count.
    """
    chunks: list[Chunk] = []
    for index, page in enumerate(document.pages):
        for piece, header, tokens in _page_pieces(document, page, tokenizer, size_tokens, overlap_tokens):
            first_row, last_row = _row_range(document, piece)
            chunks.append(
                Chunk(
                    ordinal=len(chunks),
                    start=piece.start,
                    end=piece.end,
                    page=index,
                    heading_path=_place(document.headings, piece),
                    first_row=first_row,
                    last_row=last_row,
                    tokens=tokens,
                    header=header,
                )
            )
    return tuple(chunks)


def embedded_text(document: DocumentText, piece: Chunk) -> str:
    """Return what is embedded of a chunk: its own text, below the header of its table."""
    header = document.text[piece.header.start : piece.header.end] if piece.header else ""
    return below_header(header, document.text[piece.start : piece.end])


def below_header(header: str, text: str) -> str:
    """Return a text below the header of its table; as it is without one."""
    return f"{header}\n{text}" if header else text


def heading_path(headings: Sequence[Heading], offset: int) -> tuple[str, ...]:
    """Return the titles in force at an offset, outermost first; a heading is in force from its own first character."""
    path: list[Heading] = []
    for heading in headings[: bisect_right(headings, offset, key=lambda heading: heading.offset)]:
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
    return tuple(heading.title for heading in path)


def _place(headings: Sequence[Heading], piece: "_Piece") -> tuple[str, ...]:
    """Return the headings that are true of a piece: those of the section that most of it is, else what all share.

    Remnants do not count: what is repeated from the chunk before may be another section's.
    """
    inside = [heading.offset for heading in headings if piece.start < heading.offset < piece.end]
    sections = list(pairwise([piece.start, *inside, piece.end]))
    length = piece.end - piece.start
    start, end = max(sections, key=lambda section: section[1] - section[0])
    if end - start >= length * _MAIN_SHARE:
        return heading_path(headings, start)
    paths = [heading_path(headings, start) for start, end in sections if end - start >= length * _REMNANT_SHARE]
    shared = [level[0] for level in takewhile(lambda level: len(set(level)) == 1, zip(*paths, strict=False))]
    return tuple(shared)


def _page_pieces(
    document: DocumentText, page: Page, tokenizer: Tokenizer, size: int, overlap: int
) -> Iterator[tuple[_Piece, Header | None, int]]:
    text = document.text[page.start : page.end]
    if not text.strip():
        return
    counter = _Counter(tokenizer.token_starts(text))
    cuts = {heading.offset - page.start for heading in document.headings if page.start <= heading.offset < page.end}
    # Room for the overlap is left in every chunk, so that the sum keeps within the size.
    room = _Room(document.tables, page, counter, size - overlap, size // _HEADER_DIVISOR)
    packed = list(_pack(_split(text, _Piece(0, len(text)), counter, room, 0), counter, room, cuts))
    for number, piece in enumerate(packed):
        start = _overlap_start(text, packed[number - 1], piece, counter, overlap) if number else piece.start
        trimmed = _trim(text, _Piece(start, piece.end))
        header = room.header(piece.start, trimmed.start)
        tokens = counter.tokens(trimmed.start, trimmed.end) + room.tokens(header)
        yield _Piece(trimmed.start + page.start, trimmed.end + page.start), header, tokens


class _Room:
    """Says how many tokens a piece of a page may have: less where the header of a table is put before it."""

    def __init__(self, tables: Sequence[Table], page: Page, counter: _Counter, size: int, most_header: int) -> None:
        self._page_start = page.start
        self._counter = counter
        self._size = size
        on_page = [table for table in tables if page.start <= table.start < page.end]
        self._tables = [table for table in on_page if 0 < self.tokens(table.header) <= most_header]
        self._starts = [table.start for table in self._tables]

    def at(self, start: int) -> int:
        """Return the room of a piece that begins at an offset of the page."""
        return self._size - self.tokens(self.header(start, start))

    def header(self, start: int, shown_from: int) -> Header | None:
        """Return the header that a piece needs: it begins in the rows of a table, and does not hold the header itself.

        Args:
            start: Where it begins, as an offset of the page.
            shown_from: Where what it repeats of the piece before begins.
        """
        index = bisect_right(self._starts, start + self._page_start) - 1
        if index < 0 or start + self._page_start >= self._tables[index].end:
            return None
        header = self._tables[index].header
        return header if header and header.start < shown_from + self._page_start else None

    def tokens(self, header: Header | None) -> int:
        """Count the tokens of a header."""
        if header is None:
            return 0
        return self._counter.count(header.start - self._page_start, header.end - self._page_start)


def _split(text: str, piece: _Piece, counter: _Counter, room: _Room, rung: int) -> Iterator[_Piece]:
    """Yield pieces that have room, cut as high on the ladder as can be."""
    if counter.count(piece.start, piece.end) <= room.at(piece.start):
        yield piece
        return
    if rung == len(_LADDER):
        yield from _split_anywhere(piece, counter, room)
        return
    start = piece.start
    for match in _LADDER[rung].finditer(text, piece.start, piece.end):
        if start < match.end() < piece.end:
            yield from _split(text, _Piece(start, match.end()), counter, room, rung + 1)
            start = match.end()
    yield from _split(text, _Piece(start, piece.end), counter, room, rung + 1)


def _split_anywhere(piece: _Piece, counter: _Counter, room: _Room) -> Iterator[_Piece]:
    start = piece.start
    while start < piece.end:
        end = min(max(counter.forward(start, room.at(start)), start + 1), piece.end)
        yield _Piece(start, end)
        start = end


def _pack(pieces: Iterator[_Piece], counter: _Counter, room: _Room, headings: set[int]) -> Iterator[_Piece]:
    """Join neighbouring pieces while they fit; a heading begins a new one when the one before it is long enough."""
    current: _Piece | None = None
    for piece in pieces:
        if current is None:
            current = piece
            continue
        size = room.at(current.start)
        fits = counter.count(current.start, piece.end) <= size
        closes = piece.start in headings and counter.count(current.start, current.end) >= size * _HEADING_MIN_SHARE
        if fits and not closes:
            current = _Piece(current.start, piece.end)
            continue
        section = _last_section(current, headings)
        if not closes and section is not None and counter.count(section, piece.end) <= room.at(section):
            yield _Piece(current.start, section)
            current = _Piece(section, piece.end)
        else:
            yield current
            current = piece
    if current is not None:
        yield current


def _last_section(piece: _Piece, headings: set[int]) -> int | None:
    """Return where the last heading within a piece begins, so that its section can move on whole; None without one."""
    return max((offset for offset in headings if piece.start < offset < piece.end), default=None)


def _overlap_start(text: str, before: _Piece, piece: _Piece, counter: _Counter, overlap: int) -> int:
    """Return where a chunk begins when it repeats the end of the one before it, from the start of a word."""
    if overlap == 0:
        return piece.start
    earliest = max(counter.back(piece.start, overlap), before.start)
    if earliest == before.start:
        return earliest
    for rung in _OVERLAP_LADDER:
        match = rung.search(text, earliest - 1, piece.start)
        if match and match.end() < piece.start:
            return match.end()
    return piece.start


def _trim(text: str, piece: _Piece) -> _Piece:
    start, end = piece.start, piece.end
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return _Piece(start, end)


def _row_range(document: DocumentText, piece: _Piece) -> tuple[int | None, int | None]:
    """Return the first and last row of a sheet that a piece holds any of."""
    rows = document.rows
    first = bisect_left(rows, piece.start, key=lambda mark: mark.offset)
    last = bisect_left(rows, piece.end, key=lambda mark: mark.offset) - 1
    if first and "\n" not in document.text[rows[first - 1].offset : piece.start]:
        # It begins within a row.
        first -= 1
    held = [mark.row for mark in rows[first : last + 1]]
    return min(held, default=None), max(held, default=None)
