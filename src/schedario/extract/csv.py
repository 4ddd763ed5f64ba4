"""Reads CSV and TSV: encoding and dialect are found from the content."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from schedario.extract import kinds
from schedario.extract.blocks import body, numbered_table
from schedario.extract.encoding import decode
from schedario.extract.source import Source
from schedario.records.extraction import Extraction

_Quoting = Literal[0, 3]
"""Quotation marks may enclose fields, or are characters like any other: ``csv.QUOTE_MINIMAL``, ``csv.QUOTE_NONE``."""

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_SAMPLE_CHARACTERS = 256 * 1024
# The library's own limit of 128 KiB a field refuses honest files; the file's size bounds a field.
_FIELD_CHARACTERS = 1 << 30


def read_csv(source: Source) -> Extraction:
    """Read a table of text; rows are numbered as records, which is what a spreadsheet program shows."""
    csv.field_size_limit(_FIELD_CHARACTERS)
    text = decode(source.path.read_bytes()).text
    delimiter = "\t" if source.media_type == kinds.TSV else _delimiter(text)
    quoting, warnings = _quoting(text, delimiter)
    try:
        found = numbered_table(_rows(source, text, delimiter, quoting))
    except csv.Error as error:
        raise source.damaged(f"the table cannot be read ({error})") from error
    return Extraction(source.media_type, "", body([found] if found else []), warnings)


def _quoting(text: str, delimiter: str) -> tuple[_Quoting, tuple[str, ...]]:
    """Say whether quotation marks enclose fields; one that is never closed would swallow all rows below it."""
    if text.count('"') % 2 == 0:
        return csv.QUOTE_MINIMAL, ()
    try:
        for _ in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True):
            pass
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            return csv.QUOTE_NONE, ("a quotation mark is never closed, so each line was read as a row",)
    return csv.QUOTE_MINIMAL, ()


def _rows(source: Source, text: str, delimiter: str, quoting: _Quoting) -> Iterator[tuple[int, Sequence[str]]]:
    cells = 0
    for number, row in enumerate(_records(text, delimiter, quoting), 1):
        cells += len(row)
        if cells > source.limits.cells:
            raise source.beyond("cells", source.limits.cells, f"{cells:,} by row {number:,}")
        if number % 10_000 == 0:
            source.progress()
        yield number, row


def _records(text: str, delimiter: str, quoting: _Quoting = csv.QUOTE_MINIMAL) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting)


def _delimiter(text: str) -> str:
    """Return the delimiter that cuts the most rows into the same number of fields, more than one."""
    return max(_DELIMITERS, key=lambda delimiter: _agreement(text[:_SAMPLE_CHARACTERS], delimiter))


def _agreement(sample: str, delimiter: str) -> tuple[float, int]:
    widths = [len(row) for row in islice(_records(sample, delimiter), _SAMPLE_ROWS) if row]
    if len(sample) == _SAMPLE_CHARACTERS:
        # The last record is cut by the sample's end.
        widths = widths[:-1] or widths
    wide = [width for width in widths if width > 1]
    if not wide:
        return (0.0, 0)
    usual = max(set(wide), key=wide.count)
    return (wide.count(usual) / len(widths), usual)
