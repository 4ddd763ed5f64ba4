"""PDF pages whose file says things in another order than a person reads them, or on their side."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from fixtures import pdfs
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import BlockRole, ExtractedPage, Extraction, Origin

FORM = (
    ("Garage Aurora", ""),
    ("Customer", "Giulia Bianchi"),
    ("Vehicle", "Panda 1.2"),
    ("Policy", "POL-2031"),
    ("Labour", "150,00"),
    ("Paint", "225,50"),
    ("Parts", "2.100,00"),
    ("Total", "2.475,50"),
)


def make_form(path: Path) -> None:
    """Draw a form from its last line to its first, and each line from its right end."""
    canvas = Canvas(str(path), pagesize=A4)
    for number, (name, value) in reversed(list(enumerate(FORM))):
        if value:
            canvas.drawString(320, 740 - 24 * number, value)
        canvas.drawString(72, 740 - 24 * number, name)
    canvas.save()


def make_columns(path: Path) -> None:
    """Draw the right one of two columns of prose first, and the footer before both."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setFont("Helvetica", 9)
    canvas.drawString(280, 30, "page foot")
    for left, name in ((310, "right"), (50, "left")):
        for number in range(20):
            canvas.drawString(left, 740 - 14 * number, f"the {name} column goes on with its sentence {number}")
    canvas.save()


def make_frame(path: Path) -> None:
    """Draw a frame of two fields, one of which holds lines with columns of their own."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.grid([60, 400, 520], [500, 700, 760])
    canvas.drawString(70, 720, "Items")
    canvas.drawString(410, 720, "Stamp")
    for number, (name, hours, cost) in enumerate((("Body", "2", "300"), ("Paint", "3", "225"), ("Wash", "1", "60"))):
        for left, text in ((70, name), (200, hours), (330, cost)):
            canvas.drawString(left, 680 - 30 * number, text)
    canvas.drawString(70, 590, "Sum")
    canvas.drawString(330, 590, "585")
    canvas.save()


def make_light_table(path: Path) -> None:
    """Draw a table that has rules around its head and its body, and none between the rows."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.grid([60, 200, 340, 480], [600, 680, 700])
    for row, y in enumerate((685, 660, 635, 610)):
        for column, x in enumerate((70, 210, 350)):
            canvas.drawString(x, y, f"cell {row}{'abc'[column]}")
    canvas.save()


def make_sideways(path: Path) -> None:
    """Store a page with a table on its side, to be turned when it is shown."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.setPageRotation(90)
    canvas.translate(A4[0], 0)
    canvas.rotate(90)
    canvas.drawString(60, 540, "The table of this page lies on its side.")
    canvas.grid([60, 200, 340], [440, 470, 500])
    for text, x, y in (("Port", 70, 480), ("Boats", 210, 480), ("Genoa", 70, 450), ("41", 210, 450)):
        canvas.drawString(x, y, text)
    canvas.save()


def make_transcript(path: Path) -> None:
    """Number 25 lines in a column that is drawn before them; below stands a list of two numbers that stays."""
    canvas = Canvas(str(path), pagesize=A4)
    for number in range(25):
        canvas.drawString(40, 780 - 24 * number, str(number + 1))
    for number in range(25):
        canvas.drawString(80, 780 - 24 * number, f"the witness says sentence {'abcdefghijklmnopqrstuvwxyz'[number]}")
    for y, text in ((140, "7"), (120, "8")):
        canvas.drawString(80, y, text)
    canvas.save()


def make_blank(path: Path) -> None:
    """Make a page of text and a blank one of a size that is no whole number of points."""
    canvas = Canvas(str(path), pagesize=(300.3, 400.7))
    canvas.drawString(40, 300, "The next page is left blank.")
    canvas.showPage()
    canvas.showPage()
    canvas.save()


def make_short_note(path: Path) -> None:
    """Put a note that is drawn on the page over a page of one word."""
    canvas = Canvas(str(path), pagesize=A4)
    canvas.drawString(72, 760, "Appendix")
    canvas.freeTextAnnotation("call back on Monday", DA="/Helv 12 Tf 0 g", Rect=(72, 600, 300, 640))
    canvas.save()


MAKERS: dict[str, Callable[[Path], None]] = {
    "form": make_form,
    "columns": make_columns,
    "frame": make_frame,
    "light": make_light_table,
    "sideways": make_sideways,
    "transcript": make_transcript,
    "blank": make_blank,
    "note": make_short_note,
    "tables": pdfs.make_tables,
}


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Extraction]]:
    folder = tmp_path_factory.mktemp("order")
    extractor = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))

    def read_made(name: str) -> Extraction:
        MAKERS[name](folder / f"{name}.pdf")
        return extractor.extract(folder / f"{name}.pdf")

    yield read_made
    extractor.close()


Read = Callable[[str], Extraction]


def lines_of(page: ExtractedPage) -> list[str]:
    text = "\n".join(block.text for block in page.blocks)
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def test_a_form_that_is_drawn_in_any_order_is_read_from_its_top_row_by_row(read: Read) -> None:
    assert lines_of(read("form").pages[0]) == [f"{name} {value}".strip() for name, value in FORM]


def test_columns_of_prose_keep_the_order_in_which_the_file_has_them(read: Read) -> None:
    lines = lines_of(read("columns").pages[0])
    assert lines[:2] == ["page foot", "the right column goes on with its sentence 0"]
    assert lines[21] == "the left column goes on with its sentence 0"


def test_a_frame_around_lines_with_columns_of_their_own_is_no_cell_of_a_table(read: Read) -> None:
    lines = lines_of(read("frame").pages[0])
    assert lines[0].replace(" | ", " ") == "Items Stamp"
    assert lines[1:4] == ["Body | 2 | 300", "Paint | 3 | 225", "Wash | 1 | 60"]
    assert [word for word in lines[4].split() if word != "|"] == ["Sum", "585"]


def test_rows_without_a_rule_between_them_are_rows_when_every_cell_has_as_many_lines(read: Read) -> None:
    (block,) = read("light").pages[0].blocks
    assert block.text.split("\n")[1:] == [f"cell {row}a | cell {row}b | cell {row}c" for row in (1, 2, 3)]


def test_a_table_on_a_page_that_is_stored_on_its_side_is_a_table(read: Read) -> None:
    page = read("sideways").pages[0]
    assert [(block.role, block.text) for block in page.blocks] == [
        (BlockRole.TEXT, "The table of this page lies on its side."),
        (BlockRole.TABLE, "Port | Boats\nGenoa | 41"),
    ]


def test_the_numbers_of_lines_are_no_text(read: Read) -> None:
    lines = lines_of(read("transcript").pages[0])
    assert lines[0] == "the witness says sentence a"
    assert lines[24:] == ["the witness says sentence y", "7", "8"]


def test_a_blank_page_of_any_size_is_blank_and_not_unread(read: Read) -> None:
    blank = read("blank").pages[1]
    assert (blank.origin, blank.blocks) == (Origin.TEXT, ())


def test_a_note_that_is_drawn_on_a_page_of_little_text_is_said_once(read: Read) -> None:
    page = read("note").pages[0]
    assert (page.origin, lines_of(page)) == (Origin.TEXT, ["Appendix", "Note: call back on Monday"])
