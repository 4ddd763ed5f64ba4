"""Finds the kind of a file from its content; the name only decides between kinds of text."""

from pathlib import Path

from schedario.errors import FileEmptyError
from schedario.extract import cfb, kinds
from schedario.extract.detect_container import cfb_kind, zip_kind
from schedario.extract.detect_text import mail_kind, text_kind
from schedario.extract.refusal import unsupported

_HEAD_BYTES = 1 << 16
_PDF = b"%PDF-"
_ZIP = b"PK\x03\x04"
# White space and a byte order mark that some programs write.
_BEFORE_RTF = b" \t\r\n\xef\xbb\xbf"

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", kinds.PNG),
    (b"\xff\xd8\xff", kinds.JPEG),
    (b"II*\x00", kinds.TIFF),
    (b"MM\x00*", kinds.TIFF),
    (b"II+\x00", kinds.TIFF),
    (b"MM\x00+", kinds.TIFF),
)
_HEIC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"})
# Kinds that a folder of documents often holds and that no reader knows, so that the refusal can name them.
_UNSUPPORTED: tuple[tuple[bytes, str], ...] = (
    (b"GIF8", "GIF image"),
    (b"BM", "BMP image"),
    (b"%!PS", "PostScript"),
    (b"\x1f\x8b", "gzip archive"),
    (b"BZh", "bzip2 archive"),
    (b"\xfd7zXZ\x00", "xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
    (b"\x28\xb5\x2f\xfd", "zstd archive"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"ID3", "sound"),
    (b"OggS", "sound or film"),
    (b"fLaC", "sound"),
    (b"\x1aE\xdf\xa3", "film"),
    (b"wOF", "font"),
    (b"\x00\x01\x00\x00\x00", "font"),
    (b"\xffWPC", "WordPerfect document"),
)


def detect(path: Path) -> str:
    """Return a file's media type, one of those that a reader knows.

    Raises:
        FileEmptyError: It has no bytes.
        FormatUnsupportedError: No reader knows its kind, which the message names.
        PasswordNeededError: It is an encrypted office file.
        FileDamagedError: It is not what its name promises.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if not head:
        raise FileEmptyError("the file has no content", subject=str(path))
    return _binary_kind(path, head) or mail_kind(path, head) or text_kind(path)


def _binary_kind(path: Path, head: bytes) -> str:
    if head.startswith(_PDF) or (_PDF in head[:1024] and not head.startswith(_ZIP) and not mail_kind(path, head)):
        # Junk before the mark is usual; the start of a mail or an archive that brings a PDF is none.
        return kinds.PDF
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(b"PK"):
        return zip_kind(path, head)
    if head.startswith(cfb.MAGIC):
        return cfb_kind(path)
    if head.lstrip(_BEFORE_RTF).startswith(b"{\\rtf"):
        return kinds.RTF
    if head.startswith(b"bplist00"):
        if b"WebMainResource" in path.read_bytes():
            return kinds.WEBARCHIVE
        raise unsupported(path, "binary property list")
    if head.startswith(b"RIFF"):
        if head[8:12] == b"WEBP":
            return kinds.WEBP
        raise unsupported(path, "sound or film")
    if head[4:8] == b"ftyp":
        if head[8:12] in _HEIC_BRANDS:
            return kinds.HEIC
        raise unsupported(path, "AVIF image" if head[8:12] in (b"avif", b"avis") else "film or sound")
    for magic, name in _UNSUPPORTED:
        # Two-letter marks also begin ordinary words: they count only for bytes that are no text.
        if head.startswith(magic) and (len(magic) > 4 or _has_controls(head)):
            raise unsupported(path, name)
    return ""


def _has_controls(head: bytes) -> bool:
    return any(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head[:1024])
