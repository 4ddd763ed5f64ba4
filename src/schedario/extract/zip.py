"""Reads ZIP archives: what lies in them; they have no text of their own."""

import hashlib
import stat
import zipfile
from collections.abc import Iterator
from zipfile import ZipFile, ZipInfo

from schedario.broken_zip import BROKEN_ZIP
from schedario.errors import FileEmptyError, FileError, FormatUnsupportedError, PasswordNeededError, error_class
from schedario.extract.limits import megabytes
from schedario.extract.members import Taken, member_name, place_for, refused_member, too_large
from schedario.extract.source import Source
from schedario.extract.unpacking import pieces
from schedario.records.extraction import Extraction, Member
from schedario.records.hidden import is_hidden

_RATIO_FROM_BYTES = 8 << 20
_ENCRYPTED, _UTF8 = 0x1, 0x800
_KNOWN_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
# The library's own names are not part of its interface; these are the others that archives are met with.
_METHOD_NAMES = {1: "shrink", 6: "implode", 9: "Deflate64", 93: "Zstandard", 95: "XZ", 98: "PPMd"}


def read_zip(source: Source) -> Extraction:
    """List what lies in an archive; hidden files and those of programs are left out, as in folders.

    Raises:
        LimitExceededError: It has too many members, or too much in them.
        FileEmptyError: Nothing is in it that is looked at.
        FileError: Nothing in it can be read; of the kind that the first member's problem has.
    """
    with _opened(source) as archive:
        members = tuple(_members(source, archive))
    if not members:
        raise FileEmptyError("the archive holds no files")
    if all(member.code for member in members):
        first = members[0]
        raise error_class(first.code)(f"nothing in the archive can be read; {first.name}: {first.reason}")
    return Extraction(source.media_type, "", (), members=members)


def take_out(source: Source, key: str) -> Taken:
    """Unpack one member.

    Raises:
        FileError: It cannot be read.
    """
    # Reading the directory of a large archive takes longer than reading a member.
    if "archive" not in source.memory:
        source.memory["archive"] = _opened(source)
    archive: ZipFile = source.memory["archive"]
    info = archive.infolist()[int(key)]
    _ensure_readable(source, info)
    path = place_for(_name(info))
    try:
        with path.open("wb") as file:
            for piece in pieces(archive, info):
                file.write(piece)
                source.progress()
    except BROKEN_ZIP as error:
        raise source.damaged(f"it cannot be unpacked ({error})") from error
    return Taken(path)


def _opened(source: Source) -> ZipFile:
    try:
        archive = ZipFile(source.path)
    except BROKEN_ZIP as error:
        raise source.damaged(f"the archive cannot be opened ({error})") from error
    limits, count = source.limits, len(archive.infolist())
    unpacked = sum(info.file_size for info in archive.infolist())
    if count > limits.archive_members:
        raise source.beyond("archive_members", limits.archive_members, f"{count:,} members")
    if unpacked > limits.unpacked_bytes:
        raise source.beyond("unpacked_bytes", limits.unpacked_bytes, f"{megabytes(unpacked)} unpacked")
    return archive


def _members(source: Source, archive: ZipFile) -> Iterator[Member]:
    for index, info in enumerate(archive.infolist()):
        name = member_name(_name(info), str(index))
        if _is_folder(info) or is_hidden(name):
            continue
        try:
            _ensure_readable(source, info)
            yield Member(str(index), name, info.file_size, _content_hash(source, archive, info))
        except FileError as error:
            yield refused_member(str(index), name, info.file_size, error)
        source.progress()


def _is_folder(info: ZipInfo) -> bool:
    """Tell a folder, which some programs for Windows write with its own kind of slash."""
    return info.is_dir() or (info.filename.endswith("\\") and not info.file_size)


def _ensure_readable(source: Source, info: ZipInfo) -> None:
    if info.flag_bits & _ENCRYPTED:
        raise PasswordNeededError("it is encrypted", remedy="Save a copy without a password")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise FormatUnsupportedError("a link in an archive is not followed")
    if info.compress_type not in _KNOWN_METHODS:
        method = _METHOD_NAMES.get(info.compress_type, f"method {info.compress_type}")
        raise FormatUnsupportedError(
            f"it is packed by {method}, which cannot be unpacked", remedy="Unpack it and add what is in it"
        )
    if info.file_size > source.limits.file_bytes:
        raise too_large(source, info.file_size)
    ratio = info.file_size / max(1, info.compress_size)
    if info.file_size > _RATIO_FROM_BYTES and ratio > source.limits.ratio:
        raise source.beyond("ratio", source.limits.ratio, f"it unpacks {ratio:.0f} times")


def _content_hash(source: Source, archive: ZipFile, info: ZipInfo) -> str:
    digest = hashlib.sha256()
    try:
        for piece in pieces(archive, info):
            digest.update(piece)
            source.progress()
    except zipfile.BadZipFile as error:
        raise source.damaged(f"it cannot be unpacked ({error})") from error
    return digest.hexdigest()


def _name(info: ZipInfo) -> str:
    """Return a member's name; some programs write UTF-8 without saying so, which then reads as cp437."""
    if info.flag_bits & _UTF8 or info.filename.isascii():
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename
