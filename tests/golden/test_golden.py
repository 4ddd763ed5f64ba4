"""The table of extraction: file, pages, what must appear in this order, what must not appear."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from fixtures.scans import LONG_LINES
from schedario.records.extraction import BlockRole, ExtractedPage, Extraction, Origin, PageKind

Extracted = Callable[[str], Extraction]

CONTRACT_WORDS = ("Contratto di manutenzione", "società fornitrice", "perché", "è essenziale per la città")


@dataclass(frozen=True)
class Row:
    file: str
    media_type: str
    pages: int
    appear: tuple[str, ...]
    absent: tuple[str, ...] = ()


GOLDEN = (
    Row(
        "tides.pdf",
        "application/pdf",
        5,
        ("First page of the tide tables", *CONTRACT_WORDS, "Appendix", "alpha", "beta", "gamma"),
        ("\r", "\x02"),
    ),
    Row(
        "manual.docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        1,
        ("Operating manual", "pump_A * valve to # 3", "Port | Use | Note", "8443 | TLS | admin", "After the table"),
        ("\\", "**"),
    ),
    Row(
        "costs.xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        3,
        ("Item | Price | Bought", "Pump | 3 | x | TRUE", "Hose | 0.3 | 2026-03-09", "hidden word"),
        ("3.0", "00:00", "0.30000000000000004", "None"),
    ),
    Row(
        "plan.pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        2,
        (
            *("Harbour plan", "left box", "right box", "lower box", "inside a group", "Notes: say it slowly"),
            *("Figures", "Year | Boats", "2025 | 41", "Boats by season", "Spring | Autumn", "Arrivals | 12.5 | 7"),
        ),
        ("7.0",),
    ),
    Row(
        "ferry.html",
        "text/html",
        1,
        (
            *("Time table", "# not a heading, *not* emphasis, C:\\new_folder", "From | To"),
            *("Genoa | Bastia | Nice", "Prices", "1. adult", "2. child", "# shell comment"),
        ),
        ("scripted", "unseen", "color", "```"),
    ),
    Row(
        "notes.md",
        "text/markdown",
        1,
        ("author: Rossi", "Install", "a # sign", "# not a heading", "Network", "port | use", "80 | a | b", "Last"),
        ("|------",),
    ),
    Row("people.csv", "text/csv", 1, ("nome | città | prezzo", "Rossi | Forlì; centro | 3,50", "Bianchi")),
    Row("people.tsv", "text/tab-separated-values", 1, ("name | city", "Rossi | Forlì")),
    Row("scan.png", "image/png", 1, CONTRACT_WORDS),
    Row("long_lines.png", "image/png", 1, LONG_LINES),
    Row("long_lines_upside_down.png", "image/png", 1, LONG_LINES),
    Row("sideways.png", "image/png", 1, CONTRACT_WORDS),
    Row("upside_down.jpg", "image/jpeg", 1, CONTRACT_WORDS),
    Row("skewed.webp", "image/webp", 1, CONTRACT_WORDS),
    Row("fax.tiff", "image/tiff", 2, ("The first page of the fax", "The second page of the fax")),
    Row("utf16.txt", "text/plain", 1, ("però: così è già",), ("\ufeff",)),
    Row("western.txt", "text/plain", 1, ("Você não está à toa, coração; perché no? 5 €",)),
    Row("japanese.txt", "text/plain", 1, ("これは日本語の文書です。",)),
    Row("polish.txt", "text/plain", 1, ("Zażółć gęślą jaźń",)),
    Row("really_a_pdf.txt", "application/pdf", 1, ("The only page of a file",)),
    Row(
        "sheet_without_suffix",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        3,
        ("Item | Price",),
    ),
)


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row.file)
def test_a_file_gives_its_text_in_order_and_nothing_else(extracted: Extracted, row: Row) -> None:
    extraction = extracted(row.file)
    text = "\n".join(map(page_text, extraction.pages))
    assert extraction.media_type == row.media_type
    assert len(extraction.pages) == row.pages
    assert not extraction.warnings
    position = 0
    for wanted in row.appear:
        found = text.find(wanted, position)
        assert found >= 0, f"{wanted!r} is not where it should be in {text!r}"
        position = found + len(wanted)
    assert [unwanted for unwanted in row.absent if unwanted in text] == []


def test_pdf_pages_are_numbered_as_in_the_file_and_say_where_their_text_came_from(extracted: Extracted) -> None:
    pages = extracted("tides.pdf").pages
    assert [page.number for page in pages] == [1, 2, 3, 4, 5]
    assert {page.kind for page in pages} == {PageKind.PAGE}
    assert [page.origin for page in pages] == [Origin.TEXT, Origin.TEXT, Origin.OCR, Origin.TEXT, Origin.TEXT]


def test_a_blank_pdf_page_has_no_blocks(extracted: Extracted) -> None:
    assert extracted("tides.pdf").pages[1].blocks == ()


def test_a_pdf_has_the_title_of_its_metadata(extracted: Extracted) -> None:
    assert extracted("tides.pdf").title == "Tide tables"


@pytest.mark.parametrize(
    ("file", "headings"),
    [
        ("manual.docx", [(1, "Operating manual"), (1, "Installation"), (2, "Network")]),
        ("ferry.html", [(1, "Time table"), (2, "Prices")]),
        ("notes.md", [(1, "Install"), (2, "Network"), (3, "Last")]),
        ("plan.pptx", [(1, "Harbour plan"), (1, "Figures")]),
    ],
)
def test_headings_keep_their_level_and_order(extracted: Extracted, file: str, headings: list[tuple[int, str]]) -> None:
    blocks = [block for page in extracted(file).pages for block in page.blocks]
    assert [(block.level, block.text) for block in blocks if block.role is BlockRole.HEADING] == headings


def test_sheets_are_named_and_hidden_ones_too(extracted: Extracted) -> None:
    pages = extracted("costs.xlsx").pages
    assert [(page.kind, page.number, page.label) for page in pages] == [
        (PageKind.SHEET, 1, "Costs"),
        (PageKind.SHEET, 2, "Secret (hidden)"),
        (PageKind.SHEET, 3, "Blank"),
    ]


def test_rows_of_sheets_keep_their_numbers_and_empty_ones_are_left_out(extracted: Extracted) -> None:
    costs, secret, blank = extracted("costs.xlsx").pages
    assert costs.blocks[0].rows == (1, 2, 4)
    assert secret.blocks[0].rows == (5,)
    assert blank.blocks == ()


def test_rows_of_csv_keep_their_numbers(extracted: Extracted) -> None:
    (block,) = extracted("people.csv").pages[0].blocks
    assert (block.role, block.rows) == (BlockRole.TABLE, (1, 2, 4))


def test_columns_of_prose_are_read_one_after_the_other_below_their_title(extracted: Extracted) -> None:
    text = page_text(extracted("columns.png").pages[0])
    order = ["harbour report", "left column sentence number 0", "left column sentence number 7"]
    order += ["right column sentence number 0", "right column sentence number 7"]
    found = [text.find(part) for part in order]
    assert -1 not in found
    assert found == sorted(found)


def test_pictures_are_of_ocr_origin(extracted: Extracted) -> None:
    assert {page.origin for page in extracted("fax.tiff").pages} == {Origin.OCR}


def page_text(page: ExtractedPage) -> str:
    return "\n".join(block.text for block in page.blocks)
