"""The check that every row that was read is in the text."""

from dataclasses import replace

from schedario.ingest.lost_rows import lost_rows
from schedario.ingest.normalise import normalise
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind

TABLE = Block("a | b\nc\nd", BlockRole.TABLE, rows=(1, 2, 9))


def sheets(*tables: Block) -> Extraction:
    pages = [
        ExtractedPage(PageKind.SHEET, number, f"S{number}", Origin.TEXT, (table,))
        for number, table in enumerate(tables, 1)
    ]
    return Extraction("x", "", tuple(pages))


def test_nothing_is_said_when_every_row_is_there() -> None:
    read = sheets(TABLE, TABLE)
    assert list(lost_rows(read, normalise(read))) == []


def test_a_row_of_which_nothing_is_left_is_counted() -> None:
    read = sheets(TABLE, replace(TABLE, text="a\n\x00\nd"))
    assert list(lost_rows(read, normalise(read))) == ["1 of 3 rows of sheet S2 were lost"]


def test_rows_that_ran_together_are_counted() -> None:
    read = sheets(TABLE)
    whole = normalise(read)
    assert list(lost_rows(read, replace(whole, text=whole.text.replace("\n", " ")))) == [
        "2 of 3 rows of sheet S1 were lost"
    ]
    assert list(lost_rows(read, replace(whole, rows=whole.rows[:1]))) == ["2 of 3 rows of sheet S1 were lost"]
