"""Cuts a text into chunks that are embedded as one: at most so many tokens, within one page, at the best places."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from schedario.ports import Tokenizer
from schedario.records.document import Chunk, DocumentText, Heading, Page

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
    ``size_tokens`` tokens and repeats at most ``overlap_tokens`` of the one before it on the same page.
    """
    chunks: list[Chunk] = []
    for index, page in enumerate(document.pages):
        for piece, tokens in _page_pieces(document, page, tokenizer, size_tokens, overlap_tokens):
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
                )
            )
    return tuple(chunks)


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
) -> Iterator[tuple[_Piece, int]]:
    text = document.text[page.start : page.end]
    if not text.strip():
        return
    counter = _Counter(tokenizer.token_starts(text))
    cuts = {heading.offset - page.start for heading in document.headings if page.start <= heading.offset < page.end}
    # Room for the overlap is left in every chunk, so that the sum keeps within the size.
    packed = list(_pack(_split(text, _Piece(0, len(text)), counter, size - overlap, 0), counter, size - overlap, cuts))
    for number, piece in enumerate(packed):
        start = _overlap_start(text, packed[number - 1], piece, counter, overlap) if number else piece.start
        trimmed = _trim(text, _Piece(start, piece.end))
        tokens = counter.tokens(trimmed.start, trimmed.end)
        yield _Piece(trimmed.start + page.start, trimmed.end + page.start), tokens


def _split(text: str, piece: _Piece, counter: _Counter, size: int, rung: int) -> Iterator[_Piece]:
    """Yield pieces of at most ``size`` tokens, cut as high on the ladder as can be."""
    if counter.count(piece.start, piece.end) <= size:
        yield piece
        return
    if rung == len(_LADDER):
        yield from _split_anywhere(piece, counter, size)
        return
    start = piece.start
    for match in _LADDER[rung].finditer(text, piece.start, piece.end):
        if start < match.end() < piece.end:
            yield from _split(text, _Piece(start, match.end()), counter, size, rung + 1)
            start = match.end()
    yield from _split(text, _Piece(start, piece.end), counter, size, rung + 1)


def _split_anywhere(piece: _Piece, counter: _Counter, size: int) -> Iterator[_Piece]:
    start = piece.start
    while start < piece.end:
        end = min(max(counter.forward(start, size), start + 1), piece.end)
        yield _Piece(start, end)
        start = end


def _pack(pieces: Iterator[_Piece], counter: _Counter, size: int, headings: set[int]) -> Iterator[_Piece]:
    """Join neighbouring pieces while they fit; a heading begins a new one when the one before it is long enough."""
    current: _Piece | None = None
    for piece in pieces:
        if current is None:
            current = piece
            continue
        fits = counter.count(current.start, piece.end) <= size
        closes = piece.start in headings and counter.count(current.start, current.end) >= size * _HEADING_MIN_SHARE
        if fits and not closes:
            current = _Piece(current.start, piece.end)
            continue
        section = _last_section(current, headings)
        if not closes and section is not None and counter.count(section, piece.end) <= size:
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
    first = max(bisect_right(rows, piece.start, key=lambda mark: mark.offset) - 1, 0)
    last = bisect_left(rows, piece.end, key=lambda mark: mark.offset) - 1
    if not rows or last < first or rows[first].offset >= piece.end:
        return None, None
    # A picture on a sheet stands after the rows, and names that of its anchor.
    numbers = [mark.row for mark in rows[first : last + 1]]
    return min(numbers), max(numbers)
