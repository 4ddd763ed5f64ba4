"""Files of the further formats that are broken or made to do harm end with a reason, and outside programs with them."""

import os
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from fixtures import formats
from schedario.errors import (
    FileDamagedError,
    FileEmptyError,
    FileError,
    LimitExceededError,
    PasswordNeededError,
    ReaderMissingError,
)
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Extraction
from schedario.records.status import Finding, Health

LIMITS = ExtractionLimits(
    page_seconds=60,
    memory_bytes=400 << 20,
    archive_members=200,
    unpacked_bytes=80_000_000,
    output_characters=1_000_000,
    cells=10_000,
    nesting=10,
)
ENTITIES = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><package>&b;</package>'
ENCRYPTED = (
    "<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes128-cbc'/>"
    "</EncryptedData></encryption>"
)
WORD: formats.Tree = {"WordDocument": b"\xec\xa5" + bytes(30)}


@pytest.fixture
def extractor(tmp_path: Path) -> Iterator[ChildExtractor]:
    root = tmp_path / "temporary"
    root.mkdir()
    made = ChildExtractor(LIMITS, temporary_root=root)
    yield made
    made.close()


def written(content: bytes | str) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content.encode() if isinstance(content, str) else content)


def odt(content: str, more: dict[str, str] | None = None) -> Callable[[Path], object]:
    return lambda path: formats.make_odf(path, "text", content, more)


def compound(tree: formats.Tree) -> Callable[[Path], object]:
    return lambda path: formats.make_compound(path, tree)


def nested_mail(depth: int) -> str:
    return "Subject: x\nContent-Type: message/rfc822\n\n" * depth + "Subject: x\n\nDEEP"


def nested_parts(depth: int) -> str:
    heads = [f'Content-Type: multipart/mixed; boundary="b{level}"\n\n--b{level}\n' for level in range(depth)]
    return "Subject: x\n" + "".join(heads) + "\nDEEP"


def parts(count: int) -> str:
    return 'Subject: x\nContent-Type: multipart/mixed; boundary="b"\n\n' + "--b\n\nword\n" * count + "--b--\n"


@pytest.mark.parametrize(
    ("name", "make", "error", "words"),
    [
        ("deep.rtf", written("{\\rtf1" + "{" * 20_000 + "x"), LimitExceededError, "nested too deeply"),
        ("none.rtf", written(r"{\rtf1 {\pict 8950}}"), FileEmptyError, "no text"),
        ("cut.odt", odt("<office:text><text:p"), FileDamagedError, "no XML"),
        ("cells.odt", odt(formats.ODT_BODY.replace('"2"', '"99999999"')), LimitExceededError, "max_cells=10000"),
        ("entities.odt", odt("", {"Object 1/content.xml": ENTITIES}), FileDamagedError, "entities"),
        ("bomb.odt", odt("<office:text>" + " " * 20_000_000), LimitExceededError, "max_ratio=200"),
        (
            "bomb.epub",
            lambda path: formats.make_epub(path, {"x": "0" * 20_000_000}),
            LimitExceededError,
            "max_ratio=200",
        ),
        (
            "locked.epub",
            lambda p: formats.make_epub(p, {"META-INF/encryption.xml": ENCRYPTED}),
            PasswordNeededError,
            "encrypted",
        ),
        ("entities.epub", lambda p: formats.make_epub(p, {"OPS/x.opf": ENTITIES}), FileDamagedError, "entities"),
        ("cut.ipynb", written('{"cells": ['), FileDamagedError, "no JSON"),
        ("other.ipynb", written('{"a": 1}'), FileDamagedError, "no cells"),
        ("deep.json", written("[" * 100_000), LimitExceededError, "nested too deeply"),
        ("many.json", written("[" + "[1],[[2]]," * 20_000 + "3]"), LimitExceededError, "max_cells=10000"),
        ("cut.webarchive", written(b"bplist00WebMainResource"), FileDamagedError, "no property list"),
        ("deep.eml", written(nested_parts(15)), LimitExceededError, "max_nesting=10"),
        ("deeper.eml", written(nested_mail(5_000)), LimitExceededError, "nest"),
        ("parts.eml", written(parts(500)), LimitExceededError, "max_archive_members=200"),
        ("many.mbox", written(formats.MBOX * 100), LimitExceededError, "max_archive_members=200"),
        (
            "cut.msg",
            written(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "__properties_version1.0".encode("utf-16-le") * 40),
            FileDamagedError,
            "compound",
        ),
        (
            "locked.doc",
            compound({"WordDocument": bytes(10) + b"\x00\x01" + bytes(20)}),
            PasswordNeededError,
            "encrypted",
        ),
        (
            "locked.ppt",
            compound({"PowerPoint Document": b"x", "Current User": bytes(12) + b"\xdf\xc4\xd1\xf3"}),
            PasswordNeededError,
            "encrypted",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why(
    extractor: ChildExtractor,
    tmp_path: Path,
    name: str,
    make: Callable[[Path], object],
    error: type[FileError],
    words: str,
) -> None:
    make(tmp_path / name)
    with pytest.raises(error, match=words) as caught:
        extractor.extract(tmp_path / name)
    assert caught.value.subject == str(tmp_path / name)
    assert left_behind(tmp_path) == []


def test_a_circle_in_a_compound_file_is_damaged(extractor: ChildExtractor, tmp_path: Path) -> None:
    formats.make_msg(tmp_path / "a.msg")
    content = bytearray((tmp_path / "a.msg").read_bytes())
    # The allocation table is the last sector; every chain now leads back to the start.
    content[-512:] = b"\x00\x00\x00\x00" * 128
    (tmp_path / "a.msg").write_bytes(content)
    with pytest.raises(FileError):
        extractor.extract(tmp_path / "a.msg")


def test_a_broken_document_keeps_what_stands_before_the_damage(extractor: ChildExtractor, tmp_path: Path) -> None:
    formats.make_odf(tmp_path / "a.odt", "text", "<office:text><text:p>kept</text:p><text:p>lost</oops>")
    extraction = extractor.extract(tmp_path / "a.odt")
    assert "kept" in whole_text(extraction)
    assert "read in part" in extraction.warnings[0]


def test_a_chapter_that_is_missing_is_named_and_the_others_are_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    formats.make_epub(tmp_path / "whole.epub")
    with zipfile.ZipFile(tmp_path / "whole.epub") as whole, zipfile.ZipFile(tmp_path / "a.epub", "w") as part:
        for name in whole.namelist():
            if name != "OPS/first.xml":
                part.writestr(name, whole.read(name))
    extraction = extractor.extract(tmp_path / "a.epub")
    assert "The lighthouse." in whole_text(extraction)
    assert extraction.warnings == ("OPS/first.xml is listed and missing",)


def test_a_chapter_that_is_broken_is_named_and_the_others_are_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    formats.make_epub(tmp_path / "a.epub", {"OPS/second part.xhtml": "<p>" + "the pier " * 50})
    with zipfile.ZipFile(tmp_path / "a.epub") as book:
        info = book.getinfo("OPS/second part.xhtml")
    content = bytearray((tmp_path / "a.epub").read_bytes())
    start = info.header_offset + 30 + len(info.filename)
    content[start : start + info.compress_size] = bytes(info.compress_size)
    (tmp_path / "a.epub").write_bytes(content)
    extraction = extractor.extract(tmp_path / "a.epub")
    assert "The pier & the wall." in whole_text(extraction)
    assert extraction.warnings[0].startswith("OPS/second part.xhtml is broken")


def test_an_attachment_that_cannot_be_read_leaves_its_mail_whole(extractor: ChildExtractor, tmp_path: Path) -> None:
    attachment = '--x\nContent-Disposition: attachment; filename="../../plan.pdf"\n\n%PDF-1.4 nothing\n'
    path = tmp_path / "a.eml"
    path.write_text(formats.MAIL.replace("--x\nContent-Type: text/csv", attachment + "--x\nC: d"))
    extraction = extractor.extract(path)
    assert "Der Schlüssel liegt" in whole_text(extraction)
    assert extraction.members[0].name == ".._.._plan.pdf"
    with pytest.raises(FileDamagedError, match="cannot be opened") as caught:
        extractor.extract(path, [extraction.members[0].key])
    assert caught.value.subject == str(path)
    assert left_behind(tmp_path) == []


def test_text_that_is_not_quite_json_is_kept_as_text(extractor: ChildExtractor, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"a": 1, // why\n}')
    extraction = extractor.extract(tmp_path / "a.json")
    assert whole_text(extraction) == '{"a": 1, // why\n}'
    assert extraction.warnings


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a program in the place of LibreOffice, and a DOC file for it; give the file."""

    def make(script: str) -> Path:
        program = tmp_path / "bin" / "soffice"
        program.parent.mkdir()
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        formats.make_compound(tmp_path / "a.doc", WORD)
        return tmp_path / "a.doc"

    return make


def test_without_libreoffice_the_message_says_what_to_install(
    extractor: ChildExtractor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.path.exists", lambda _path: False)
    formats.make_compound(tmp_path / "a.doc", WORD)
    with pytest.raises(ReaderMissingError, match="needs LibreOffice"):
        extractor.extract(tmp_path / "a.doc")


def test_the_check_says_whether_libreoffice_is_there(
    extractor: ChildExtractor, tmp_path: Path, office: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def finding() -> Finding:
        return next(found for found in extractor.check() if found.part == "libreoffice")

    office("exit 0")
    assert (finding().health, finding().detail) == (Health.OK, f"DOC and PPT are read by {tmp_path}/bin/soffice")
    extractor.close()
    monkeypatch.setenv("PATH", "/nowhere")
    assert finding().health is Health.WARNING
    assert "not installed: DOC and PPT cannot be read" in finding().detail


def test_what_libreoffice_makes_is_read(
    extractor: ChildExtractor, tmp_path: Path, office: Callable[[str], Path]
) -> None:
    import docx

    document = docx.Document()
    document.add_heading("Tide tables", 1)
    document.save(str(tmp_path / "made.docx"))
    # It asks to be started again at first, as the real one does with a new profile.
    path = office(
        f"[ -e asked ] || {{ touch asked; exit 81; }}\nmkdir -p made && cp '{tmp_path}/made.docx' made/document.docx"
    )
    extraction = extractor.extract(path)
    assert (extraction.media_type, whole_text(extraction)) == ("application/msword", "Tide tables")
    assert left_behind(tmp_path) == []


def test_success_without_a_result_is_a_failure(extractor: ChildExtractor, office: Callable[[str], Path]) -> None:
    with pytest.raises(FileDamagedError, match="LibreOffice could not read"):
        extractor.extract(office("exit 0"))


def test_a_program_that_hangs_is_killed_with_what_it_started(tmp_path: Path, office: Callable[[str], Path]) -> None:
    root = tmp_path / "temporary"
    root.mkdir()
    extractor = ChildExtractor(ExtractionLimits(page_seconds=1.5), temporary_root=root)
    path, pid = office(f"trap '' TERM\nsleep 300 & echo $! > '{tmp_path}/pid'\nwait"), tmp_path / "pid"
    pid.touch()
    try:
        # On a busy machine the limit may be over before the program has started anything.
        for _ in range(20):
            with pytest.raises(LimitExceededError, match="max_page_seconds"):
                extractor.extract(path)
            if pid.read_text():
                break
    finally:
        extractor.close()
    assert gone(int(pid.read_text()))


def test_a_child_that_dies_takes_its_program_with_it(
    extractor: ChildExtractor, tmp_path: Path, office: Callable[[str], Path]
) -> None:
    path = office(f"sleep 300 & echo $! > '{tmp_path}/pid'\nkill -9 $PPID\nwait")
    with pytest.raises(FileError, match="died"):
        extractor.extract(path)
    assert gone(int((tmp_path / "pid").read_text()))


def gone(pid: int, seconds: float = 5.0) -> bool:
    """Tell whether a process has ended, which takes a moment after it was killed."""
    deadline = time.monotonic() + seconds
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def whole_text(extraction: Extraction) -> str:
    return "\n".join(block.text for page in extraction.pages for block in page.blocks)


def left_behind(folder: Path) -> list[Path]:
    return [entry for made in (folder / "temporary").iterdir() for entry in made.iterdir()]
