"""What PDF files hold beside plain text: outline, labels, tables, forms, notes, headers, scans under a stamp."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import reportlab
from PIL import Image, ImageDraw, ImageFont

from fixtures import pdfs
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import BlockRole, ExtractedPage, Extraction, Origin, PageKind

SCANNED = ("The harbour office", "confirms the receipt", "of all the papers", "for the sailing boat", "named Aurora.")


def picture(lines: tuple[str, ...], size: int) -> Image.Image:
    font = ImageFont.truetype(str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"), size)
    made = Image.new("RGB", (24 * size, 2 * size * len(lines)), "white")
    for number, line in enumerate(lines):
        ImageDraw.Draw(made).text((size, 2 * size * number + size // 2), line, fill="black", font=font)
    return made


MAKERS: dict[str, Callable[[Path], None]] = {
    "book": pdfs.make_book,
    "tables": pdfs.make_tables,
    "form": pdfs.make_form,
    "stamped": lambda path: pdfs.make_scan_under_header(path, picture((*SCANNED, *("",) * 8), 60)),
    "drawn": lambda path: pdfs.make_drawn(path, picture(SCANNED[:2], 20)),
}


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Extraction]]:
    folder = tmp_path_factory.mktemp("pdf")
    extractor = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    known: dict[str, Extraction] = {}

    def read_once(name: str) -> Extraction:
        if name not in known:
            MAKERS[name](folder / f"{name}.pdf")
            known[name] = extractor.extract(folder / f"{name}.pdf")
        return known[name]

    yield read_once
    extractor.close()


Read = Callable[[str], Extraction]


def text_of(page: ExtractedPage) -> str:
    return "\n".join(block.text for block in page.blocks)


def test_the_outline_gives_headings_at_the_lines_that_say_them(read: Read) -> None:
    page = read("book").pages[2]
    headings = [(block.level, block.text) for block in page.blocks if block.role is BlockRole.HEADING]
    assert headings == [(1, "1 Chapter of part A"), (2, "Care of the boiler")]
    assert text_of(page).count("Care of the") == 1
    after = page.blocks[[block.text for block in page.blocks].index("Care of the boiler") + 1]
    assert after.text.startswith("It is cleaned once a year.")


def test_pages_keep_the_numbers_that_are_printed_on_them_where_these_differ(read: Read) -> None:
    pages = read("book").pages
    assert [(page.number, page.label) for page in pages[:4]] == [(1, "i"), (2, "ii"), (3, "1"), (4, "2")]
    assert [page.label for page in read("tables").pages] == [""]


def test_headers_and_footers_stand_once_and_sums_at_the_foot_stay(read: Read) -> None:
    pages = read("book").pages
    assert [number for number, page in enumerate(pages, 1) if "Handbook of the house" in text_of(page)] == [1]
    assert all("Sum carried over:" in text_of(page) for page in pages)
    last = text_of(pages[-1]).split("\n")
    assert "6" not in last


def test_ruled_tables_stand_in_place_of_the_text_they_hold(read: Read) -> None:
    blocks = read("tables").pages[0].blocks
    assert [(block.role, block.text.split("\n")[0]) for block in blocks] == [
        (BlockRole.TEXT, "Before the tables stands this sentence."),
        (BlockRole.TABLE, "Part | Price | Note"),
        (BlockRole.TEXT, "Between the tables stands another one."),
        (BlockRole.TABLE, "Port | Use"),
        (BlockRole.TABLE, "Town | Rain | Wind"),
        (BlockRole.TEXT, pdfs.PROSE[0]),
    ]
    assert blocks[1].text == "Part | Price | Note\nPump | 3,50\nHose | 0,40 | by the metre"
    assert text_of(read("tables").pages[0]).count("3,50") == 1


def test_a_table_that_is_open_at_its_sides_keeps_its_outer_columns(read: Read) -> None:
    assert read("tables").pages[0].blocks[3].text == "Port | Use\n8443 | administration\n5432 | database"


def test_a_row_of_figures_on_several_lines_becomes_a_row_a_line(read: Read) -> None:
    assert read("tables").pages[0].blocks[4].text == "Town | Rain | Wind\nGenoa | 12 | 7\nTurin | 9 | 3"


def test_a_frame_around_prose_is_no_table(read: Read) -> None:
    last = read("tables").pages[0].blocks[-1]
    assert last.text == "\n".join((*pdfs.PROSE, "After the tables the text goes on."))


def test_form_values_and_notes_are_labelled_lines(read: Read) -> None:
    lines = read("form").pages[0].blocks[-1].text.split("\n")
    assert lines == [
        "Name of the owner: Giulia Bianchi",
        "boat: Aurora",
        "Insured: Yes",
        "Note: call back on Monday",
        "Note: received by post",
    ]


def test_attached_files_are_members_and_no_part_of_the_text(read: Read) -> None:
    extraction = read("form")
    assert [(member.key, member.name, member.size_bytes) for member in extraction.members] == [
        ("0", "crew.txt", 28),
        ("1", "photo.bin", 256),
    ]
    assert [page.kind for page in extraction.pages] == [PageKind.PAGE]
    assert extraction.warnings == ()


def test_a_scan_below_a_stamped_line_is_read_by_ocr(read: Read) -> None:
    page = read("stamped").pages[0]
    assert page.origin is Origin.OCR
    assert [word for word in ("Received on 3 March 2026", *SCANNED) if word not in text_of(page)] == []


def test_letters_drawn_as_shapes_are_read_by_ocr(read: Read) -> None:
    page = read("drawn").pages[0]
    assert (page.origin, text_of(page)) == (Origin.OCR, "\n".join(SCANNED[:2]))
