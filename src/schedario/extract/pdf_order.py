"""Finds out when a PDF's text layer is not in the order in which a person reads, and puts it in that order.

PDFium gives the text as the file draws it, which is nearly always the order of reading, columns included. Programs that
print forms and sheets draw cells in any order. Such a page is told by pieces that stand above, or left of, what the
layer has before them; a footer that comes first is one piece, and changes nothing.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from schedario.extract.aligned import page_blocks
from schedario.extract.pdf_characters import Box, Character
from schedario.extract.pdf_text import tidy
from schedario.extract.reading_order import OcrLine, page_text
from schedario.records.extraction import Block

_FEWEST_DISPLACED = 3
_LEAST_SHARE = 0.1
# Pairs are compared; pages of more pieces are maps and drawings.
_MOST_RUNS = 800
# In characters: a line of prose over the page, and one of a column.
_LONG_LINE = 60
_COLUMN_LINE = 30
_MOST_LONG = 0.6
_FEWEST_BESIDE = 3
_SAME_LINE = 0.5
# In heights of a letter. Words stand nearer, cells of a row further apart.
_GAP = 1.5
_OVERLAP = 0.5
_TABLE_MARK = "\ue000"


def runs(characters: Iterable[Character]) -> list[OcrLine]:
    """Cut a layer into pieces of text that stand on one line without a wide gap, in the layer's order."""
    pieces: list[OcrLine] = []
    piece: list[Character] = []
    for character in characters:
        if piece and (character.text in "\r\n" or _breaks(piece, character)):
            pieces.extend(_run(piece))
            piece = []
        if character.text not in "\r\n":
            piece.append(character)
    pieces.extend(_run(piece))
    return pieces


def is_disordered(characters: Iterable[Character]) -> bool:
    """Tell whether more than a few pieces would have to move for the layer to be in order.

    Text along the page's side does not count, nor do pages of prose: whoever set those drew them in order, and boxes of
    prose beside each other can be told apart by that order only.
    """
    pieces = runs(character for character in characters if character.upright)
    if not _FEWEST_DISPLACED < len(pieces) <= _MOST_RUNS or _is_prose(pieces):
        return False
    return _displaced(pieces) >= max(_FEWEST_DISPLACED, _LEAST_SHARE * len(pieces))


def in_reading_order(pieces: Sequence[OcrLine], tables: Sequence[tuple[Box, Block]] = ()) -> Iterator[Block]:
    """Yield a page's text and tables as a person reads them; each table counts as one piece that fills its box."""
    if not tables:
        yield from page_blocks(pieces)
        return
    marks = [
        OcrLine(f"{_TABLE_MARK}{number}{_TABLE_MARK}", 1.0, left, -top, right, -bottom)
        for number, ((left, bottom, right, top), _) in enumerate(tables)
    ]
    for index, part in enumerate(page_text([*pieces, *marks]).split(_TABLE_MARK)):
        if index % 2:
            yield tables[int(part)][1]
        elif text := tidy(part):
            yield Block(text)


def _breaks(piece: Sequence[Character], after: Character) -> bool:
    before = piece[-1]
    if after.generated or not (before.upright or after.upright):
        return False
    if before.upright != after.upright:
        return True
    height = max(before.line_height, after.line_height, 1.0)
    step = after.left - before.right
    return abs(after.line - before.line) > _SAME_LINE * height or step > _GAP * height or after.right < before.left


def _run(piece: Sequence[Character]) -> Iterator[OcrLine]:
    text = "".join(character.text for character in piece)
    shown = [character for character in piece if not character.text.isspace()]
    if shown:
        half = max(character.line_height for character in shown) / 2
        middle = sorted(character.line for character in shown)[len(shown) // 2]
        left, right = min(one.left for one in shown), max(one.right for one in shown)
        yield OcrLine(text.strip(), 1.0, left, -middle - half, right, half - middle)


def _displaced(pieces: Sequence[OcrLine]) -> int:
    """Count the pieces without which no piece stands before one that comes after it, taking the worst first."""
    against: dict[int, set[int]] = {index: set() for index in range(len(pieces))}
    for later, piece in enumerate(pieces):
        for earlier in range(later):
            if _should_precede(piece, pieces[earlier]):
                against[later].add(earlier)
                against[earlier].add(later)
    count = 0
    while against:
        worst = max(against, key=lambda index: len(against[index]))
        others = against.pop(worst)
        if not others:
            break
        count += 1
        for other in others:
            against[other].discard(worst)
    return count


def _should_precede(piece: OcrLine, other: OcrLine) -> bool:
    """Tell whether a piece stands above another in the same column, or left of it on the same line."""
    low = min(piece.height, other.height)
    if _on_one_line(piece, other):
        return piece.right <= other.left and not _is_right_to_left(piece.text + other.text)
    shared = min(piece.right, other.right) - max(piece.left, other.left)
    return piece.bottom <= other.top + low / 2 and shared > _OVERLAP * min(
        piece.right - piece.left, other.right - other.left
    )


def _on_one_line(piece: OcrLine, other: OcrLine) -> bool:
    shared = min(piece.bottom, other.bottom) - max(piece.top, other.top)
    return shared > _OVERLAP * min(piece.height, other.height)


def _is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def _is_prose(pieces: Sequence[OcrLine]) -> bool:
    """Tell whether most of a page stands in long lines, or lines of prose stand beside each other as columns do."""
    longest = sum(len(piece.text) for piece in pieces if len(piece.text) >= _LONG_LINE)
    if longest > _MOST_LONG * sum(len(piece.text) for piece in pieces):
        return True
    prose = sorted((piece for piece in pieces if len(piece.text) >= _COLUMN_LINE), key=lambda piece: piece.middle)
    return sum(1 for one, other in pairwise(prose) if _on_one_line(one, other)) >= _FEWEST_BESIDE
