"""The kind of a file is found from its content."""

import zipfile
from pathlib import Path

import pytest

from schedario.errors import (
    FileDamagedError,
    FileEmptyError,
    FileError,
    FormatUnsupportedError,
    PasswordNeededError,
)
from schedario.extract import kinds
from schedario.extract.detect import detect

CFB = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def utf16(name: str) -> bytes:
    return name.encode("utf-16-le")


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("a.pdf", b"%PDF-1.7\n", kinds.PDF),
        ("a.pdf", b"\r\n  junk before it %PDF-1.4", kinds.PDF),
        ("picture.txt", b"\x89PNG\r\n\x1a\n", kinds.PNG),
        ("a", b"\xff\xd8\xff\xe0", kinds.JPEG),
        ("a", b"II*\x00", kinds.TIFF),
        ("a", b"RIFF\x00\x00\x00\x00WEBPVP8 ", kinds.WEBP),
        ("a", b"\x00\x00\x00\x20ftypheic", kinds.HEIC),
        ("a.xls", CFB + utf16("Workbook"), kinds.XLS),
        ("a.doc", CFB + utf16("WordDocument") + utf16("Workbook"), kinds.DOC),
        ("a.xls", CFB + utf16("WordDocument") + utf16("Workbook"), kinds.XLS),
        ("a", CFB + utf16("PowerPoint Document"), kinds.PPT),
        ("a.msg", CFB + utf16("__properties_version1.0"), kinds.MSG),
        ("a.doc", b"{\\rtf1 x}", kinds.RTF),
        ("a", b"\xef\xbb\xbf{\\rtf1 x}", kinds.RTF),
        ("a.eml", b"From: a@b.c\n\nhello", kinds.EML),
        ("saved", b"From: a@b.c\nTo: d@e.f\nSubject: x\n\nhello", kinds.EML),
        ("saved", "From: a@b.c\nTo: d@e.f\nSubject: x\n\nhello".encode("utf-16"), kinds.EML),
        ("a.txt", b"From: a@b.c\nTo: d@e.f\nMIME-Version: 1.0\n\n\x00\x01\x02", kinds.EML),
        ("a.txt", b"From: a@b.c\nTo: d@e.f\nSubject: a form to fill in\n\n", kinds.TEXT),
        ("a.txt", b"From: me\nwords between\nTo: you\nDate: x\nMessage-ID: y\n", kinds.TEXT),
        ("Sent", b"From a@b.c Mon Mar  2 09:00:00 2026\nFrom: a@b.c\nSubject: x\n\nhello", kinds.MBOX),
        ("a.txt", b"From here on at 09:00 we work.\nTo: you\n", kinds.TEXT),
        ("a.ipynb", b'{"cells": []}', kinds.NOTEBOOK),
        ("a.json", b"{}", kinds.JSON),
        ("a.webarchive", b"bplist00..WebMainResource", kinds.WEBARCHIVE),
        ("a", b'<?xml version="1.0"?><!DOCTYPE plist><plist><key>WebMainResource</key></plist>', kinds.WEBARCHIVE),
        ("a.xls", b"<html><table>", kinds.HTML),
        ("a.md", b"# title", kinds.MARKDOWN),
        ("a.md", b"<html>", kinds.MARKDOWN),
        ("a.txt", b"<!-- x --> <!DOCTYPE html><p>", kinds.HTML),
        ("a.htm", b"<p>no head", kinds.HTML),
        ("a.csv", b"a,b", kinds.CSV),
        ("a.tsv", b"a\tb", kinds.TSV),
        ("LICENSE", b"text", kinds.TEXT),
        ("a.py", b"print()", kinds.TEXT),
        ("a.txt", b"BM is how this sentence begins", kinds.TEXT),
        ("a.txt", b"MZ is how this sentence begins", kinds.TEXT),
    ],
)
def test_a_kind_is_found(tmp_path: Path, name: str, content: bytes, kind: str) -> None:
    assert detect(written(tmp_path / name, content)) == kind


@pytest.mark.parametrize(
    ("name", "content", "error", "words"),
    [
        ("a.txt", b"", FileEmptyError, "no content"),
        ("a.txt", b" \n\t\r\n", FileEmptyError, "no text"),
        ("a.docx", CFB + utf16("EncryptedPackage"), PasswordNeededError, "encrypted"),
        ("a.docx", CFB, PasswordNeededError, "encrypted"),
        ("a", CFB + utf16("EncryptedPackage"), PasswordNeededError, "encrypted"),
        ("a.gif", b"GIF89a\x01\x00\x01\x00", FormatUnsupportedError, "GIF"),
        ("a.exe", b"MZ\x90\x00\x03\x00", FormatUnsupportedError, "program"),
        ("a.mp4", b"\x00\x00\x00\x20ftypisom", FormatUnsupportedError, "film"),
        ("a.avif", b"\x00\x00\x00\x20ftypavif", FormatUnsupportedError, "AVIF"),
        ("a.bin", bytes(range(256)) * 8, FormatUnsupportedError, "binary"),
        ("a.txt", bytes(range(1, 32)) * 8, FormatUnsupportedError, "binary"),
        ("a.plist", b"bplist00", FormatUnsupportedError, "property list"),
        ("a.pdf", b"only words", FileDamagedError, "no PDF"),
        ("a.rtf", b"only words", FileDamagedError, "no RTF"),
        ("a.webarchive", b"only words", FileDamagedError, "no web archive"),
        ("a.msg", b"only words", FileDamagedError, "no Outlook message"),
        ("a.odt", b"not a zip file at all", FileDamagedError, "no OpenDocument"),
        ("a.docx", b"PK\x03\x04 cut off", FileDamagedError, "zip"),
        ("a.png", bytes(range(256)) * 8, FileDamagedError, "no PNG"),
    ],
)
def test_what_cannot_be_read_is_named(
    tmp_path: Path, name: str, content: bytes, error: type[FileError], words: str
) -> None:
    path = written(tmp_path / name, content)
    with pytest.raises(error, match=words) as caught:
        detect(path)
    assert type(caught.value) is error
    assert caught.value.subject == str(path)


@pytest.mark.parametrize(
    ("name", "members", "kind"),
    [
        ("a.zip", {"[Content_Types].xml": "", "word/document2.xml": ""}, kinds.DOCX),
        ("a", {"[Content_Types].xml": "", "xl/workbook.xml": ""}, kinds.XLSX),
        ("a", {"[Content_Types].xml": "", "xl/workbook.bin": ""}, kinds.XLSB),
        ("a", {"[Content_Types].xml": "", "ppt/presentation.xml": ""}, kinds.PPTX),
        ("a", {"mimetype": kinds.ODS, "content.xml": ""}, kinds.ODS),
        ("a", {"mimetype": kinds.ODT, "content.xml": ""}, kinds.ODT),
        ("a", {"mimetype": kinds.ODP + "-template", "content.xml": ""}, kinds.ODP),
        ("a", {"mimetype": kinds.EPUB}, kinds.EPUB),
        ("a.zip", {"META-INF/container.xml": "", "OPS/book.opf": ""}, kinds.EPUB),
        ("a.zip", {"notes.txt": "x"}, kinds.ZIP),
        ("backup", {"META-INF/MANIFEST.MF": "", "notes.txt": "x"}, kinds.ZIP),
    ],
)
def test_a_container_is_told_by_its_members(tmp_path: Path, name: str, members: dict[str, str], kind: str) -> None:
    assert detect(zipped(tmp_path / name, members)) == kind


@pytest.mark.parametrize(
    ("name", "members", "error", "words"),
    [
        ("a.jar", {"META-INF/MANIFEST.MF": "", "org/A.class": ""}, FormatUnsupportedError, "Java archive"),
        ("a.apk", {"AndroidManifest.xml": "", "res/x.png": ""}, FormatUnsupportedError, "Android package"),
        ("a.vsdx", {"[Content_Types].xml": "", "visio/document.xml": ""}, FormatUnsupportedError, "office file"),
        ("a.pages", {"Index/Document.iwa": "", "preview.jpg": ""}, FormatUnsupportedError, "iWork"),
        ("a.docx", {"notes.txt": "x"}, FileDamagedError, "no Word document"),
        ("a.epub", {"notes.txt": "x"}, FileDamagedError, "no EPUB"),
        ("a", {"mimetype": "application/vnd.oasis.opendocument.graphics"}, FormatUnsupportedError, "drawing"),
        ("a.odt", {"mimetype": kinds.ODT, "META-INF/manifest.xml": "<encryption-data/>"}, PasswordNeededError, "encr"),
    ],
)
def test_a_container_of_another_kind_is_named(
    tmp_path: Path, name: str, members: dict[str, str], error: type[FileError], words: str
) -> None:
    with pytest.raises(error, match=words):
        detect(zipped(tmp_path / name, members))


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def zipped(path: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path
