"""The staff handbook: a Word file with headings on three levels and tables."""

from io import BytesIO

from docx import Document
from docx.document import Document as WordDocument
from docx.shared import Cm, Pt
from scripts.example_archive.blocks import Block, Mark, read_blocks
from scripts.example_archive.office_package import set_properties, with_fixed_times

STYLE_NAMES = {
    Mark.TITLE: "Title",
    Mark.SUBHEADING: "Heading 1",
    Mark.SUBSUBHEADING: "Heading 2",
    Mark.BULLET: "List Bullet",
    Mark.PARAGRAPH: "Normal",
}


def make_handbook_docx() -> bytes:
    """Make the file's bytes."""
    document = Document()
    document.styles["Normal"].font.size = Pt(10.5)
    set_properties(document.core_properties, "Staff handbook", "en")
    for section in document.sections:
        section.page_width, section.page_height = Cm(21), Cm(29.7)
    for block in read_blocks("staff-handbook.md"):
        _add(document, block)
    buffer = BytesIO()
    document.save(buffer)
    return with_fixed_times(buffer.getvalue())


def _add(document: WordDocument, block: Block) -> None:
    if block.mark is not Mark.TABLE:
        document.add_paragraph(block.text, style=STYLE_NAMES[block.mark])
        return
    table = document.add_table(rows=len(block.rows), cols=len(block.rows[0]), style="Light Grid Accent 1")
    for row, texts in zip(table.rows, block.rows, strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    document.add_paragraph()  # or the next paragraph would touch the table
