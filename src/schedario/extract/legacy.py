"""Reads DOC and PPT, of Office before 2007: LibreOffice turns them into their successors, whose readers know the rest.

By way of DOCX and PPTX tables stay tables, notes and comments stay apart, and slides keep their numbers.
"""

import struct
import tempfile
from dataclasses import replace
from pathlib import Path

from schedario.errors import PasswordNeededError
from schedario.extract import kinds
from schedario.extract.cfb import CompoundError, Storage, read_compound
from schedario.extract.container import check_container
from schedario.extract.docx import read_docx
from schedario.extract.pptx import read_pptx
from schedario.extract.source import Source
from schedario.extract.tools.soffice import convert
from schedario.records.extraction import Extraction

_ENCRYPTED_WORD = 0x0100
_ENCRYPTED_SLIDES = 0xF3D1C4DF


def read_legacy(source: Source) -> Extraction:
    """Read a file of an old format.

    Raises:
        PasswordNeededError: It is encrypted.
        ReaderMissingError: LibreOffice is not installed.
        FileDamagedError: LibreOffice cannot read it.
    """
    _refuse_encrypted(source)
    is_text = source.media_type == kinds.DOC
    suffix, what = ("docx", "a Word 97-2003 document") if is_text else ("pptx", "a PowerPoint 97-2003 presentation")
    content = convert(source, suffix, what)
    source.progress()
    with tempfile.TemporaryDirectory(prefix="legacy-") as folder:
        path = Path(folder, f"document.{suffix}")
        path.write_bytes(content)
        made = replace(source, path=path, media_type=kinds.DOCX if is_text else kinds.PPTX)
        check_container(made)
        extraction = read_docx(made) if is_text else read_pptx(made)
    return replace(extraction, media_type=source.media_type)


def _refuse_encrypted(source: Source) -> None:
    try:
        encrypted = _is_encrypted(read_compound(source.path.read_bytes()))
    except CompoundError as error:
        raise source.damaged(f"the file cannot be opened ({error})") from error
    if encrypted:
        raise PasswordNeededError(
            "the file is encrypted", subject=str(source.path), remedy="Save a copy without a password"
        )


def _is_encrypted(storage: Storage) -> bool:
    """Tell by the mark in a text's first block, or by that of the user who saved a presentation last."""
    word, user = storage.read("WordDocument"), storage.read("Current User")
    if len(word) >= 12 and struct.unpack_from("<H", word, 10)[0] & _ENCRYPTED_WORD:
        return True
    marked = len(user) >= 16 and struct.unpack_from("<I", user, 12)[0] == _ENCRYPTED_SLIDES
    return marked or "EncryptedSummary" in storage.streams
