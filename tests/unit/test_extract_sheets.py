"""Workbooks as they are shown: formats, merged cells, hidden sheets, comments."""

import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment

from fixtures.formats import make_odf
from schedario.errors import LimitExceededError
from schedario.extract import kinds
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr_rapid import RapidOcr
from schedario.extract.ods import read_ods
from schedario.extract.sheet import read_sheets
from schedario.extract.source import Source
from schedario.records.extraction import Extraction

ODS_KIND = "spreadsheet"


def source(path: Path, kind: str, limits: ExtractionLimits | None = None) -> Source:
    limits, engine = limits or ExtractionLimits(), RapidOcr()
    return Source(path, kind, limits, lambda: None, engine, Pictures(limits, engine))


def xlsx(path: Path, workbook: Workbook) -> Extraction:
    workbook.save(path / "made.xlsx")
    return read_sheets(source(path / "made.xlsx", kinds.XLSX))


def ods(
    path: Path, rows: str, limits: ExtractionLimits | None = None, *, around: str = "", style: str = ""
) -> Extraction:
    named = f' table:style-name="{style}"' if style else ""
    sheet = f'<table:table table:name="Costi"{named}>{rows}</table:table>'
    make_odf(path / "made.ods", ODS_KIND, f"{around}<office:spreadsheet>{sheet}</office:spreadsheet>")
    return read_ods(source(path / "made.ods", kinds.ODS, limits))


def lines(extraction: Extraction, page: int = 0) -> list[tuple[int, str]]:
    (block,) = extraction.pages[page].blocks
    return list(zip(block.rows, block.text.split("\n"), strict=True))


def test_numbers_are_written_as_their_cells_show_them(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    formats = ["0.0%", "#,##0.00", "#,##0.00\\ [$€-407]", "00000", "0.00E+00", "# ?/?", "General", "dd/mm/yyyy"]
    for column, code in enumerate(formats, 2):
        sheet.cell(3, column, 12.5).number_format = code
    sheet.cell(4, 2, "12").number_format = "0.00"
    sheet.cell(5, 2, 7).number_format = ";;;"
    assert lines(xlsx(tmp_path, workbook)) == [
        (3, "1250.0% | 12.50 | 12,50 € | 00013 | 1.25E+01 | 12 1/2 | 12.5 | 1900-01-12 12:00:00"),
        (4, "12"),
        (5, "7"),
    ]


def test_a_label_that_is_merged_downwards_stands_in_each_row_that_holds_something(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    for row in (["Zone", "Molo", "Navi"], ["Nord", "A", 1], ["", "B", 2], ["", "", ""], ["Sud", "C", 3]):
        sheet.append([value or None for value in row])
    sheet.merge_cells("A2:A4")
    sheet.merge_cells("B1:C1")
    assert lines(xlsx(tmp_path, workbook)) == [
        (1, "Zone | Molo"),
        (2, "Nord | A | 1"),
        (3, "Nord | B | 2"),
        (5, "Sud | C | 3"),
    ]


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_hidden_sheet_is_named_as_hidden(tmp_path: Path, state: str) -> None:
    workbook = Workbook()
    workbook.active.append(["seen"])
    hidden = workbook.create_sheet("Old")
    hidden.append(["unseen"])
    hidden.sheet_state = state
    assert [page.label for page in xlsx(tmp_path, workbook).pages] == ["Sheet", "Old (hidden)"]


def test_a_comment_stands_below_the_row_of_its_cell(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet["A1"], sheet["B1"], sheet["A2"] = "Pump", 3, "Hose"
    sheet["B1"].comment = Comment("Too\nmany?", "Anna")
    sheet["C9"].comment = Comment("nothing here", "Bruno")
    assert lines(xlsx(tmp_path, workbook)) == [
        (1, "Pump | 3"),
        (1, "Comment (Anna) on B1: Too many?"),
        (2, "Hose"),
        (9, "Comment (Bruno) on C9: nothing here"),
    ]


def test_comments_in_threads_are_read_and_their_stand_in_is_not(tmp_path: Path) -> None:
    workbook = Workbook()
    workbook.active["A1"] = "Pump"
    workbook.active["A1"].comment = Comment("[Threaded comment] Your version of Excel", "tc={1}")
    workbook.save(tmp_path / "plain.xlsx")
    relations = "http://schemas.microsoft.com/office/2017/10/relationships"
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as old, zipfile.ZipFile(tmp_path / "made.xlsx", "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            for part, kind, target in (("sheet1", "threadedComment", "../t.xml"), ("workbook", "person", "p.xml")):
                if name.endswith(f"{part}.xml.rels"):
                    added = f'<Relationship Id="x{kind}" Type="{relations}/{kind}" Target="{target}"/></Relationships>'
                    text = text.replace("</Relationships>", added)
            new.writestr(name, text)
        new.writestr(
            "xl/t.xml", '<T><threadedComment ref="A1" personId="7"><text>How many?</text></threadedComment></T>'
        )
        new.writestr("xl/p.xml", '<L><person displayName="Carla" id="7"/></L>')
    assert lines(read_sheets(source(tmp_path / "made.xlsx", kinds.XLSX))) == [
        (1, "Pump"),
        (1, "Comment (Carla) on A1: How many?"),
    ]


def cell(content: str, attributes: str = "") -> str:
    return f"<table:table-cell {attributes}>{content}</table:table-cell>"


def row(*cells: str, attributes: str = "") -> str:
    return f"<table:table-row {attributes}>{''.join(cells)}</table:table-row>"


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def test_ods_cells_are_written_as_shown_and_dates_in_iso_form(tmp_path: Path) -> None:
    cells = [
        cell(p("12,5 %"), 'office:value-type="percentage" office:value="0.125"'),
        cell(p("09.03.26"), 'office:value-type="date" office:date-value="2026-03-09"'),
        cell(p("x"), 'office:date-value="2026-03-09T14:05:00.000"'),
        cell(p("two") + p("lines<text:s/>here")),
        cell("", 'office:value-type="float" office:value="4"'),
    ]
    assert lines(ods(tmp_path, row(*cells))) == [(1, "12,5 % | 2026-03-09 | 2026-03-09 14:05:00 | two lines here | 4")]


def test_ods_repeats_what_is_repeated_and_leaves_out_what_is_empty(tmp_path: Path) -> None:
    rows = (
        row(cell(""), attributes='table:number-rows-repeated="3"')
        + row(cell("", 'table:number-columns-repeated="2"'), cell(p("a"), 'table:number-columns-repeated="2"'))
        + row(cell(""), cell("", 'table:number-columns-repeated="16000"'), attributes='table:number-rows-repeated="9"')
        + row(cell(""), cell(p("b")), cell(""), cell(p("c")), attributes='table:number-rows-repeated="2"')
    )
    assert lines(ods(tmp_path, rows)) == [(4, " | a | a"), (14, "b |  | c"), (15, "b |  | c")]


def test_ods_repetition_is_bounded(tmp_path: Path) -> None:
    rows = row(cell(p("a"), 'table:number-columns-repeated="100"'), attributes='table:number-rows-repeated="100"')
    assert len(lines(ods(tmp_path, rows, ExtractionLimits(cells=10_000)))) == 100
    with pytest.raises(LimitExceededError, match="cells=9999"):
        ods(tmp_path, rows, ExtractionLimits(cells=9999))
    with pytest.raises(LimitExceededError):
        ods(tmp_path, row(cell("", 'table:number-columns-repeated="99999999"'), cell(p("a"))))


def test_ods_keeps_merged_labels_comments_and_hidden_sheets(tmp_path: Path) -> None:
    author = "<dc:creator>Anna</dc:creator><dc:date>2026</dc:date>"
    comment = f"<office:annotation>{author}<text:p>Davvero?</text:p></office:annotation>"
    rows = (
        row(cell(p("Nord"), 'table:number-rows-spanned="2"'), cell(comment + p("A")))
        + row("<table:covered-table-cell/>", cell(p("B")))
        + row(cell(""), cell(p("C")))
    )
    style = '<style:style style:name="t1"><style:table-properties table:display="false"/></style:style>'
    read = ods(tmp_path, rows, around=style, style="t1")
    assert lines(read) == [(1, "Nord | A"), (1, "Comment (Anna) on B1: Davvero?"), (2, "Nord | B"), (3, " | C")]
    assert read.pages[0].label == "Costi (hidden)"


def test_a_broken_ods_gives_what_stands_before_the_break(tmp_path: Path) -> None:
    read = ods(tmp_path, row(cell(p("a"))) + "<broken")
    assert lines(read) == [(1, "a")]
    assert "broken" in read.warnings[0]
