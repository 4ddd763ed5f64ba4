"""Small makers of blocks that all readers share."""

import re
from collections.abc import Iterable, Sequence

from schedario.records.extraction import Block, BlockRole, ExtractedPage, Origin, PageKind

ROW_SEPARATOR = " | "
"""What stands between the cells of a row."""

_SPACE = re.compile(r"\s+")


def one_line(text: str) -> str:
    """Fold all white space, line ends too, to single spaces."""
    return _SPACE.sub(" ", text).strip()


def heading(text: str, level: int) -> Block:
    """Make a heading; levels deeper than six count as six."""
    return Block(one_line(text), BlockRole.HEADING, min(max(level, 1), 6))


def row_line(cells: Iterable[str]) -> str:
    """Write a table's row as one line; empty cells at its end are left out, empty ones between stay."""
    shown = [one_line(cell) for cell in cells]
    while shown and not shown[-1]:
        shown.pop()
    return ROW_SEPARATOR.join(shown)


def is_blank(text: str) -> bool:
    """Tell whether a text shows nothing; invisible characters alone are nothing."""
    return not any(character.isprintable() and character != " " for character in text)


def table(rows: Iterable[Sequence[str]]) -> Block | None:
    """Make a table of a document; rows without text are left out, and None means that nothing remained."""
    lines = [line for line in map(row_line, rows) if line.strip(" |")]
    return Block("\n".join(lines), BlockRole.TABLE) if lines else None


def numbered_table(rows: Iterable[tuple[int, Sequence[str]]]) -> Block | None:
    """Make a table whose lines keep the row number they have in the file; a row that shows nothing is left out."""
    return numbered_lines((number, row_line(cells)) for number, cells in rows if not all(map(is_blank, cells)))


def numbered_lines(lines: Iterable[tuple[int, str]]) -> Block | None:
    """Make a table of lines with the number of the row that each belongs to; None without lines."""
    numbers: list[int] = []
    texts: list[str] = []
    for number, text in lines:
        numbers.append(number)
        texts.append(text)
    return Block("\n".join(texts), BlockRole.TABLE, rows=tuple(numbers)) if texts else None


def body(blocks: Iterable[Block]) -> tuple[ExtractedPage, ...]:
    """Make the one page of a file without pages."""
    found = tuple(blocks)
    return (ExtractedPage(PageKind.BODY, None, "", origin_of(found), found),)


def origin_of(blocks: Sequence[Block]) -> Origin:
    """Say where a page's text came from: one that has nothing but pictures was read on them, or not at all."""
    origins = {block.origin if block.role is BlockRole.PICTURE else Origin.TEXT for block in blocks}
    return next((one for one in (Origin.TEXT, Origin.VISION, Origin.OCR, Origin.UNREAD) if one in origins), Origin.TEXT)
