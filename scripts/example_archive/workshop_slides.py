"""The talk about the new paint shop: a PowerPoint file of five slides with bullets, a table and speaker's notes."""

from collections.abc import Iterator
from io import BytesIO

from pptx import Presentation
from pptx.enum.dml import MSO_THEME_COLOR
from pptx.slide import Slide
from pptx.util import Cm, Pt
from scripts.example_archive.blocks import Block, Mark, read_blocks
from scripts.example_archive.office_package import set_properties, with_fixed_times

TITLE_LAYOUT, CONTENT_LAYOUT, TITLE_ONLY_LAYOUT = 0, 1, 5
TABLE_LEFT, TABLE_TOP, TABLE_WIDTH, TABLE_HEIGHT = Cm(2.5), Cm(4.5), Cm(20), Cm(9)


def make_workshop_slides() -> bytes:
    """Make the file's bytes."""
    presentation = Presentation()
    set_properties(presentation.core_properties, "Nuovo reparto verniciatura", "it")
    for blocks in _blocks_by_slide(read_blocks("nuovo-reparto-verniciatura.md")):
        slide = presentation.slides.add_slide(presentation.slide_layouts[_layout_index(blocks)])
        _fill(slide, blocks)
    buffer = BytesIO()
    presentation.save(buffer)
    return with_fixed_times(buffer.getvalue())


def _blocks_by_slide(blocks: list[Block]) -> Iterator[list[Block]]:
    """Cut the source before each heading: every heading begins a slide."""
    starts = [index for index, block in enumerate(blocks) if block.mark in (Mark.TITLE, Mark.SUBHEADING)]
    for start, end in zip(starts, [*starts[1:], len(blocks)], strict=True):
        yield blocks[start:end]


def _layout_index(blocks: list[Block]) -> int:
    if blocks[0].mark is Mark.TITLE:
        return TITLE_LAYOUT
    has_table = any(block.mark is Mark.TABLE for block in blocks)
    return TITLE_ONLY_LAYOUT if has_table else CONTENT_LAYOUT


def _fill(slide: Slide, blocks: list[Block]) -> None:
    title, notes = slide.shapes.title, slide.notes_slide.notes_text_frame
    # The layouts of the library's own template have both.
    assert title is not None
    assert notes is not None
    title.text = blocks[0].text
    title.text_frame.paragraphs[0].font.color.theme_color = MSO_THEME_COLOR.TEXT_2
    lines = [block.text for block in blocks[1:] if block.mark in (Mark.BULLET, Mark.PARAGRAPH)]
    if lines:
        slide.placeholders[1].text = "\n".join(lines)
    for block in blocks:
        if block.mark is Mark.TABLE:
            _add_table(slide, block)
    notes.text = "\n".join(block.text for block in blocks if block.mark is Mark.NOTE)


def _add_table(slide: Slide, block: Block) -> None:
    shape = slide.shapes.add_table(
        len(block.rows), len(block.rows[0]), TABLE_LEFT, TABLE_TOP, TABLE_WIDTH, TABLE_HEIGHT
    )
    for row_index, row in enumerate(block.rows):
        for column_index, text in enumerate(row):
            cell = shape.table.cell(row_index, column_index)
            cell.text = text
            cell.text_frame.paragraphs[0].font.size = Pt(20)
