"""Tables without ruling lines, on pictures and in PDF."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from reportlab.pdfgen.canvas import Canvas

from schedario.extract.aligned import has_flattened, page_blocks
from schedario.extract.pdf_layer import read_layer
from schedario.extract.reading_order import OcrLine
from schedario.records.extraction import Block, BlockRole

LEFTS = (50, 200, 330, 420)
STOCK = (
    ("Code", "Place", "Expected", "Status"),
    ("A-1", "North", "450", ""),
    ("B-22", "", "289", "OK"),
    ("C-3", "East", "7", "no"),
)
PROSE = "The quick brown fox jumps over"


def cell(text: str, left: float, top: float) -> OcrLine:
    return OcrLine(text, 0.9, left, top, left + 6 * len(text), top + 10)


def grid(rows: Sequence[Sequence[str]], top: float = 100, step: float = 20) -> list[OcrLine]:
    return [
        cell(text, left, top + step * index)
        for index, row in enumerate(rows)
        for left, text in zip(LEFTS, row, strict=False)
        if text
    ]


def kinds(blocks: Sequence[Block]) -> list[tuple[str, str]]:
    return [(block.role.value, block.text) for block in blocks]


def test_pieces_in_columns_are_a_table_and_empty_cells_stay() -> None:
    lines = [cell("Stock of May", 50, 60), *grid(STOCK), cell("All counted.", 50, 250)]
    assert kinds(page_blocks(lines)) == [
        ("text", "Stock of May"),
        ("table", "Code | Place | Expected | Status\nA-1 | North | 450\nB-22 |  | 289 | OK\nC-3 | East | 7 | no"),
        ("text", "All counted."),
    ]


def test_prose_in_three_columns_is_no_table() -> None:
    rows = [[f"{PROSE} {row}"] * 3 for row in range(9)]
    lines = [
        cell(text, left, 20 * index)
        for index, row in enumerate(rows)
        for left, text in zip((0, 220, 440), row, strict=True)
    ]
    (block,) = page_blocks(lines)
    assert block.role is BlockRole.TEXT
    assert block.text.startswith(f"{PROSE} 0\n{PROSE} 1")


@pytest.mark.parametrize(
    "rows",
    [
        STOCK[:2],
        [row[:2] for row in STOCK],
        [["3", "KNOWLES", ":"], ["4", "WARDEN", ":"], ["5", "Petitioner", ":"], ["6", "v.", ":"]],
        [["•", "one", "-"], ["•", "two", "-"], ["•", "three", "-"]],
        [["x", "=", "1"], ["+", "-", "*"], ["(", ")", "."]],
    ],
)
def test_too_few_rows_or_columns_that_say_something_are_no_table(rows: Sequence[Sequence[str]]) -> None:
    assert {block.role for block in page_blocks(grid(rows))} == {BlockRole.TEXT}


def test_a_wide_step_ends_a_table() -> None:
    lines = [*grid(STOCK), *grid(STOCK[1:3], top=400)]
    assert [role for role, _ in kinds(page_blocks(lines))] == ["table", "text"]


@pytest.mark.parametrize(
    ("text", "flattened"),
    [
        ("a   b\nc   d\ne   f", True),
        ("a   b\nc   d", False),
        ("a   b\nc   d\ne   f\n\nprose\nprose\nprose", True),
        ("a   b\nc   d\ne   f\nprose\nprose\nprose\nprose", False),
        ("   a\n   b\n   c", False),
    ],
)
def test_a_text_with_gaps_in_half_of_its_lines_is_a_flattened_table(text: str, flattened: bool) -> None:
    assert has_flattened([Block(text)]) is flattened
    assert not has_flattened([Block(text, BlockRole.TABLE)])


def pdf_blocks(path: Path, draw: Sequence[tuple[float, float, str]], font: str = "Helvetica") -> Sequence[Block]:
    canvas = Canvas(str(path / "made.pdf"))
    canvas.setFont(font, 10)
    for left, top, text in draw:
        canvas.drawString(left, 800 - top, text)
    canvas.save()
    document = pdfium.PdfDocument(path / "made.pdf")
    try:
        return read_layer(document[0]).blocks
    finally:
        document.close()


def placed(lines: Sequence[OcrLine]) -> list[tuple[float, float, str]]:
    return [(line.left, line.top, line.text) for line in lines]


def test_a_pdf_table_without_rules_keeps_its_columns_and_its_place(tmp_path: Path) -> None:
    draw = [(50, 60, "Stock of May"), *placed(grid(STOCK)), (50, 250, "All counted.")]
    assert kinds(pdf_blocks(tmp_path, draw)) == [
        ("text", "Stock of May"),
        ("table", "Code | Place | Expected | Status\nA-1 | North | 450\nB-22 |  | 289 | OK\nC-3 | East | 7 | no"),
        ("text", "All counted."),
    ]


@pytest.mark.parametrize("font", ["Helvetica", "Courier"])
def test_pdf_prose_and_listings_are_no_table(tmp_path: Path, font: str) -> None:
    listing = [(50, 300 + 12 * row, "ls -l /tmp x y") for row in range(9)]
    columns = [(left, 12 * row, f"{PROSE[:24]} {row}") for left in (40, 220, 400) for row in range(20)]
    assert {block.role for block in pdf_blocks(tmp_path, [*columns, *listing], font)} == {BlockRole.TEXT}
