"""Finds the tables of a PDF page that has no ruling lines, by the places of its pieces of text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from schedario.extract.aligned import AlignedTable, find_tables
from schedario.extract.pdf_characters import Box, Character, characters, turned
from schedario.extract.pdf_text import tidy
from schedario.extract.reading_order import OcrLine
from schedario.records.extraction import Block

# Maps and drawings have more.
_MOST_PIECES = 3_000
_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 3
# In heights of the largest letter so far. Words stand nearer, even in type of one width; cells of a row further apart.
_CELL_GAP = 1.5
_SAME_LINE = 0.7
_LOOKED_BACK = 20


def blocks_with_aligned_tables(text_page: Any, box: Box, turn: int = 0) -> list[Block] | None:
    """Return a page's blocks when pieces of its text make a table, with the tables in place; else None.

    Args:
        text_page: The text layer of a page, as it is stored.
        box: What is shown of the page.
        turn: By how many degrees the page's text stands upright, see ``text_turn``.
    """
    if not _may_have_table(text_page, box, turn):
        return None
    shown = list(characters(text_page, box, turn))
    tables = find_tables(list(_pieces(shown)))
    return list(_blocks(shown, tables)) if tables else None


def _may_have_table(text_page: Any, box: Box, turn: int) -> bool:
    """Tell whether some rows have gaps; the pieces that PDFium tells at once cost less than characters."""
    count = text_page.count_rects()
    if not _FEWEST_ROWS * _FEWEST_COLUMNS <= count <= _MOST_PIECES:
        return False
    places = (turned(text_page.get_rect(index), box, turn) for index in range(count))
    rows = _rough_rows([OcrLine("", 1.0, left, -top, right, -bottom) for left, bottom, right, top in places])
    return sum(1 for row in rows if _gaps(row) >= _FEWEST_COLUMNS - 1) >= _FEWEST_ROWS


def _rough_rows(pieces: Iterable[OcrLine]) -> Iterator[list[OcrLine]]:
    """Yield pieces that reach into each other's height; a file may draw each letter as one, of its own height."""
    row: list[OcrLine] = []
    bottom = 0.0
    for piece in sorted(pieces, key=lambda piece: piece.middle):
        if row and piece.top >= bottom:
            yield sorted(row, key=lambda piece: piece.left)
            row = []
        bottom = max(bottom, piece.bottom) if row else piece.bottom
        row.append(piece)
    if row:
        yield sorted(row, key=lambda piece: piece.left)


def _gaps(row: Sequence[OcrLine]) -> int:
    # A comma is no measure of a gap.
    height = max(piece.height for piece in row)
    gaps, right = 0, row[0].right
    for piece in row:
        gaps += piece.left - right >= _CELL_GAP * height
        right = max(right, piece.right)
    return gaps


def _pieces(shown: Iterable[Character]) -> Iterator[OcrLine]:
    """Yield runs of characters on one line without a wide gap, with y from the top down."""
    piece: list[Character] = []
    space = ""
    text = ""
    for character in shown:
        if character.text.isspace():
            space = " "
            continue
        if piece and _is_apart(piece, character):
            yield _line(piece, text)
            piece, text, space = [], "", ""
        text += f"{space}{character.text}" if piece else character.text
        piece.append(character)
        space = ""
    if piece:
        yield _line(piece, text)


def _is_apart(piece: Sequence[Character], after: Character) -> bool:
    height = max(after.height, *(character.height for character in piece[-_LOOKED_BACK:]))
    gap = after.left - piece[-1].right
    return abs(after.y - piece[-1].y) > _SAME_LINE * height or not -height < gap < _CELL_GAP * height


def _line(piece: Sequence[Character], text: str) -> OcrLine:
    top = max(character.y + character.height / 2 for character in piece)
    bottom = min(character.y - character.height / 2 for character in piece)
    left, right = min(character.left for character in piece), max(character.right for character in piece)
    return OcrLine(tidy(text), 1.0, left, -top, right, -bottom)


def _blocks(shown: Iterable[Character], tables: Sequence[AlignedTable]) -> Iterator[Block]:
    """Yield text and tables, each table where the first of its characters stands."""
    waiting = list(tables)
    text = ""
    for character in shown:
        table = next((one for one in tables if one.holds(character.x, -character.y)), None)
        if table is None:
            text += character.text
        elif table in waiting:
            waiting.remove(table)
            yield from _text_blocks(text)
            text = ""
            yield table.block()
    yield from _text_blocks(text)


def _text_blocks(text: str) -> Iterator[Block]:
    if tidy(text):
        yield Block(tidy(text))
