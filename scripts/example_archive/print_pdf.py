"""Set a composed source as pages of A4 with ReportLab; the bytes are the same each time."""

import re
from dataclasses import dataclass
from io import BytesIO

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table, TableStyle
from scripts.example_archive.blocks import Block, Mark, read_blocks

PAPER_WIDTH, _ = A4
MARGIN = 22 * mm
FRAME_PADDING = 6  # points that ReportLab keeps free on each side of a page's text
RULE = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.6, colors.HexColor("#5b6770")),
        ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#e3e9ee")),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    ]
)


@dataclass(frozen=True, slots=True)
class Layout:
    """How a document looks.

    Attributes:
        title: The document's own title, kept in the file.
        language: Of its text, kept in the file.
        font: Name of one of the fonts that every PDF reader has.
        bold_font: Its bold face.
        size: Of the running text, in points.
        formal: Title in the middle and text set to both margins, as lawyers like it.
        footer: Small line at the foot of each page; ``{page}`` becomes its number.
        column_widths: Widths of the table columns as shares of the line, by number of columns.
    """

    title: str
    language: str
    font: str
    bold_font: str
    size: float
    formal: bool
    footer: str
    column_widths: dict[int, tuple[float, ...]]


def print_pdf(source: str, layout: Layout, closing: tuple[Flowable, ...] = ()) -> bytes:
    """Set a source and what closes it, for instance lines to sign on."""
    buffer = BytesIO()
    document = SimpleDocTemplate(
        buffer,
        pagesize=A4,
        title=layout.title,
        author="Falegnameria Esempio S.r.l.",
        lang=layout.language,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=20 * mm,
        bottomMargin=20 * mm,
        invariant=1,  # no time stamp and no random id
    )

    def draw_footer(canvas: Canvas, _: SimpleDocTemplate) -> None:
        canvas.setFont(layout.font, 8)
        canvas.drawCentredString(PAPER_WIDTH / 2, 11 * mm, layout.footer.format(page=canvas.getPageNumber()))

    flow = [_flowable(block, layout) for block in read_blocks(source)]
    document.build([*flow, *closing], onFirstPage=draw_footer, onLaterPages=draw_footer)
    return buffer.getvalue()


def paragraph_style(mark: Mark, layout: Layout) -> ParagraphStyle:
    """Return the look of the paragraphs of one kind."""
    heading = mark in (Mark.TITLE, Mark.SUBHEADING, Mark.SUBSUBHEADING)
    size = layout.size + {Mark.TITLE: 6, Mark.SUBHEADING: 2}.get(mark, 0)
    running_text = TA_JUSTIFY if layout.formal else TA_LEFT
    return ParagraphStyle(
        mark.name,
        fontName=layout.bold_font if heading else layout.font,
        fontSize=size,
        leading=size * 1.32,
        spaceBefore=size * 0.7 if heading else 0,
        spaceAfter=size * 0.35 if heading else size * 0.55,
        leftIndent=5 * mm if mark is Mark.BULLET else 0,
        bulletIndent=1 * mm,
        alignment=(TA_CENTER if layout.formal and mark is Mark.TITLE else TA_LEFT) if heading else running_text,
    )


def _flowable(block: Block, layout: Layout) -> Flowable:
    if block.mark is Mark.PAGE_BREAK:
        return PageBreak()
    if block.mark is Mark.TABLE:
        return _table(block, layout)
    bullet = "•" if block.mark is Mark.BULLET else None
    return Paragraph(_markup(block.text), paragraph_style(block.mark, layout), bulletText=bullet)


def _table(block: Block, layout: Layout) -> Table:
    cell_style = ParagraphStyle("cell", fontName=layout.font, fontSize=layout.size - 0.5, leading=layout.size + 2)
    head_style = ParagraphStyle("head", parent=cell_style, fontName=layout.bold_font)
    head, *body = block.rows
    cells = [[Paragraph(_markup(cell), head_style) for cell in head]]
    cells += [[Paragraph(_markup(cell), cell_style) for cell in row] for row in body]
    line_width = PAPER_WIDTH - 2 * (MARGIN + FRAME_PADDING)
    widths = [share * line_width for share in layout.column_widths[len(head)]]
    return Table(cells, colWidths=widths, style=RULE, repeatRows=1, spaceBefore=8, spaceAfter=10)


def _markup(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text.replace("&", "&amp;"))
