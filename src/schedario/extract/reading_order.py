"""Puts the lines that OCR found in the order in which a person reads them.

A page is cut where a vertical gutter runs between columns of text; lines that cross the gutter (a title, a footer) part
the page into bands above and below. Columns are read one after the other. A gutter between the columns of a table is
no such cut: there the rows of both sides lie at the same heights, and are read across.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

_MOST_CROSSING = 0.2
_FEWEST_LINES = 3
# A picture beside a column takes up this many of its lines at least.
_BESIDE_CAPTION = 8
_PROSE_CHARACTERS = 18
_PROSE_FILL = 0.6
# Lines of a side note fall level with lines of the text by chance, a third of them at this tolerance.
_LEVEL = 0.25
_MOST_LEVEL = 0.7
_DEEPEST = 6
# A dense table has hundreds of gaps; the widest tell whether there are columns.
_MOST_GUTTERS = 8


@dataclass(frozen=True, slots=True)
class OcrLine:
    """A line of text on a picture, in pixels from the left upper corner, after a slight skew was taken out.

    Attributes:
        text: As read.
        confidence: 0 to 1.
        left: Left edge.
        top: Upper edge.
        right: Right edge.
        bottom: Lower edge.
    """

    text: str
    confidence: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Vertical middle."""
        return (self.top + self.bottom) / 2


def straighten(points: Sequence[tuple[float, float]], angle: float) -> tuple[float, float, float, float]:
    """Turn a quadrangle back by an angle in radians and return left, top, right, bottom.

    The height is that of the line itself: a long line's bounding box on a skewed page would cover its neighbours.
    """
    cos, sin = math.cos(-angle), math.sin(-angle)
    turned = [(x * cos - y * sin, x * sin + y * cos) for x, y in points]
    xs, ys = [x for x, _ in turned], [y for _, y in turned]
    return min(xs), min(ys), max(xs), max(ys)


def page_text(lines: Sequence[OcrLine]) -> str:
    """Return the text of a page, columns one after the other, with blank lines between paragraphs."""
    if not lines:
        return ""
    height = median(line.height for line in lines)
    return "\n\n".join(_region_text(region, height) for region in _regions(list(lines), height, 0))


def _regions(lines: list[OcrLine], height: float, depth: int) -> Iterator[list[OcrLine]]:
    """Yield groups of lines, in order, each of which is read row by row."""
    gutter = _gutter(lines, height) if depth < _DEEPEST else None
    if gutter is None:
        if lines:
            yield lines
        return
    for band, crossing in _bands(lines, gutter, height):
        if crossing:
            yield band
            continue
        left = [line for line in band if _centre(line) < gutter]
        right = [line for line in band if _centre(line) >= gutter]
        if _is_caption(left, right):
            yield from _regions(right, height, depth + 1)
            yield left
        elif _is_caption(right, left):
            yield from _regions(left, height, depth + 1)
            yield right
        elif _reads_across(left, right):
            yield band
        else:
            yield from _regions(left, height, depth + 1)
            yield from _regions(right, height, depth + 1)


def _gutter(lines: list[OcrLine], height: float) -> float | None:
    """Return where the gap between two columns lies, None when the lines stand in one."""
    if len(lines) < 2 * _FEWEST_LINES:
        return None
    for _, _, middle in sorted(_gaps(lines, height))[:_MOST_GUTTERS]:
        if _splits_text(lines, middle):
            return middle
    return None


def _gaps(lines: list[OcrLine], height: float) -> Iterator[tuple[int, float, float]]:
    """Yield vertical gaps at least a line high in width: lines that cross it, its width below zero, its middle."""
    for right in {line.right for line in lines}:
        starts = [line.left for line in lines if line.left > right]
        crossing = sum(1 for line in lines if line.left <= right < line.right)
        if not starts or crossing > _MOST_CROSSING * len(lines):
            continue
        width = min(starts) - right
        if width >= height:
            yield crossing, -width, right + width / 2


def _splits_text(lines: list[OcrLine], gutter: float) -> bool:
    left = [line for line in lines if line.right <= gutter]
    right = [line for line in lines if line.left >= gutter]
    if _is_caption(left, right) or _is_caption(right, left):
        return True
    return min(len(left), len(right)) >= _FEWEST_LINES and not _reads_across(left, right)


def _is_caption(side: list[OcrLine], text: list[OcrLine]) -> bool:
    """Tell whether one line stands alone beside a column of prose, as under a picture; it is read after the column."""
    if len(side) != 1 or len(text) < _BESIDE_CAPTION or not is_prose(text):
        return False
    return sum(1 for line in text if line.bottom <= side[0].middle) >= _FEWEST_LINES


def _bands(lines: list[OcrLine], gutter: float, height: float) -> Iterator[tuple[list[OcrLine], bool]]:
    """Yield runs of lines from the top, each either across the gutter or beside it.

    A line that only sticks out into the gutter, as the longest of a narrow column do, stands beside it.
    """
    band: list[OcrLine] = []
    band_crosses = False
    for line in sorted(lines, key=lambda line: line.middle):
        crosses = line.left < gutter - height and gutter + height < line.right
        if band and crosses != band_crosses:
            yield band, band_crosses
            band = []
        band_crosses = crosses
        band.append(line)
    if band:
        yield band, band_crosses


def _reads_across(left: list[OcrLine], right: list[OcrLine]) -> bool:
    """Tell whether two sides are the cells of rows and not two columns of text."""
    if not left or not right:
        return False
    if is_prose(left) and is_prose(right):
        return False
    fewer, more = sorted((left, right), key=len)
    level = sum(1 for line in fewer if any(abs(line.middle - other.middle) < line.height * _LEVEL for other in more))
    return level >= _MOST_LEVEL * len(fewer)


def is_prose(lines: Sequence[OcrLine]) -> bool:
    """Tell whether lines are long and of one width, as those of a column are; the side may hold several columns."""
    widest = max(line.right - line.left for line in lines)
    return (
        len(lines) >= _FEWEST_LINES
        and median(len(line.text) for line in lines) >= _PROSE_CHARACTERS
        and median(line.right - line.left for line in lines) >= _PROSE_FILL * widest
    )


def _region_text(lines: list[OcrLine], height: float) -> str:
    rows = list(rows_of(lines))
    parts = [_row_text(rows[0], height)]
    for above, row in pairwise(rows):
        gap = min(line.top for line in row) - max(line.bottom for line in above)
        parts.append("\n\n" if gap > height else "\n")
        parts.append(_row_text(row, height))
    return "".join(parts)


def rows_of(lines: Sequence[OcrLine]) -> Iterator[list[OcrLine]]:
    """Yield lines that stand at one height together, from the top, each row from the left."""
    row: list[OcrLine] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if row and line.middle - median(one.middle for one in row) > 0.5 * min(line.height, row[0].height):
            yield sorted(row, key=lambda line: line.left)
            row = []
        row.append(line)
    if row:
        yield sorted(row, key=lambda line: line.left)


def _row_text(row: list[OcrLine], height: float) -> str:
    """Join a row; a wide gap becomes three spaces, by which a flattened table can be told."""
    text = row[0].text
    for before, line in pairwise(row):
        text += ("   " if line.left - before.right > 2 * height else " ") + line.text
    return text


def _centre(line: OcrLine) -> float:
    return (line.left + line.right) / 2
