"""Values and rows of sheets and CSV files."""

import datetime
from pathlib import Path

import pytest

from schedario.errors import FileDamagedError, LimitExceededError
from schedario.extract import kinds
from schedario.extract.csv import read_csv
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr_rapid import RapidOcr
from schedario.extract.sheet import shown
from schedario.extract.source import Source


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", ""),
        ("text", "text"),
        (3.0, "3"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (1234567890123.0, "1234567890123"),
        (1e22, "1e+22"),
        (True, "TRUE"),
        (False, "FALSE"),
        (datetime.date(2026, 3, 9), "2026-03-09"),
        (datetime.datetime(2026, 3, 9), "2026-03-09"),
        (datetime.datetime(2026, 3, 9, 14, 5), "2026-03-09 14:05:00"),
        (datetime.time(7, 30), "07:30:00"),
        (datetime.timedelta(hours=30, minutes=5), "30:05:00"),
        (datetime.timedelta(hours=-1), "-1:00:00"),
    ],
)
def test_a_value_is_written_as_a_sheet_shows_it(value: float | str | datetime.date, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("a,b\n1,2\n", ["a | b", "1 | 2"]),
        ("a;b\n1,5;2,5\n", ["a | b", "1,5 | 2,5"]),
        ("a\tb\nx, y\tz\n", ["a | b", "x, y | z"]),
        ("a|b\n1|2\n", ["a | b", "1 | 2"]),
        ('a,b\n"two\nlines",2\n', ["a | b", "two lines | 2"]),
        ("a,b,c\n1,,\n,,3\n", ["a | b | c", "1", " |  | 3"]),
        ("a,b\n1,2,3\n", ["a | b", "1 | 2 | 3"]),
        ("one column\nof words\n", ["one column", "of words"]),
        ('a,b\n"never closed,2\n3,4\n', ["a | b", '"never closed | 2', "3 | 4"]),
        ('a,b\n5" pipe,2\n3,4\n', ["a | b", '5" pipe | 2', "3 | 4"]),
    ],
)
def test_the_dialect_is_found_from_the_content(tmp_path: Path, content: str, lines: list[str]) -> None:
    (block,) = read_csv(source(tmp_path, content)).pages[0].blocks
    assert block.text.split("\n") == lines


def test_a_quotation_mark_that_is_never_closed_swallows_no_rows_and_is_told(tmp_path: Path) -> None:
    read = read_csv(source(tmp_path, 'a,b\n"open,1\n' + "x,2\n" * 50))
    assert len(read.pages[0].blocks[0].rows) == 52
    assert read.warnings == ("a quotation mark is never closed, so each line was read as a row",)


def test_a_field_longer_than_the_librarys_own_limit_is_read(tmp_path: Path) -> None:
    (block,) = read_csv(source(tmp_path, "a,b\n" + "x" * 300_000 + ",1\n")).pages[0].blocks
    assert len(block.text) > 300_000


def test_too_many_cells_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(LimitExceededError, match="max_cells=5"):
        read_csv(source(tmp_path, "1,2,3\n4,5,6\n", ExtractionLimits(cells=5)))


def test_a_broken_table_is_damaged(tmp_path: Path) -> None:
    made = source(tmp_path, "a,b\n1,2\n")
    assert isinstance(made.damaged("x"), FileDamagedError)


def source(folder: Path, content: str, limits: ExtractionLimits | None = None) -> Source:
    path = folder / "table.csv"
    path.write_text(content, newline="")
    limits, engine = limits or ExtractionLimits(), RapidOcr()
    return Source(path, kinds.CSV, limits, lambda: None, engine, Pictures(limits, engine))
