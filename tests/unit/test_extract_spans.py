"""Tables of documents whose cells reach over rows and columns."""

import pytest

from schedario.extract.html_blocks import read_html_text
from schedario.extract.spans import SpannedCell, laid_out


def cells(*texts: str) -> list[SpannedCell]:
    return [SpannedCell(text) for text in texts]


def test_a_label_over_rows_stands_in_each_and_one_over_columns_in_the_first() -> None:
    rows = [
        [SpannedCell("Zone", rows=2), SpannedCell("Boats", columns=2), SpannedCell("Note", rows=2)],
        cells("in", "out"),
        [SpannedCell("North", rows=0), *cells("1", "2", "calm")],
        cells("3", "4"),
    ]
    assert list(laid_out(rows)) == [
        ["Zone", "Boats", "", "Note"],
        ["Zone", "in", "out", "Note"],
        ["North", "1", "2", "calm"],
        ["North", "3", "4"],
    ]


def test_a_row_that_holds_nothing_of_its_own_stays_empty() -> None:
    assert list(laid_out([[SpannedCell("A", rows=3), *cells("1")], cells(""), cells("2")])) == [
        ["A", "1"],
        ["", ""],
        ["A", "2"],
    ]


def test_a_cell_over_rows_and_columns_keeps_both() -> None:
    rows = [[SpannedCell("A", rows=2, columns=2), *cells("1")], cells("2"), cells("3", "4", "5")]
    assert list(laid_out(rows)) == [["A", "", "1"], ["A", "", "2"], ["3", "4", "5"]]


def test_a_cell_cannot_claim_columns_without_end() -> None:
    rows = [[SpannedCell("A", columns=10**9), *cells("b")]]
    assert len(next(laid_out(rows))) == 101


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<tr><td rowspan=2>A<td>1<tr><td>2", ["A | 1", "A | 2"]),
        ("<tr><td colspan=2>A<td>1<tr><td>2<td>3<td>4", ["A |  | 1", "2 | 3 | 4"]),
        ("<tr><td rowspan='x'>A<td colspan=-3>1<tr><td>2", ["A | 1", "2"]),
    ],
)
def test_html_tables_are_laid_out(html: str, lines: list[str]) -> None:
    (block,) = read_html_text(f"<table>{html}</table>").blocks
    assert block.text.split("\n") == lines
