"""Reads PPTX: our own walk over the shapes, since every converter drops groups, notes or charts."""

from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import ParseError, fromstring

from pptx import Presentation
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.exc import PythonPptxError

from schedario.extract.blocks import heading, one_line, origin_of, table
from schedario.extract.drawing_text import chart_lines, chart_rows, diagram_lines
from schedario.extract.merged import MergedLabels
from schedario.extract.pptx_comments import CommentAuthors, comment_lines
from schedario.extract.source import Source
from schedario.records.extraction import Block, ExtractedPage, Extraction, Origin, PageKind

_TITLES = frozenset({PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.CENTER_TITLE, PP_PLACEHOLDER.VERTICAL_TITLE})
_FURNITURE = frozenset({PP_PLACEHOLDER.SLIDE_NUMBER, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER})
# Shapes whose tops differ by less than a tenth of an inch stand on one line and are read from left to right.
_LINE_EMU = 91_440
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_PROPERTIES = "{http://schemas.openxmlformats.org/presentationml/2006/main}cNvPr"
_EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds"
_DIAGRAM_DATA = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"


def read_pptx(source: Source) -> Extraction:
    """Read every slide: title, shapes and pictures in reading order, then its notes and the comments on it."""
    presentation = Presentation(str(source.path))
    slides = list(presentation.slides)
    if len(slides) > source.limits.pages:
        raise source.beyond("pages", source.limits.pages, f"{len(slides):,} slides")
    pages: list[ExtractedPage] = []
    warnings: list[str] = []
    authors = CommentAuthors(presentation.part)
    for number, slide in enumerate(slides, 1):
        try:
            blocks = (*_slide_blocks(source, slide), *map(Block, comment_lines(slide.part, authors)))
            pages.append(_page(number, blocks, origin_of(blocks)))
        except (PythonPptxError, LookupError, AttributeError, TypeError, ValueError, ParseError) as error:
            # One broken slide must not cost the others.
            pages.append(_page(number, (), Origin.UNREAD))
            warnings.append(f"slide {number} could not be read ({type(error).__name__}: {error})")
        source.progress()
    if slides and len(warnings) == len(slides):
        raise source.damaged(f"no slide can be read; {warnings[0]}")
    title = one_line(presentation.core_properties.title or "")
    return Extraction(source.media_type, title, tuple(pages), tuple(warnings))


def _page(number: int, blocks: tuple[Block, ...], origin: Origin) -> ExtractedPage:
    return ExtractedPage(PageKind.SLIDE, number, "", origin, blocks)


def _slide_blocks(source: Source, slide: Any) -> Iterator[Block]:
    shapes = list(_in_reading_order(slide.shapes))
    titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
    for shape in titles + [shape for shape in shapes if shape not in titles]:
        yield from _shape_blocks(source, shape)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = _paragraphs(slide.notes_slide.notes_text_frame)
        if notes:
            yield Block(f"Notes: {notes}")


def _in_reading_order(shapes: Iterable[Any]) -> Iterator[Any]:
    """Yield shapes by lines from the top, each from the left; a group stays together."""
    placed = sorted(shapes, key=lambda shape: (shape.top or 0, shape.left or 0))
    line: list[Any] = []
    for shape in placed:
        if line and (shape.top or 0) - (line[0].top or 0) > _LINE_EMU:
            yield from sorted(line, key=lambda one: one.left or 0)
            line = []
        line.append(shape)
    yield from sorted(line, key=lambda one: one.left or 0)


def _shape_blocks(source: Source, shape: Any) -> Iterator[Block]:
    if hasattr(shape, "shapes"):
        for inner in _in_reading_order(shape.shapes):
            yield from _shape_blocks(source, inner)
    elif getattr(shape, "has_table", False):
        found = table(_table_rows(shape.table))
        yield from filter(None, [found])
    elif getattr(shape, "has_chart", False):
        yield from _chart_blocks(fromstring(shape.chart.part.blob))
    elif _placeholder(shape) not in _FURNITURE:
        if getattr(shape, "has_text_frame", False):
            yield from _text_blocks(shape)
        yield from _diagram_blocks(shape)
        yield from _picture_blocks(source, shape)


def _table_rows(found: Any) -> Iterator[list[str]]:
    """Yield the rows of a table; a cell that is merged downwards stands in each row it covers."""
    rows = [list(row.cells) for row in found.rows]
    merged = MergedLabels(
        ((row, column), (row + cell.span_height - 1, column + cell.span_width - 1))
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if cell.is_merge_origin
    )
    for row, cells in enumerate(rows):
        yield merged.filled(row, [one_line(cell.text) for cell in cells])


def _text_blocks(shape: Any) -> Iterator[Block]:
    text = _paragraphs(shape.text_frame)
    if not text:
        return
    yield heading(text, 1) if _placeholder(shape) in _TITLES else Block(text)


def _picture_blocks(source: Source, shape: Any) -> Iterator[Block]:
    """Yield the picture that a shape is or is filled with, or by which an embedded object is shown."""
    properties = next(shape.element.iter(_PROPERTIES), None)
    description = "" if properties is None else properties.get("descr", "")
    for blip in shape.element.iter(f"{_DRAWING}blip"):
        if not (name := blip.get(_EMBEDDED)):
            continue
        try:
            content = shape.part.related_part(name).blob
        except KeyError:
            source.pictures.lost("missing")
        else:
            yield from filter(None, [source.pictures.block(content, description)])


def _paragraphs(frame: Any) -> str:
    # A vertical tab is how a line break within a paragraph is given.
    lines = (paragraph.text.replace("\v", "\n").strip() for paragraph in frame.paragraphs)
    return "\n".join(line for line in lines if line)


def _chart_blocks(root: Any) -> Iterator[Block]:
    """Yield the titles of a chart, then its series as a table over its categories."""
    if titles := chart_lines(root):
        yield Block("\n".join(titles))
    yield from filter(None, [table(chart_rows(root))])


def _diagram_blocks(shape: Any) -> Iterator[Block]:
    """Yield the text of a diagram, which lies in a part of its own."""
    for names in shape.element.iter(_DIAGRAM):
        try:
            lines = diagram_lines(fromstring(shape.part.related_part(names.get(_DIAGRAM_DATA, "")).blob))
        except KeyError:
            continue
        if lines:
            yield Block("\n".join(lines))


def _placeholder(shape: Any) -> object:
    """Return the kind of placeholder that a shape is, None for an ordinary shape."""
    return shape.placeholder_format.type if getattr(shape, "is_placeholder", False) else None
