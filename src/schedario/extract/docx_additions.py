"""Writes into a DOCX's text what its converter leaves out: numbers, formulas, text with readings, charts, diagrams."""

import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, cast

from schedario.extract.docx_drawn import drawn
from schedario.extract.docx_numbering import number_labels
from schedario.extract.docx_parts import MAIN_PART
from schedario.extract.package import main_part
from schedario.extract.unpacking import pieces as member_pieces

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@contextmanager
def with_all_shown(archive: zipfile.ZipFile, content: IO[bytes]) -> Iterator[IO[bytes]]:
    """Give a DOCX with all that a person sees in its text; a label stands between ``LABEL_START`` and ``LABEL_END``.

    Args:
        archive: The file, open.
        content: The same file; it is given back when there is nothing to add.
    """
    main = main_part(archive, MAIN_PART)
    text = archive.read(main) if main in archive.namelist() else b""
    additions: list[tuple[int, bytes]] = []
    if text and not text.startswith(_UTF16):
        additions = sorted([*number_labels(archive, main, text), *drawn(archive, main, text)], key=lambda one: one[0])
    if not additions:
        yield content
        return
    # The converter asks for the file's name, to find what lies beside it.
    with tempfile.NamedTemporaryFile(suffix=".docx") as copy:
        _copy(archive, main, _with(text, additions), copy)
        yield cast(IO[bytes], copy)


def _with(text: bytes, additions: list[tuple[int, bytes]]) -> bytes:
    pieces: list[bytes] = []
    position = 0
    for place, addition in additions:
        pieces += [text[position:place], addition]
        position = place
    return b"".join([*pieces, text[position:]])


def _copy(archive: zipfile.ZipFile, main: str, text: bytes, place: IO[bytes]) -> None:
    with zipfile.ZipFile(place, "w") as target:
        for name in dict.fromkeys(archive.namelist()):
            if name == main:
                target.writestr(name, text)
                continue
            # A picture that is torn is torn in the copy, too; whoever reads it says so.
            with suppress(zipfile.BadZipFile), target.open(name, "w") as kept:
                kept.writelines(member_pieces(archive, archive.getinfo(name)))
    place.seek(0)
