"""Reads the pictures on PDF pages that have a text layer, and puts each after the line of text above it.

Left out is what lies under the text: a scan that has its text already, the ground of a page.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from schedario.extract.embedded import LEAST_SIDE, LeftUnreadError
from schedario.extract.pdf_characters import Box
from schedario.extract.pdf_layer import upright
from schedario.extract.pdf_outline import bare
from schedario.extract.pdf_text import letters
from schedario.extract.picture import as_seen, is_blank
from schedario.extract.picture_file import Picture, PictureUnreadableError
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole

_DEEPEST_FORM = 5
_MOST_ON_A_PAGE = 2_000
_WHOLE_PAGE = 0.85
# So many letters over a picture are no labels of a figure.
_UNDER_TEXT = 100
# A picture that is squeezed so much is a rule or a shade; drawn in true proportion it might fill the memory.
_MOST_SQUEEZED = 4.0
_LINES_ABOVE_POINTS = (40.0, 200.0, 20_000.0)
_FEWEST_CHARACTERS = 4
# Drawing takes twenty bytes a pixel, and may not take all the memory that the file is given.
_MOST_DRAWN = 60_000_000
_JPEG = ["DCTDecode"]


@dataclass(frozen=True, slots=True)
class _Placed:
    """An image object and where it stands on the page."""

    image: Any
    box: Box


class PdfPictures:
    """The pictures of one document."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tells: dict[str, bool] = {}

    def added(self, page: Any, blocks: Sequence[Block]) -> tuple[Block, ...]:
        """Return a page's blocks with its pictures among them."""
        found = list(islice(_images(page), _MOST_ON_A_PAGE))
        if not found:
            return tuple(blocks)
        with upright(page):
            text_page = page.get_textpage()
            try:
                return tuple(self._added(page, text_page, found, blocks))
            finally:
                text_page.close()

    def _added(self, page: Any, text_page: Any, found: Sequence[Any], blocks: Sequence[Block]) -> list[Block]:
        kept = list(blocks)
        for placed in sorted(self._shown(page, found), key=lambda one: (-one.box[3], one.box[0])):
            if letters(text_page.get_text_bounded(*placed.box)) >= _UNDER_TEXT:
                continue
            if block := self._block(placed):
                _insert(kept, block, _line_above(text_page, placed.box, page.get_bbox()))
        return kept

    def _shown(self, page: Any, found: Sequence[Any]) -> Iterator[_Placed]:
        """Yield images that lie on the page and are not its ground."""
        page_box = page.get_bbox()
        for image in found:
            try:
                box = _clipped(_box(image), page_box)
            except pdfium.PdfiumError:
                self._source.pictures.lost("damaged")
                continue
            if 0 < _area(box) < _WHOLE_PAGE * _area(page_box):
                yield _Placed(image, box)

    def _block(self, placed: _Placed) -> Block | None:
        image = placed.image
        try:
            width, height = image.get_px_size()
            if min(width, height) < LEAST_SIDE:
                return None
            # One beyond a limit must not be decoded; it is refused, and counted, where all pictures are.
            is_small = width * height <= min(_MOST_DRAWN, self._source.limits.image_pixels)
            sha256 = self._hash(image) if is_small else _data_hash(image)
        except (pdfium.PdfiumError, PictureUnreadableError):
            self._source.pictures.lost("damaged")
            return None
        return self._source.pictures.drawn(Picture(sha256, width, height, lambda: _drawn(image)))

    def _hash(self, image: Any) -> str:
        """Return the hash of an image's data, as its file outside a PDF has it if there can be one.

        Where the data shows nothing, its mask has the shapes, which cannot be had: the hash is that of what is seen.
        """
        sha256 = _data_hash(image)
        if sha256 not in self._tells:
            self._tells[sha256] = not is_blank(image.get_bitmap().to_pil())
        if self._tells[sha256]:
            return sha256
        seen = _drawn(image)
        return hashlib.sha256(repr(seen.size).encode() + seen.tobytes()).hexdigest()


def _images(page: Any) -> Iterator[Any]:
    """Yield the image objects of a page, also those in forms; the rest of a page may be a hundred thousand objects."""
    count = pdfium_raw.FPDFPage_CountObjects(page)
    kinds = (pdfium_raw.FPDF_PAGEOBJ_IMAGE, pdfium_raw.FPDF_PAGEOBJ_FORM)
    if any(pdfium_raw.FPDFPageObj_GetType(pdfium_raw.FPDFPage_GetObject(page, i)) in kinds for i in range(count)):
        yield from page.get_objects(filter=(pdfium_raw.FPDF_PAGEOBJ_IMAGE,), max_depth=_DEEPEST_FORM)


def _data_hash(image: Any) -> str:
    content = bytes(image.get_data())
    filters = image.get_filters()
    if filters != _JPEG:
        content += repr((filters, image.get_px_size())).encode()
    return hashlib.sha256(content).hexdigest()


def _drawn(image: Any) -> Any:
    """Draw an image in its own size as the page shows it: turned, masked, on white."""
    width, height = image.get_px_size()
    if width * height > _MOST_DRAWN:
        raise LeftUnreadError(f"more than {_MOST_DRAWN:,} pixels, too many to be drawn from a PDF")
    try:
        return as_seen(image.get_bitmap(render=not _is_squeezed(image)).to_pil())
    except pdfium.PdfiumError as error:
        raise PictureUnreadableError from error


def _is_squeezed(image: Any) -> bool:
    width, height = image.get_px_size()
    left, bottom, right, top = image.get_bounds()
    across, along = sorted((right - left, top - bottom)), sorted((width, height))
    if across[0] <= 0:
        return True
    scales = sorted((along[0] / across[0], along[1] / across[1]))
    return bool(scales[1] > _MOST_SQUEEZED * scales[0])


def _box(image: Any) -> Box:
    """Return where an image stands on the page; what lies in a form is placed within that form."""
    box: Box = image.get_bounds()
    form = image.container
    while form is not None:
        box = form.get_matrix().on_rect(*box)
        form = form.container
    return box


def _clipped(box: Box, page_box: Box) -> Box:
    left, bottom = max(box[0], page_box[0]), max(box[1], page_box[1])
    return left, bottom, max(left, min(box[2], page_box[2])), max(bottom, min(box[3], page_box[3]))


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _line_above(text_page: Any, box: Box, page_box: Box) -> str:
    """Return the nearest line of text above a picture, or the part of it that stands there; empty without one."""
    left, _, right, top = box
    for points in _LINES_ABOVE_POINTS:
        for from_left, to_right in ((left, right), (page_box[0], page_box[2])):
            upper = min(top + points, page_box[3])
            lines = text_page.get_text_bounded(from_left, top - 1, to_right, upper).split("\n")
            said = [line for line in map(bare, lines) if len(line) >= _FEWEST_CHARACTERS]
            if said:
                return said[-1]
    return ""


def _insert(blocks: list[Block], picture: Block, above: str) -> None:
    """Put a picture after the line above it: a text is cut there, a table is not; at the end when nobody says it."""
    at = len(blocks) if above else 0
    for index, block in enumerate(blocks):
        lines = block.text.split("\n")
        line = next((number for number, one in enumerate(lines, 1) if above and above in bare(one)), 0)
        if not line or block.role is BlockRole.PICTURE:
            continue
        if block.role is BlockRole.TEXT and line < len(lines):
            parts = ("\n".join(lines[:line]), "\n".join(lines[line:]))
            blocks[index : index + 1] = [replace(block, text=part) for part in parts]
        at = index + 1
        break
    while at < len(blocks) and blocks[at].role is BlockRole.PICTURE:
        at += 1
    blocks.insert(at, picture)
