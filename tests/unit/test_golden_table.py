"""The golden table's own checks: each kind of difference is seen, and none where there is none."""

from pathlib import Path

import pytest
from benchmarks.golden_check import character_errors, differences, out_of_order
from benchmarks.golden_rows import GoldenRow, load_rows

from schedario.ingest.normalise import normalise
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind

ROWS = Path(__file__).resolve().parents[2] / "benchmarks" / "golden"
RIGHT = GoldenRow(
    "folder/letter.pdf",
    media_type="application/pdf",
    title="Letter",
    pages=2,
    origins=("text", "ocr"),
    blank=(2,),
    in_order=("First line", "second"),
    anywhere=("second",),
    once=("First",),
    absent=("third",),
    on_page={1: ("First", "line second")},
    headings=("First line",),
    warnings=("page 2",),
)
READ = Extraction(
    "application/pdf",
    "Letter",
    (
        ExtractedPage(
            PageKind.PAGE, 1, "", Origin.TEXT, (Block("First line", BlockRole.HEADING, 1), Block("second\nline"))
        ),
        ExtractedPage(PageKind.PAGE, 2, "", Origin.OCR, ()),
    ),
    ("page 2 is torn",),
)


def said(**wrong: object) -> list[str]:
    row = GoldenRow(**{**vars(RIGHT), **wrong})
    return list(differences(row, READ, normalise(READ)))


def test_a_row_that_is_met_has_no_differences() -> None:
    assert said() == []


@pytest.mark.parametrize(
    ("key", "value", "part"),
    [
        ("media_type", "text/plain", "application/pdf instead of text/plain"),
        ("title", "Bill", "'Letter' instead of 'Bill'"),
        ("pages", 3, "2 pages instead of 3"),
        ("origins", "text", "text ocr instead of text text"),
        ("blank", (1,), "page 1 is not blank"),
        ("blank", (7,), "page 7 is not blank"),
        ("in_order", ("second", "First line"), "phrase 2 'First line' is not after 'second'"),
        ("anywhere", ("fourth",), "'fourth' is missing"),
        ("once", ("line",), "'line' appears 2 times"),
        ("absent", ("second line",), "'second line' must not appear"),
        ("on_page", {2: ("second",)}, "page 2: phrase 1 'second' is missing"),
        ("headings", ("second",), "heading 'second' is missing"),
        ("warnings", ("page 3",), "no warning says 'page 3'"),
    ],
)
def test_each_kind_of_difference_is_said(key: str, value: object, part: str) -> None:
    (difference,) = said(**{key: value})
    assert part in difference


def test_a_phrase_counts_only_after_the_one_before_it() -> None:
    assert list(out_of_order(("a", "b", "a"), "a b a")) == []
    assert list(out_of_order(("a", "b", "a"), "a b")) == ["phrase 3 'a' is not after 'b'"]


def test_errors_of_a_scan_are_its_edit_distance() -> None:
    assert character_errors("perche no", "perché no") == pytest.approx(1 / 9)
    assert character_errors("", "abc") == 1
    row = GoldenRow("scan.png", media_type="application/pdf", pages=2, origins=("text", "ocr"), most_errors=0.2)
    lost = list(differences(row, READ, normalise(READ), "First line second linè"))
    assert lost == ["accented words are wrong: linè"]


def test_the_rows_of_the_repository_can_be_read_and_name_their_files_once() -> None:
    rows = list(load_rows(ROWS))
    assert len(rows) > 140
    assert all(row.sha256 for row in rows)


def test_a_row_with_an_unknown_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "rows.toml").write_text('[[file]]\nname = "a/b.txt"\nphrases = ["x"]\n')
    with pytest.raises(ValueError, match="phrases"):
        list(load_rows(tmp_path))
