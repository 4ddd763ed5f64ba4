"""Finds the kind of a file from its content; the name only decides between kinds of text."""

import re
import zipfile
from pathlib import Path

from schedario.errors import FileDamagedError, FileEmptyError, FormatUnsupportedError, PasswordNeededError
from schedario.extract import kinds
from schedario.extract.encoding import TextUndecodableError, decode

_HEAD_BYTES = 1 << 16

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", kinds.PNG),
    (b"\xff\xd8\xff", kinds.JPEG),
    (b"II*\x00", kinds.TIFF),
    (b"MM\x00*", kinds.TIFF),
    (b"II+\x00", kinds.TIFF),
    (b"MM\x00+", kinds.TIFF),
)
# Kinds that a folder of documents often holds and that no reader knows, so that the refusal can name them.
_UNSUPPORTED: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "RTF document"),
    (b"bplist00", "binary property list or web archive"),
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
_CFB = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_CFB_STREAMS: tuple[tuple[str, str, str], ...] = (
    ("WordDocument", ".doc", "Word 97-2003 document (.doc)"),
    ("PowerPoint Document", ".ppt", "PowerPoint 97-2003 presentation (.ppt)"),
    ("__substg1.0_", ".msg", "Outlook message (.msg)"),
    ("Workbook", ".xls", kinds.XLS),
    ("Book", ".xls", kinds.XLS),
)
_ODF_MIMETYPES = {
    "application/vnd.oasis.opendocument.text": "OpenDocument text (.odt)",
    "application/vnd.oasis.opendocument.presentation": "OpenDocument presentation (.odp)",
    "application/vnd.oasis.opendocument.graphics": "OpenDocument drawing (.odg)",
    "application/epub+zip": "EPUB book",
}
_HTML_START = re.compile(r"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b", re.I | re.S)
_MAIL_HEADERS = re.compile(
    r"(?im)^(received|from|to|subject|date|message-id|mime-version|content-type|return-path|delivered-to):"
)
_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_UNSUPPORTED_TEXT_SUFFIXES = {
    ".ipynb": "Jupyter notebook",
    ".eml": "mail message",
    ".mbox": "mailbox",
    ".rtf": "RTF document",
    ".svg": "SVG drawing",
    ".webarchive": "web archive",
}


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
    return _binary_kind(path, head) or _text_kind(path)


def _binary_kind(path: Path, head: bytes) -> str:
    if b"%PDF-" in head[:1024]:
        return kinds.PDF
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if head.startswith(b"PK"):
        return _zip_kind(path, head)
    if head.startswith(_CFB):
        return _cfb_kind(path)
    if head.startswith(b"RIFF"):
        if head[8:12] == b"WEBP":
            return kinds.WEBP
        raise _unsupported(path, "sound or film")
    if head[4:8] == b"ftyp":
        raise _unsupported(path, "HEIC image" if head[8:11] in (b"hei", b"mif", b"hev") else "film or sound")
    for magic, name in _UNSUPPORTED:
        # Two-letter marks also begin ordinary words: they count only for bytes that are no text.
        if head.startswith(magic) and (len(magic) > 4 or _has_controls(head)):
            raise _unsupported(path, name)
    return ""


def _zip_kind(path: Path, head: bytes) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            mimetype = archive.read("mimetype")[:200].decode("ascii", "replace").strip() if _small(archive) else ""
            encrypted = any(info.flag_bits & 1 for info in archive.infolist())
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, ValueError) as error:
        if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            raise _damaged(path, f"the zip container cannot be opened ({error})") from error
        return ""
    if encrypted:
        raise PasswordNeededError(
            "the zip container is encrypted", subject=str(path), remedy="Save a copy without a password"
        )
    return _container_kind(path, names, mimetype)


def _small(archive: zipfile.ZipFile) -> bool:
    """Tell whether there is a mimetype member that is safe to read."""
    return any(info.filename == "mimetype" and info.file_size < 1000 for info in archive.infolist())


def _container_kind(path: Path, names: set[str], mimetype: str) -> str:
    if mimetype.startswith(kinds.ODS):
        return kinds.ODS
    for known, name in _ODF_MIMETYPES.items():
        if mimetype.startswith(known):
            raise _unsupported(path, name)
    folders = {name.replace("\\", "/").partition("/")[0].lower() for name in names}
    if "xl/workbook.bin" in names:
        return kinds.XLSB
    for folder, kind in (("word", kinds.DOCX), ("xl", kinds.XLSX), ("ppt", kinds.PPTX)):
        if folder in folders and "[Content_Types].xml" in names:
            return kind
    if path.suffix.lower() in kinds.OOXML_SUFFIXES:
        raise _damaged(path, f"the file is no {kinds.BINARY_SUFFIXES[path.suffix.lower()]}")
    raise _unsupported(path, "ZIP archive")


def _cfb_kind(path: Path) -> str:
    content = path.read_bytes()
    found = [(suffix, kind) for stream, suffix, kind in _CFB_STREAMS if stream.encode("utf-16-le") in content]
    if "EncryptedPackage".encode("utf-16-le") in content or path.suffix.lower() in kinds.OOXML_SUFFIXES:
        raise PasswordNeededError("the file is encrypted", subject=str(path), remedy="Save a copy without a password")
    # A document can hold others of these kinds inside; then the name decides.
    found.sort(key=lambda pair: pair[0] != path.suffix.lower())
    if found and found[0][1] == kinds.XLS:
        return kinds.XLS
    raise _unsupported(path, found[0][1] if found else "OLE container")


def _text_kind(path: Path) -> str:
    suffix = path.suffix.lower()
    try:
        text = decode(path.read_bytes()).text
    except TextUndecodableError as error:
        if suffix in kinds.BINARY_SUFFIXES:
            raise _damaged(path, f"the file is no {kinds.BINARY_SUFFIXES[suffix]}") from error
        raise _unsupported(path, "binary data") from error
    if suffix in kinds.BINARY_SUFFIXES:
        raise _damaged(path, f"the file is text and no {kinds.BINARY_SUFFIXES[suffix]}")
    if not text.strip():
        raise FileEmptyError("the file has no text", subject=str(path))
    if suffix in _UNSUPPORTED_TEXT_SUFFIXES:
        raise _unsupported(path, _UNSUPPORTED_TEXT_SUFFIXES[suffix])
    if text.startswith("{\\rtf"):
        raise _unsupported(path, "RTF document")
    return _text_subtype(path, suffix, text)


def _text_subtype(path: Path, suffix: str, text: str) -> str:
    if suffix in _MARKDOWN_SUFFIXES:
        return kinds.MARKDOWN
    if suffix in {".html", ".htm", ".xhtml"} or _HTML_START.match(text[:4096]):
        return kinds.HTML
    if suffix == ".csv":
        return kinds.CSV
    if suffix in {".tsv", ".tab"}:
        return kinds.TSV
    if not suffix and len({m.group(1).lower() for m in _MAIL_HEADERS.finditer(text[:4096])}) >= 3:
        raise _unsupported(path, "mail message")
    return kinds.TEXT


def _has_controls(head: bytes) -> bool:
    return any(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head[:1024])


def _unsupported(path: Path, name: str) -> FormatUnsupportedError:
    return FormatUnsupportedError(
        f"files of this kind cannot be read ({name})", subject=str(path), remedy="Convert it to PDF, DOCX or text"
    )


def _damaged(path: Path, what: str) -> FileDamagedError:
    return FileDamagedError(what, subject=str(path), remedy="Open it in its own program and save it again")
