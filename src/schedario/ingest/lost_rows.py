"""Counts the rows of sheets and CSV files that a reader gave against those in the normalised text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from schedario.records.document import DocumentText, Page, RowMark
from schedario.records.extraction import BlockRole, Extraction
from schedario.records.locator import locator


def lost_rows(extraction: Extraction, document: DocumentText) -> Iterator[str]:
    """Yield a warning for each page whose text has fewer rows than were read."""
    for page, text_page in zip(extraction.pages, document.pages, strict=True):
        read = sum(len(block.rows) for block in page.blocks if block.role is BlockRole.TABLE)
        kept = sum(1 for mark in _marks(document, text_page) if _is_row(document, text_page, mark))
        if kept < read:
            place = locator(page.kind, page.number, page.label) or "the table"
            yield f"{read - kept} of {read} rows of {place} were lost"


def _marks(document: DocumentText, page: Page) -> tuple[RowMark, ...]:
    first = bisect_left(document.rows, page.start, key=lambda mark: mark.offset)
    last = bisect_left(document.rows, page.end, key=lambda mark: mark.offset)
    return document.rows[first:last]


def _is_row(document: DocumentText, page: Page, mark: RowMark) -> bool:
    """Tell whether a mark stands at the start of a line of a table; pictures on a sheet have rows too."""
    table = bisect_right(document.tables, mark.offset, key=lambda table: table.start) - 1
    if table < 0 or document.tables[table].end <= mark.offset:
        return False
    return document.text[mark.offset] != "\n" and (mark.offset == page.start or document.text[mark.offset - 1] == "\n")
