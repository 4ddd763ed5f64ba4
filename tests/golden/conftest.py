"""Makes one file of every kind, once a run, and reads each through a real child process."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import docx
import pytest
import reportlab
from openpyxl import Workbook
from PIL import Image, ImageDraw, ImageFont
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from fixtures.scans import long_lines_picture
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Extraction

CONTRACT = (
    "Contratto di manutenzione",
    "La società fornitrice garantisce l'assistenza",
    "entro quattro ore dalla segnalazione, perché",
    "il servizio è essenziale per la città.",
)


@pytest.fixture(scope="session")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Extraction]]:
    """Read a made file by its name; each is read once."""
    folder = tmp_path_factory.mktemp("golden")
    extractor = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    known: dict[str, Extraction] = {}

    def read(name: str) -> Extraction:
        if name not in known:
            path = folder / name
            MAKERS[name](path)
            known[name] = extractor.extract(path)
        return known[name]

    yield read
    extractor.close()


def _font(size: int) -> ImageFont.FreeTypeFont:
    """Return a font with accents; Pillow's own has none."""
    return ImageFont.truetype(str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"), size)


def text_picture(lines: tuple[str, ...], size: tuple[int, int] = (1000, 500)) -> Image.Image:
    """Draw lines of text as a scan shows them."""
    picture = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(picture)
    font = _font(34)
    for number, line in enumerate(lines):
        draw.text((60, 60 + number * 70), line, fill="black", font=font)
    return picture


def two_columns_picture() -> Image.Image:
    """Draw two columns of prose whose lines stand at the same heights, below a title that spans both."""
    picture = Image.new("RGB", (1400, 900), "white")
    draw = ImageDraw.Draw(picture)
    font = _font(30)
    draw.text((120, 40), "The harbour report of the northern district for the whole year", fill="black", font=font)
    for number in range(8):
        draw.text((60, 140 + number * 70), f"left column sentence number {number} goes on", fill="black", font=font)
        draw.text((760, 140 + number * 70), f"right column sentence number {number} here", fill="black", font=font)
    return picture


def make_pdf(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setTitle("Tide tables")
    canvas.drawString(72, 760, "First page of the tide tables, with enough text.")
    canvas.showPage()
    canvas.showPage()
    scan = io.BytesIO()
    text_picture(CONTRACT).save(scan, "PNG")
    scan.seek(0)
    canvas.drawInlineImage(Image.open(scan), 40, 400, 500, 250)
    canvas.showPage()
    canvas.drawString(72, 760, "Appendix")
    canvas.showPage()
    canvas.setPageRotation(90)
    for number, line in enumerate(("alpha is the upper line", "beta is the middle line", "gamma is the lower line")):
        canvas.drawString(72, 500 - 30 * number, line)
    canvas.showPage()
    canvas.save()


def make_short_pdf(path: Path) -> None:
    canvas = Canvas(str(path), pagesize=A4)
    canvas.drawString(72, 760, "The only page of a file with a wrong name.")
    canvas.save()


def make_docx(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Operating manual", 0)
    document.add_heading("Installation", 1)
    document.add_paragraph("Set the pump_A * valve to # 3 before the start.")
    document.add_heading("Network", 2)
    table = document.add_table(2, 3)
    for row, values in zip(table.rows, (("Port", "Use", "Note"), ("8443", "TLS | admin", "")), strict=True):
        for cell, value in zip(row.cells, values, strict=True):
            cell.text = value
    document.add_paragraph("After the table.")
    document.save(str(path))


def make_xlsx(path: Path) -> None:
    workbook = Workbook()
    costs = workbook.active
    assert costs is not None
    costs.title = "Costs"
    for row in (("Item", "Price", "Bought"), ("Pump", 3, "x"), (None, None, None), ("Hose", 0.1 + 0.2, None)):
        costs.append(row)
    import datetime

    costs["C4"] = datetime.date(2026, 3, 9)
    costs["D2"] = True
    hidden = workbook.create_sheet("Secret")
    hidden["C5"] = "hidden word"
    hidden.sheet_state = "hidden"
    workbook.create_sheet("Blank")
    workbook.save(path)


def make_pptx(path: Path) -> None:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[5])
    slide.shapes.title.text = "Harbour plan"
    for text, left, top in (("lower box", 1, 4), ("right box", 5, 2), ("left box", 1, 2)):
        slide.shapes.add_textbox(Inches(left), Inches(top), Inches(2), Inches(0.5)).text_frame.text = text
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(Inches(1), Inches(5), Inches(2), Inches(0.5)).text_frame.text = "inside a group"
    slide.notes_slide.notes_text_frame.text = "say it slowly"
    second = presentation.slides.add_slide(presentation.slide_layouts[5])
    second.shapes.title.text = "Figures"
    table = second.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for cell, value in zip(table.iter_cells(), ("Year", "Boats", "2025", "41"), strict=True):
        cell.text = value
    data: Any = cast(Any, CategoryChartData)()
    data.categories = ["Spring", "Autumn"]
    data.add_series("Arrivals", (12.5, 7))
    place = (Inches(1), Inches(4), Inches(4), Inches(2))
    chart = second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data).chart
    # A kind of chart that the library does not know, as office programs write it.
    for plot in chart.element.iter("{http://schemas.openxmlformats.org/drawingml/2006/chart}barChart"):
        plot.tag = plot.tag.replace("barChart", "bar3DChart")
    chart.has_title = True
    chart.chart_title.text_frame.text = "Boats by season"
    presentation.save(str(path))


def make_tiff(path: Path) -> None:
    first = text_picture(("The first page of the fax",))
    first.save(path, save_all=True, append_images=[text_picture(("The second page of the fax",))])


HTML = """<!doctype html><html><head><title>Ferry &amp; train</title><style>p{color:red}</style></head><body>
<h1>Time <b>table</b></h1><p># not a heading, *not* emphasis, C:\\new_folder</p>
<script>var hidden = "scripted";</script><p style="display:none">unseen</p>
<table><tr><th>From</th><th>To</th></tr><tr><td>Genoa</td><td>Bastia | Nice</td></tr></table>
<h2>Prices</h2><ol><li>adult<li><p>child</p></ol><pre># shell comment</pre></body></html>"""

MARKDOWN = """---
author: Rossi
---
# Install #

Text with a # sign.

```sh
# not a heading
```

Network
-------

| port | use |
|------|:---:|
| 80 | a \\| b |

- item
---
### Last
"""

CSV = 'nome;città;prezzo\nRossi;"Forlì; centro";3,50\n\nBianchi;Bologna;4,00\n'


def _text(content: str, encoding: str = "utf-8") -> Callable[[Path], None]:
    return lambda path: _write(path, content.encode(encoding))


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)


MAKERS: dict[str, Callable[[Path], None]] = {
    "tides.pdf": make_pdf,
    "manual.docx": make_docx,
    "costs.xlsx": make_xlsx,
    "plan.pptx": make_pptx,
    "ferry.html": _text(HTML),
    "notes.md": _text(MARKDOWN),
    "people.csv": _text(CSV, "cp1252"),
    "people.tsv": _text("name\tcity\nRossi\tForlì\n"),
    "scan.png": lambda path: text_picture(CONTRACT).save(path),
    "long_lines.png": lambda path: long_lines_picture().save(path),
    "long_lines_upside_down.png": lambda path: long_lines_picture().rotate(180).save(path),
    "sideways.png": lambda path: text_picture(CONTRACT).rotate(90, expand=True).save(path),
    "upside_down.jpg": lambda path: text_picture(CONTRACT).rotate(180).save(path, quality=90),
    "skewed.webp": lambda path: text_picture(CONTRACT).rotate(1.5, fillcolor="white").save(path),
    "columns.png": lambda path: two_columns_picture().save(path),
    "fax.tiff": make_tiff,
    "utf16.txt": _text("però: così è già\n", "utf-16"),
    "western.txt": _text("Você não está à toa, coração; perché no? 5 €\n", "cp1252"),
    "japanese.txt": _text("これは日本語の文書です。検索の試験に使います。\n", "cp932"),
    "polish.txt": _text("Zażółć gęślą jaźń. Właściwości są następujące: źródło\n", "cp1250"),
    # The content decides, not the name.
    "really_a_pdf.txt": make_short_pdf,
    "sheet_without_suffix": make_xlsx,
}
