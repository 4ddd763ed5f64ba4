"""The rental contract as a scanner gives it: two pages of grey picture, a little crooked and noisy, without text."""

from io import BytesIO

import numpy
import pypdfium2
from PIL import Image, ImageFilter
from reportlab.graphics.shapes import Drawing, Line, Path
from reportlab.lib.colors import black
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Spacer, Table
from scripts.example_archive.print_pdf import Layout, print_pdf

DOTS_PER_INCH = 200
POINTS_PER_INCH = 72
SKEW_DEGREES = (0.35, -0.25)
PAPER_GREY = 244
NOISE_STEPS = 3.0
JPEG_QUALITY = 52

LAYOUT = Layout(
    title="Contratto di locazione",
    language="it",
    font="Times-Roman",
    bold_font="Times-Bold",
    size=12.5,
    formal=True,
    footer="Contratto di locazione – pagina {page} di 2",
    column_widths={},
)


def make_contract_scan() -> bytes:
    """Make the file's bytes: print the contract, then photograph each page."""
    printed = pypdfium2.PdfDocument(print_pdf("contratto-di-locazione.md", LAYOUT, _signatures()))
    pages = [
        _scan(page.render(scale=DOTS_PER_INCH / POINTS_PER_INCH).to_pil(), SKEW_DEGREES[index], seed=index)
        for index, page in enumerate(printed)
    ]
    printed.close()
    return _picture_pdf(pages)


def _signatures() -> tuple[Flowable, ...]:
    table = Table([["Il Locatore", "Il Conduttore"], [_signature(5), _signature(11)]], colWidths=[80 * mm, 70 * mm])
    table.setStyle([("FONT", (0, 0), (-1, -1), "Times-Italic", 12)])
    return (Spacer(0, 8 * mm), table)


def _signature(seed: int) -> Drawing:
    """Draw a line and, over it, loops that a hand could have made, different for each seed."""
    drawing = Drawing(60 * mm, 18 * mm)
    pen = Path(strokeColor=black, strokeWidth=1.1, fillColor=None)
    pen.moveTo(18, 14)
    bends = numpy.random.default_rng(seed).uniform((-6, -22), (22, 40), size=(9, 2))
    for index, (forward, up) in enumerate(bends.tolist()):
        left = 18 + index * 13
        pen.curveTo(left + forward, 14 + up, left + 8 - forward / 2, 12 - up / 2, left + 13, 14)
    drawing.add(pen)
    drawing.add(Line(0, 4, 60 * mm, 4, strokeWidth=0.5))
    return drawing


def _scan(page: Image.Image, skew_degrees: float, seed: int) -> Image.Image:
    """Age a clean page: turn it, blur the ink, grey the paper, add grain and a shadow along the left edge."""
    grey = page.convert("L").rotate(skew_degrees, Image.Resampling.BICUBIC, fillcolor=255)
    ink = numpy.asarray(grey.filter(ImageFilter.GaussianBlur(0.6)), dtype=numpy.float64) / 255
    generator = numpy.random.default_rng(seed)
    shadow = 1 - 0.22 * numpy.exp(-numpy.arange(ink.shape[1]) / 18)
    paper = (38 + ink * (PAPER_GREY - 38)) * shadow + generator.normal(0, NOISE_STEPS, ink.shape)
    return Image.fromarray(paper.clip(0, 255).astype(numpy.uint8))


def _picture_pdf(pages: list[Image.Image]) -> bytes:
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=A4, invariant=1)
    canvas.setTitle(f"{LAYOUT.title}, scansione")
    for page in pages:
        jpeg = BytesIO()
        page.save(jpeg, "JPEG", quality=JPEG_QUALITY, dpi=(DOTS_PER_INCH, DOTS_PER_INCH))
        canvas.drawImage(ImageReader(jpeg), 0, 0, *A4)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()
