"""Finds the kind of a container, zip or compound file, from the members it has."""

import contextlib
import re
import zipfile
from pathlib import Path

from schedario.broken_zip import BROKEN_ZIP
from schedario.errors import PasswordNeededError
from schedario.extract import kinds
from schedario.extract.cfb import CompoundError, read_compound
from schedario.extract.refusal import damaged, unsupported
from schedario.extract.unpacking import member_bytes

_SMALL_BYTES = 1000
_MANIFEST_BYTES = 1 << 20
_MIMETYPES = (kinds.ODS, kinds.ODT, kinds.ODP, kinds.EPUB)
# Office programs use no others; of these no more is unpacked than is asked for.
_SAFE_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# Of the package itself: an archive of a person's files may hold a package in one of its folders.
_IWORK_FOLDERS = ("Index/", "index.iwa")
_WHEEL = re.compile(r"[^/]+\.dist-info/WHEEL")
_UNREAD_MIMETYPES = {"application/vnd.oasis.opendocument": "OpenDocument drawing, formula or database"}
_CFB_STREAMS: tuple[tuple[str, str, str], ...] = (
    ("WordDocument", ".doc", kinds.DOC),
    ("PowerPoint Document", ".ppt", kinds.PPT),
    ("__properties_version1.0", ".msg", kinds.MSG),
    ("Workbook", ".xls", kinds.XLS),
    ("Book", ".xls", kinds.XLS),
)


def zip_kind(path: Path, head: bytes) -> str:
    """Return the kind of a file that begins as a zip does; empty when it is none after all."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            mimetype = _small_member(archive, "mimetype", _SMALL_BYTES)[:200].decode("ascii", "replace").strip()
            locked = [bool(info.flag_bits & 1) for info in archive.infolist() if not info.is_dir()]
            # OpenDocument encrypts its members itself: to the zip they are plain.
            sealed = b"encryption-data" in _small_member(archive, "META-INF/manifest.xml", _MANIFEST_BYTES)
    except BROKEN_ZIP as error:
        if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
            raise damaged(path, f"the zip container cannot be opened ({error})") from error
        return ""
    # An archive of which only a part is encrypted can be read in part; an office file cannot.
    if sealed or (any(locked) and (all(locked) or _promises_other_than_zip(path))):
        raise PasswordNeededError(
            "the zip container is encrypted", subject=str(path), remedy="Save a copy without a password"
        )
    return _container_kind(path, names, mimetype)


def _promises_other_than_zip(path: Path) -> bool:
    return path.suffix.lower() in kinds.BINARY_SUFFIXES.keys() - {".zip"}


def cfb_kind(path: Path) -> str:
    """Return the kind of a compound file."""
    names = _compound_names(path.read_bytes())
    found = [(suffix, kind) for stream, suffix, kind in _CFB_STREAMS if stream in names]
    if "EncryptedPackage" in names or path.suffix.lower() in kinds.OOXML_SUFFIXES:
        raise PasswordNeededError("the file is encrypted", subject=str(path), remedy="Save a copy without a password")
    # A document can hold others of these kinds inside; then the name decides.
    found.sort(key=lambda pair: pair[0] != path.suffix.lower())
    if not found:
        raise unsupported(path, "OLE container")
    return found[0][1]


def _small_member(archive: zipfile.ZipFile, name: str, most_bytes: int) -> bytes:
    """Return a member that is safe to read; empty when there is none, or it is broken, as one of an archive may be."""
    with contextlib.suppress(KeyError, zipfile.BadZipFile):
        info = archive.getinfo(name)
        if info.file_size < most_bytes and not info.flag_bits & 1 and info.compress_type in _SAFE_METHODS:
            return member_bytes(archive, name)
    return b""


def _container_kind(path: Path, names: set[str], mimetype: str) -> str:
    for known in _MIMETYPES:
        # Templates are read as what they make.
        if mimetype in {known, f"{known}-template", known.replace("text", "text-master")}:
            return known
    for known, name in _UNREAD_MIMETYPES.items():
        if mimetype.startswith(known):
            raise unsupported(path, name)
    if "META-INF/container.xml" in names and any(name.endswith(".opf") for name in names):
        return kinds.EPUB
    folders = {name.replace("\\", "/").partition("/")[0].lower() for name in names}
    if "xl/workbook.bin" in names:
        return kinds.XLSB
    for folder, kind in (("word", kinds.DOCX), ("xl", kinds.XLSX), ("ppt", kinds.PPTX)):
        if folder in folders and "[Content_Types].xml" in names:
            return kind
    if _promises_other_than_zip(path):
        raise damaged(path, f"the file is no {kinds.BINARY_SUFFIXES[path.suffix.lower()]}")
    if package := _package_name(names):
        raise unsupported(path, package)
    return kinds.ZIP


def _package_name(names: set[str]) -> str:
    """Name a zip that a program made for itself; what lies in it is for no reader. Empty for an archive of files."""
    tops = {name.partition("/")[0] for name in names}
    if tops & {"classes.dex", "AndroidManifest.xml"}:
        return "Android package"
    if "META-INF/MANIFEST.MF" in names and any(name.endswith((".class", ".jar")) for name in names):
        return "Java archive"
    if "[Content_Types].xml" in names:
        return "office file without a reader"
    if any(name.endswith(".iwa") and name.startswith(_IWORK_FOLDERS) for name in names):
        return "iWork document"
    if any(_WHEEL.fullmatch(name) for name in names):
        return "Python package"
    return ""


def _compound_names(content: bytes) -> set[str]:
    """Return the names at the top; for a broken file all that its bytes show, so that its kind can still be said."""
    try:
        root = read_compound(content)
    except CompoundError:
        known = {stream for stream, _, _ in _CFB_STREAMS} | {"EncryptedPackage"}
        return {name for name in known if name.encode("utf-16-le") in content}
    return set(root.streams) | set(root.storages)
