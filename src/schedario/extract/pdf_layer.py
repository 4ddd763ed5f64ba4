"""Reads the text layer of a PDF page: its blocks, and the lines at its upper and lower edge."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.pdf_aligned import blocks_with_aligned_tables
from schedario.extract.pdf_spacing import closed_up, is_spaced_out
from schedario.extract.pdf_tables import Box, blocks_with_tables
from schedario.extract.pdf_text import tidy
from schedario.records.extraction import Block

# Headers and footers stand within this share of the page's height.
_EDGE = 0.12
_MOST_EDGE_LINES = 30
_MOST_IMAGES = 2_000


@dataclass(frozen=True, slots=True)
class Edges:
    """Lines at the upper and lower edge of a page, where headers and footers stand."""

    upper: tuple[str, ...] = ()
    lower: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layer:
    """The text layer of a page.

    Attributes:
        text: All of it, tables as PDFium reads them.
        blocks: The same in blocks, tables as tables.
        edges: Where headers and footers may be.
    """

    text: str
    blocks: tuple[Block, ...]
    edges: Edges


def read_layer(page: Any) -> Layer:
    """Read what stands within the page's box.

    A rotated page is turned upright first: PDFium orders lines by their place on the turned page, which reverses them.
    """
    with upright(page):
        text_page = page.get_textpage()
        try:
            return _layer(page, text_page)
        finally:
            text_page.close()


@contextmanager
def upright(page: Any) -> Iterator[None]:
    """Turn a rotated page upright for as long as its text is read."""
    rotation = page.get_rotation()
    if rotation:
        page.set_rotation(0)
    try:
        yield
    finally:
        if rotation:
            page.set_rotation(rotation)


def image_share(page: Any) -> float:
    """Return how much of a page its images cover, 0 to 1; images that overlap count twice."""
    width, height = page.get_size()
    if width * height <= 0:
        return 0.0
    images = islice(page.get_objects(filter=(pdfium_raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3), _MOST_IMAGES)
    areas = ((right - left) * (top - bottom) for left, bottom, right, top in (image.get_bounds() for image in images))
    share: float = sum(areas) / (width * height)
    return min(1.0, share)


def _layer(page: Any, text_page: Any) -> Layer:
    text = tidy(text_page.get_text_bounded())
    if not text:
        return Layer("", (), Edges())
    box: Box = page.get_bbox()
    if is_spaced_out(text) and (closed := closed_up(text_page, box)):
        return Layer(closed, (Block(closed),), Edges())
    blocks = blocks_with_tables(page, text_page, box) or blocks_with_aligned_tables(text_page, box) or [Block(text)]
    return Layer(text, tuple(blocks), _edges(text_page, box))


def _edges(text_page: Any, box: Box) -> Edges:
    left, bottom, right, top = box
    step = (top - bottom) * _EDGE
    upper = text_page.get_text_bounded(left, top - step, right, top)
    lower = text_page.get_text_bounded(left, bottom, right, bottom + step)
    return Edges(_lines(upper), _lines(lower))


def _lines(text: str) -> tuple[str, ...]:
    lines = (line for line in map(str.strip, tidy(text).split("\n")) if line)
    return tuple(islice(lines, _MOST_EDGE_LINES))
