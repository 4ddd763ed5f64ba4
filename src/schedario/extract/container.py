"""Looks at a zip container before any library opens it: bombs, entities and sheets of impossible size are refused."""

import re
import zipfile
from collections.abc import Iterator

from schedario.broken_zip import BROKEN_ZIP
from schedario.extract import kinds
from schedario.extract.limits import megabytes
from schedario.extract.source import Source
from schedario.extract.unpacking import pieces

_OVERLAP_BYTES = 1 << 10
# Drawings and bitmaps of a few megabytes shrink as much as bombs do, and harm nobody.
_RATIO_FROM_BYTES = 8 << 20
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.I)
_ENTITY = re.compile(rb"<!ENTITY", re.I)
# One that stands for its own text, or for parts of the declarations, and not for another file.
_OWN_ENTITY = re.compile(rb"<!ENTITY(?!\s+[^\s%&;\"'<>]+\s+(?:SYSTEM|PUBLIC)\s)")
_XML_SUFFIXES = (".xml", ".rels", ".vml", ".opf")
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.I)
# A cell that holds something; a formatted but empty one takes no room.
_CELL = re.compile(
    rb'<(?:\w+:)?c\s(?:[^<>]*?\s)?r="([A-Za-z]{1,3})(\d{1,7})"[^<>]*(?<!/)>'
    rb"(?!\s*<(?:/|(?:\w+:)?v\s*/>|(?:\w+:)?v></))"
)


def check_container(source: Source) -> tuple[str, ...]:
    """Refuse a container that would do harm, and say what will be left out of another.

    Returns:
        What will be left out of it, one sentence each.

    Raises:
        LimitExceededError: It has too many members, too much in them, or a sheet that spans too many cells.
        FileDamagedError: It is broken, or declares entities, which no office program writes.
    """
    try:
        with zipfile.ZipFile(source.path) as archive:
            _check_sizes(source, archive.infolist())
            parts = [info for info in archive.infolist() if info.filename.lower().endswith(_XML_SUFFIXES)]
            return tuple(filter(None, [_check_xml(source, archive, info) for info in parts]))
    except BROKEN_ZIP as error:
        raise source.damaged(f"the zip container is broken ({error})") from error


def _check_sizes(source: Source, members: list[zipfile.ZipInfo]) -> None:
    limits = source.limits
    if len(members) > limits.archive_members:
        raise source.beyond("archive_members", limits.archive_members, f"{len(members):,} members")
    unpacked = sum(info.file_size for info in members)
    if unpacked > limits.unpacked_bytes:
        raise source.beyond("unpacked_bytes", limits.unpacked_bytes, f"{megabytes(unpacked)} unpacked")
    for info in members:
        ratio = info.file_size / max(1, info.compress_size)
        if info.file_size > _RATIO_FROM_BYTES and ratio > limits.ratio:
            raise source.beyond("ratio", limits.ratio, f"{info.filename} unpacks {ratio:.0f} times")


def _check_xml(source: Source, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    is_sheet = _SHEET.fullmatch(info.filename) is not None
    refused = _refused(source.media_type)
    left_out = ""
    rows = columns = 0
    for piece in member_pieces(archive, info):
        if refused.search(piece):
            raise source.damaged(f"{info.filename} declares entities, which is refused")
        if _ENTITY.search(piece):
            left_out = f"{info.filename} names other files as parts of its text; they were left out"
        if is_sheet:
            for match in _CELL.finditer(piece):
                rows = max(rows, int(match[2]))
                columns = max(columns, column_number(match[1]))
    if rows * columns > source.limits.cells:
        raise source.beyond("cells", source.limits.cells, f"{info.filename} spans {rows:,} rows by {columns:,} columns")
    return left_out


def _refused(kind: str) -> re.Pattern[bytes]:
    # What reads DOCX (mammoth, and ElementTree beside it) stands on expat, which opens no other file for an entity.
    if kind == kinds.DOCX:
        return _OWN_ENTITY
    # Pages of a book name a document type as HTML does; old OpenDocument programs do so in macros and formulas.
    return _ENTITY if kind == kinds.EPUB or kind in kinds.ODF_KINDS else _DOCTYPE


def member_pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a member in pieces that overlap, so that no tag is cut; zero bytes of UTF-16 are dropped."""
    tail = b""
    for unpacked in pieces(archive, info):
        piece = tail + unpacked.replace(b"\x00", b"")
        yield piece
        tail = piece[-_OVERLAP_BYTES:]


def column_number(letters: bytes) -> int:
    """Return the number of a column, from 1, that letters name."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """Return the letters of a column, counted from 1."""
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters
