"""Read a composed source: a few Markdown marks, one block a line, enough for the documents of the example archive."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from pathlib import Path

FOLDER = Path(__file__).parent / "composed"


class Mark(StrEnum):
    """How a line of a source begins."""

    SUBSUBHEADING = "### "
    SUBHEADING = "## "
    TITLE = "# "
    BULLET = "- "
    NOTE = "> "
    PAGE_BREAK = "---page---"
    TABLE = "|"
    PARAGRAPH = ""


@dataclass(frozen=True, slots=True)
class Block:
    """One heading, paragraph, bullet, note, table or page break.

    Attributes:
        mark: What it is.
        text: Without its mark; empty for a table.
        rows: The cells of a table, the header first; else empty.
    """

    mark: Mark
    text: str
    rows: tuple[tuple[str, ...], ...] = ()


def read_blocks(name: str) -> list[Block]:
    """Read a source by its file name; adjoining table lines become one table."""
    lines = [line for line in (FOLDER / name).read_text(encoding="utf-8").splitlines() if line]
    return [block for mark, run in groupby(lines, key=_mark_of) for block in _blocks_of_run(mark, list(run))]


def read_rows(name: str) -> list[list[str]]:
    """Read a table that is kept as a file of values separated by semicolons, the header first."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter=";"))


def _mark_of(line: str) -> Mark:
    # The empty mark of a paragraph stands last, so the first that fits is the right one.
    return next(mark for mark in Mark if line.startswith(mark))


def _blocks_of_run(mark: Mark, lines: list[str]) -> Iterator[Block]:
    if mark is Mark.TABLE:
        yield Block(mark, "", tuple(tuple(line.removeprefix("|").split("|")) for line in lines))
        return
    for line in lines:
        yield Block(mark, line.removeprefix(mark))
