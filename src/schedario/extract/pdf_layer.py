"""Reads the text layer of a PDF page: its blocks, and the lines at its upper and lower edge."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pypdfium2.raw as pdfium_raw

from schedario.extract.pdf_aligned import blocks_with_aligned_tables
from schedario.extract.pdf_characters import MOST_CHARACTERS, Box, characters, is_plain, text_turn
from schedario.extract.pdf_glyphs import Glyphs
from schedario.extract.pdf_order import in_reading_order, is_disordered, runs
from schedario.extract.pdf_spacing import closed_up, is_spaced_out
from schedario.extract.pdf_tables import blocks_with_tables
from schedario.extract.pdf_text import tidy, without_line_numbers
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
    rotation = page.get_rotation()
    with upright(page):
        text_page = page.get_textpage()
        try:
            return _layer(page, text_page, text_turn(text_page, rotation))
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


def _layer(page: Any, text_page: Any, turn: int) -> Layer:
    text = tidy(text_page.get_text_bounded())
    if not text:
        return Layer("", (), Edges())
    box: Box = page.get_bbox()
    if is_spaced_out(text) and (closed := closed_up(text_page, box)):
        return Layer(closed, (Block(closed),), Edges())
    is_small = pdfium_raw.FPDFText_CountChars(text_page) <= MOST_CHARACTERS
    is_seen_otherwise = is_small and Glyphs(text_page).differ()
    if is_seen_otherwise:
        text = tidy("".join(character.text for character in characters(text_page, box, turn)))
    is_simple = not is_small or (not is_seen_otherwise and is_plain(text_page, box, turn))
    blocks = blocks_with_tables(page, text_page, box, turn) or _plain_blocks(
        text_page, box, turn, text, is_simple=is_simple
    )
    return Layer(text, tuple(blocks), _edges(text_page, box))


def _plain_blocks(text_page: Any, box: Box, turn: int, text: str, *, is_simple: bool) -> list[Block]:
    """Return the blocks of a page without ruled tables; of a simple one no character is looked at."""
    shown = [] if is_simple else list(characters(text_page, box, turn))
    if is_disordered(shown):
        return list(in_reading_order(runs(shown)))
    if aligned := blocks_with_aligned_tables(text_page, box, turn):
        return aligned
    return [Block(without_line_numbers(_with_spaces(text, tidy("".join(character.text for character in shown)))))]


def _with_spaces(text: str, shown: str) -> str:
    """Return the text of a page with the spaces that PDFium left out, when nothing but white space differs."""
    return shown if "".join(shown.split()) == "".join(text.split()) else text


def _edges(text_page: Any, box: Box) -> Edges:
    left, bottom, right, top = box
    step = (top - bottom) * _EDGE
    upper = text_page.get_text_bounded(left, top - step, right, top)
    lower = text_page.get_text_bounded(left, bottom, right, bottom + step)
    return Edges(_lines(upper), _lines(lower))


def _lines(text: str) -> tuple[str, ...]:
    lines = (line for line in map(str.strip, tidy(text).split("\n")) if line)
    return tuple(islice(lines, _MOST_EDGE_LINES))
