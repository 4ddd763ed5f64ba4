"""Unpacks a member of a zip container piece by piece, however much its bytes unpack to."""

import bz2
import copy
import zipfile
import zlib
from collections.abc import Iterator
from zipfile import ZipFile, ZipInfo

from schedario.broken_zip import BROKEN_ZIP

_PIECE_BYTES = 1 << 20
# The library unpacks all that it read at once of what is packed by LZMA: at most some seven thousand times as much.
_LZMA_PIECE_BYTES = 1 << 12


def pieces(archive: ZipFile, info: ZipInfo) -> Iterator[bytes]:
    """Yield a member's bytes; a piece takes some megabytes at most.

    Raises:
        zipfile.BadZipFile: It cannot be unpacked, or to other bytes than the directory promises.
    """
    try:
        yield from _unpacked(archive, info)
    except BROKEN_ZIP as error:
        raise _broken(info.filename, error) from error


def member_bytes(archive: ZipFile, name: str) -> bytes:
    """Return all bytes of a member.

    Raises:
        KeyError: There is none of that name.
        zipfile.BadZipFile: It cannot be unpacked.
    """
    try:
        return archive.read(name)
    except BROKEN_ZIP as error:
        raise _broken(name, error) from error


def _broken(name: str, error: Exception) -> zipfile.BadZipFile:
    return error if isinstance(error, zipfile.BadZipFile) else zipfile.BadZipFile(f"{name}: {error}")


def _unpacked(archive: ZipFile, info: ZipInfo) -> Iterator[bytes]:
    if info.compress_type == zipfile.ZIP_BZIP2:
        yield from _checked(info, _unpacked_bzip2(archive, info))
        return
    size = _LZMA_PIECE_BYTES if info.compress_type == zipfile.ZIP_LZMA else _PIECE_BYTES
    with archive.open(info) as member:
        yield from iter(lambda: member.read(size), b"")


def _unpacked_bzip2(archive: ZipFile, info: ZipInfo) -> Iterator[bytes]:
    """Unpack by a stream of its own: the library would unpack a thousand bytes to gigabytes in one go."""
    packed = copy.copy(info)
    packed.compress_type, packed.file_size = zipfile.ZIP_STORED, info.compress_size
    # The sum is that of the unpacked bytes.
    del packed.CRC
    with archive.open(packed) as stored, bz2.BZ2File(stored) as member:
        yield from iter(lambda: member.read(_PIECE_BYTES), b"")


def _checked(info: ZipInfo, unpacked: Iterator[bytes]) -> Iterator[bytes]:
    left, sum_ = info.file_size, 0
    for piece in unpacked:
        left -= len(piece)
        sum_ = zlib.crc32(piece, sum_)
        if left < 0:
            raise zipfile.BadZipFile("more in it than the directory says")
        yield piece
    if left or sum_ != info.CRC:
        raise zipfile.BadZipFile("other bytes in it than the directory says")
