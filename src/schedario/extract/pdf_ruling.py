"""Finds the straight lines that a PDF page draws, and the grids of cells that they make.

Lengths are points, from the page's lower left corner; on a page whose text is stored on its side, after it is turned.
"""

import ctypes
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.pdf_characters import Box

# Drawings and maps have more; what stands in them is no table.
_MOST_LINES = 5_000
_MOST_OBJECTS = 20_000
_DEEPEST_FORM = 4
# A rule may be drawn as a filled bar, and lines that meet for the eye miss each other by as much.
_TOLERANCE = 3.0
_SHORTEST = 4.0
# Looked at in search of cells: a table of 5,000 cells takes a tenth of them, a grid made to cost time all.
_MOST_STEPS = 500_000
_FEWEST = 2

Matrix = tuple[float, float, float, float, float, float]
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """A straight line along one axis: where it lies on the other axis, and from where to where it runs."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Ruling:
    """All lines of a page."""

    horizontal: tuple[Rule, ...]
    vertical: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A field between four lines."""

    left: float
    bottom: float
    right: float
    top: float


def page_ruling(page: Any, box: Box, turn: int = 0) -> Ruling | None:
    """Return the lines that a page draws; None when they are too few for a table or as many as in a drawing.

    Args:
        page: The page, as it is stored.
        box: What is shown of it.
        turn: By how many degrees it is turned, 0, 90 or 270, see ``pdf_characters``.
    """
    horizontal: list[Rule] = []
    vertical: list[Rule] = []
    for path, matrix in _paths(page, _turning(box, turn)):
        for (x1, y1), (x2, y2) in _segments(path, matrix):
            if abs(y1 - y2) <= 1 and abs(x1 - x2) >= _SHORTEST:
                horizontal.append(Rule((y1 + y2) / 2, min(x1, x2), max(x1, x2)))
            elif abs(x1 - x2) <= 1 and abs(y1 - y2) >= _SHORTEST:
                vertical.append(Rule((x1 + x2) / 2, min(y1, y2), max(y1, y2)))
        if len(horizontal) + len(vertical) > _MOST_LINES:
            return None
    levels, uprights = _joined(horizontal), _joined(vertical)
    if len(levels) < _FEWEST or not uprights:
        return None
    return Ruling(levels, _joined([*uprights, *_open_sides(levels, uprights)]))


def grids(ruling: Ruling) -> tuple[tuple[Cell, ...], ...]:
    """Return groups of cells that hang together, from the top of the page; each group is a table or a frame."""
    crossings = _Crossings(ruling)
    cells = [cell for point in crossings.points if (cell := crossings.smallest_cell(point))]
    return tuple(sorted(_connected(cells), key=lambda group: -max(cell.top for cell in group)))


def _paths(page: Any, outer: Matrix) -> Iterator[tuple[Any, Matrix]]:
    """Yield path objects that are stroked or filled, with the matrix to the page's own lengths."""
    count = pdfium_raw.FPDFPage_CountObjects(page)
    objects = (pdfium_raw.FPDFPage_GetObject(page, index) for index in range(min(count, _MOST_OBJECTS)))
    yield from _paths_of(objects, outer, _DEEPEST_FORM)


def _turning(box: Box, turn: int) -> Matrix:
    left, bottom, right, top = box
    turns: dict[int, Matrix] = {90: (0, -1, 1, 0, 0, left + right), 270: (0, 1, -1, 0, bottom + top, 0)}
    return turns.get(turn, _IDENTITY)


def _paths_of(objects: Iterable[Any], outer: Matrix, depth: int) -> Iterator[tuple[Any, Matrix]]:
    for item in objects:
        kind = pdfium_raw.FPDFPageObj_GetType(item)
        if kind == pdfium_raw.FPDF_PAGEOBJ_PATH and _is_drawn(item):
            yield item, _product(_matrix(item), outer)
        elif kind == pdfium_raw.FPDF_PAGEOBJ_FORM and depth:
            count = pdfium_raw.FPDFFormObj_CountObjects(item)
            inner = (pdfium_raw.FPDFFormObj_GetObject(item, index) for index in range(min(count, _MOST_OBJECTS)))
            yield from _paths_of(inner, _product(_matrix(item), outer), depth - 1)


def _is_drawn(path: Any) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(pdfium_raw.FPDFPath_GetDrawMode(path, fill, stroke)) and bool(fill.value or stroke.value)


def _matrix(item: Any) -> Matrix:
    raw = pdfium_raw.FS_MATRIX()
    if not pdfium_raw.FPDFPageObj_GetMatrix(item, raw):
        return _IDENTITY
    return raw.a, raw.b, raw.c, raw.d, raw.e, raw.f


def _product(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    oa, ob, oc, od, oe, of = outer
    return (
        *(a * oa + b * oc, a * ob + b * od, c * oa + d * oc, c * ob + d * od),
        *(e * oa + f * oc + oe, e * ob + f * od + of),
    )


def _segments(path: Any, matrix: Matrix) -> Iterator[tuple[Point, Point]]:
    """Yield a path's straight pieces; a bar as thin as a rule is one line along its middle."""
    for corners, closed in _outlines(path, matrix):
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        if min(width, height) <= _TOLERANCE and len(corners) > 2:
            middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
            if width >= height:
                yield (min(xs), middle_y), (max(xs), middle_y)
            else:
                yield (middle_x, min(ys)), (middle_x, max(ys))
            continue
        yield from pairwise(corners)
        if closed:
            yield corners[-1], corners[0]


def _outlines(path: Any, matrix: Matrix) -> Iterator[tuple[list[Point], bool]]:
    """Yield the corners of each part of a path without curves, and whether it is closed."""
    a, b, c, d, e, f = matrix
    x, y = ctypes.c_float(), ctypes.c_float()
    corners: list[Point] = []
    closed = False
    for index in range(min(pdfium_raw.FPDFPath_CountSegments(path), _MOST_LINES)):
        segment = pdfium_raw.FPDFPath_GetPathSegment(path, index)
        kind = pdfium_raw.FPDFPathSegment_GetType(segment)
        if kind == pdfium_raw.FPDF_SEGMENT_BEZIERTO:
            return
        if kind == pdfium_raw.FPDF_SEGMENT_MOVETO:
            if len(corners) > 1:
                yield corners, closed
            corners = []
        pdfium_raw.FPDFPathSegment_GetPoint(segment, x, y)
        corners.append((a * x.value + c * y.value + e, b * x.value + d * y.value + f))
        closed = bool(pdfium_raw.FPDFPathSegment_GetClose(segment))
    if len(corners) > 1:
        yield corners, closed


def _joined(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Put lines that lie beside each other on one place, and join those that touch."""
    joined: list[Rule] = []
    for group in _groups(sorted(rules)):
        at = sum(rule.at for rule in group) / len(group)
        start, end = None, 0.0
        for rule in sorted(group, key=lambda rule: rule.start):
            if start is not None and rule.start <= end + _TOLERANCE:
                end = max(end, rule.end)
                continue
            if start is not None:
                joined.append(Rule(at, start, end))
            start, end = rule.start, rule.end
        if start is not None:
            joined.append(Rule(at, start, end))
    return tuple(joined)


def _open_sides(levels: Sequence[Rule], uprights: Sequence[Rule]) -> Iterator[Rule]:
    """Yield the outer lines that a table leaves out whose rows are ruled from side to side and columns within."""
    for upright in uprights:
        ends: dict[tuple[int, int], list[Rule]] = defaultdict(list)
        for level in levels:
            if level.start + _TOLERANCE < upright.at < level.end - _TOLERANCE and _meets(upright, level.at):
                ends[round(level.start), round(level.end)].append(level)
        for alike in ends.values():
            if len(alike) >= _FEWEST:
                low, high = alike[0].at, alike[-1].at
                yield Rule(alike[0].start, low, high)
                yield Rule(alike[0].end, low, high)


def _groups(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    group: list[Rule] = []
    for rule in rules:
        if group and rule.at - group[-1].at > _TOLERANCE:
            yield group
            group = []
        group.append(rule)
    if group:
        yield group


class _Crossings:
    """The points where lines meet, and which points one line joins."""

    def __init__(self, ruling: Ruling) -> None:
        self._lines: dict[Point, tuple[Rule, Rule]] = {}
        self._right: dict[float, list[float]] = defaultdict(list)
        self._below: dict[float, list[float]] = defaultdict(list)
        for upright in ruling.vertical:
            for level in ruling.horizontal:
                if _meets(level, upright.at) and _meets(upright, level.at):
                    self._lines[upright.at, level.at] = (upright, level)
                    self._right[level.at].append(upright.at)
                    self._below[upright.at].append(-level.at)
        for places in (*self._right.values(), *self._below.values()):
            places.sort()
        self.points = tuple(self._lines)
        self._steps_left = _MOST_STEPS

    def smallest_cell(self, corner: Point) -> Cell | None:
        """Return the field whose left upper corner is a point; None when no lines close one."""
        left, top = corner
        upright, level = self._lines[corner]
        rights, belows = self._right[top], self._below[left]
        for below in belows[bisect_right(belows, -top) :]:
            bottom = -below
            lower_left = self._lines[left, bottom]
            if lower_left[0] != upright:
                return None
            for right in rights[bisect_right(rights, left) :]:
                self._steps_left -= 1
                if self._steps_left < 0:
                    return None
                upper_right = self._lines[right, top]
                if upper_right[1] != level:
                    break
                lower_right = self._lines.get((right, bottom))
                if lower_right and lower_right[0] == upper_right[0] and lower_right[1] == lower_left[1]:
                    return Cell(left, bottom, right, top)
        return None


def _meets(rule: Rule, place: float) -> bool:
    return rule.start - _TOLERANCE <= place <= rule.end + _TOLERANCE


def _connected(cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """Group cells that share a corner."""
    parent = list(range(len(cells)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    owner: dict[Point, int] = {}
    for index, cell in enumerate(cells):
        for point in product((cell.left, cell.right), (cell.bottom, cell.top)):
            parent[root(index)] = root(owner.setdefault(point, index))
    groups: dict[int, list[Cell]] = defaultdict(list)
    for index, cell in enumerate(cells):
        groups[root(index)].append(cell)
    return [tuple(group) for group in groups.values()]
