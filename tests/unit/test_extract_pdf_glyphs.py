"""Glyphs that PDFium gives otherwise than a reader sees them: with a space beneath, or two letters turned round."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from schedario.extract.pdf_layer import read_layer

# Letters of Helvetica that stand for others: b for a ligature of two, c for an Arabic one, g and h for ideographs.
SEEN = {"b": "fi", "c": "لا", "d": "خ", "e": "ل", "g": "红", "h": "军"}


def make(path: Path, content: str) -> None:
    names = "\n".join(
        f"<{ord(letter):02x}> <{text.encode('utf-16-be').hex()}>" for letter, text in SEEN.items() if text != letter
    )
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
        "1 begincodespacerange <00> <ff> endcodespacerange\n"
        f"{len(SEEN)} beginbfchar\n{names}\nendbfchar endcmap end end"
    )
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 6 0 R>>",
        f"<</Length {len(cmap)}>>stream\n{cmap}\nendstream",
    ]
    text, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(text))
        text += f"{number} 0 obj{one}endobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    text += (
        f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>startxref\n{len(text)}\n%%EOF"
    )
    path.write_bytes(text.encode("ascii"))


@pytest.mark.parametrize(
    ("drawn", "seen"),
    [
        ("[(nb) 250 ( ) 28 (nir)] TJ", "nfinir"),
        ("[(nb ) 28 (nir)] TJ", "nfi nir"),
        ("[(n) 250 ( ) 28 (nir)] TJ", "n nir"),
        ("(ecd) Tj", "خلال"),
        ("[(g) 278 ( ) 0 (h)] TJ", "红军"),
        ("(g h) Tj", "红 军"),
    ],
)
def test_a_glyph_is_read_as_it_is_seen(tmp_path: Path, drawn: str, seen: str) -> None:
    make(tmp_path / "made.pdf", f"BT /F 20 Tf 72 100 Td {drawn} ET")
    document = pdfium.PdfDocument(tmp_path / "made.pdf")
    page = document[0]
    layer = read_layer(page)
    page.close()
    document.close()
    assert (layer.text, [block.text for block in layer.blocks]) == (seen, [seen])


def test_columns_between_double_rules_are_none(tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "made.pdf"), pagesize=A4)
    canvas.grid([60, 72, 172, 176, 276, 280, 380], [700, 720, 740])
    for row, values in enumerate((("Port", "Use", "Open"), ("8443", "", "yes"))):
        for left, value in zip((80, 180, 284), values, strict=True):
            canvas.drawString(left, 725 - 20 * row, value)
    canvas.save()
    document = pdfium.PdfDocument(tmp_path / "made.pdf")
    page = document[0]
    (block,) = read_layer(page).blocks
    page.close()
    document.close()
    assert block.text == "Port | Use | Open\n8443 |  | yes"
