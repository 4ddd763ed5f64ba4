"""Archives and mails that are made to do harm: what lies in them cannot reach beyond its own entry."""

import bz2
import hashlib
import io
import random
import struct
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from schedario.errors import FileError, LimitExceededError
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor

LIMITS = ExtractionLimits(
    file_bytes=2_000_000, archive_members=50, unpacked_bytes=3_000_000, page_seconds=60, memory_bytes=400 << 20
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def extractor(root: Path) -> Iterator[ChildExtractor]:
    made = ChildExtractor(LIMITS, temporary_root=root)
    yield made
    made.close()
    assert list(root.iterdir()) == []


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def with_a_bomb() -> bytes:
    """Return an archive in which three kilobytes, packed by bzip2, unpack to gigabytes, and say that they do not."""
    bomb = bz2.compress(bytes(45_000_000)) * 40
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("good.txt", b"good words")
        archive.writestr("bomb.txt", bomb)
    content = bytearray(file.getvalue())
    for at, place in ((content.index(b"PK\x03\x04", 40), 8), (content.rindex(b"PK\x01\x02"), 10)):
        struct.pack_into("<H", content, at + place, zipfile.ZIP_BZIP2)
    return bytes(content)


def left(root: Path) -> list[str]:
    """Return what lies in the child's folder."""
    return [entry.name for folder in root.iterdir() for entry in folder.iterdir()]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (zipped({f"{number}.txt": b"x" for number in range(60)}), "max_archive_members=50"),
        (zipped({f"{number}.txt": bytes(1_000_000) for number in range(4)}), "max_unpacked_mb"),
        (zipped({"a.bin": bytes(2_500_000)}, zipfile.ZIP_STORED), "max_file_mb"),
        (zipped({"a.txt": b"words"})[:-30], "cannot be opened"),
    ],
    # The bytes hold the time, and would be the tests' names.
    ids=["members", "unpacked", "one member", "cut off"],
)
def test_an_archive_that_is_too_much_says_why(
    extractor: ChildExtractor, tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(FileError, match=words):
        extractor.extract(tmp_path / "a.zip")


def test_a_member_with_wrong_bytes_costs_no_other(extractor: ChildExtractor, tmp_path: Path) -> None:
    content = bytearray(zipped({"a.txt": b"first words" * 9, "b.txt": b"more words"}, zipfile.ZIP_STORED))
    content[content.index(b"first")] ^= 1
    (tmp_path / "a.zip").write_bytes(content)
    broken, whole = extractor.extract(tmp_path / "a.zip").members
    assert (broken.code, whole.code) == ("file_damaged", "")
    with pytest.raises(FileError, match="cannot be unpacked"):
        extractor.extract(tmp_path / "a.zip", [broken.key])
    assert extractor.extract(tmp_path / "a.zip", [whole.key]).pages[0].blocks[0].text == "more words"


def test_a_member_that_unpacks_to_more_than_it_says_costs_no_other(extractor: ChildExtractor, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(with_a_bomb())
    good, bomb = extractor.extract(tmp_path / "a.zip").members
    assert (good.code, bomb.code) == ("", "file_damaged")
    assert "more in it than the directory says" in bomb.reason


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_member_is_unpacked_whole_whatever_packed_it(extractor: ChildExtractor, tmp_path: Path, method: int) -> None:
    words = " ".join(map(str, range(200_000)))
    (tmp_path / "a.zip").write_bytes(zipped({"a.txt": words.encode()}, method))
    (member,) = extractor.extract(tmp_path / "a.zip").members
    assert member.content_hash == hashlib.sha256(words.encode()).hexdigest()
    assert extractor.extract(tmp_path / "a.zip", [member.key]).pages[0].blocks[0].text == words


def test_a_broken_member_that_would_name_a_kind_costs_no_other(extractor: ChildExtractor, tmp_path: Path) -> None:
    content = bytearray(zipped({"mimetype": b"not so", "a.txt": b"words"}, zipfile.ZIP_STORED))
    content[content.index(b"not so")] ^= 1
    (tmp_path / "a.zip").write_bytes(content)
    assert [member.code for member in extractor.extract(tmp_path / "a.zip").members] == ["file_damaged", ""]


@pytest.mark.parametrize("name", ["venv/some.dist-info/WHEEL", "letter.pages/Index/Document.iwa"])
def test_a_package_in_a_folder_of_an_archive_costs_no_other(
    extractor: ChildExtractor, tmp_path: Path, name: str
) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"a.txt": b"words", name: b"x"}))
    assert [member.name for member in extractor.extract(tmp_path / "a.zip").members] == ["a.txt", name]


def test_folders_as_windows_writes_them_are_no_members(extractor: ChildExtractor, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"papers\\": b"", "papers\\a.txt": b"words"}))
    assert [member.name for member in extractor.extract(tmp_path / "a.zip").members] == ["papers/a.txt"]


@pytest.mark.parametrize(
    ("header", "name"),
    [
        (b"filename*=undefined''x.txt", "x.txt"),
        (b"filename*=idna''%ff.txt", "\xff.txt"),
        (b"filename*=a%00b''x.txt", "x.txt"),
        (b"filename*=utf-8''caf%C3%A9.txt", "caf\xe9.txt"),
        (b'filename*0="ca"; filename*1="fe.txt"', "cafe.txt"),
        (b"filename==?utf-8?q?a?= \\ud800.txt", "a \N{REPLACEMENT CHARACTER}.txt"),
        (b'filename="=?utf-8?b?AAo=?=a.txt"', "\N{REPLACEMENT CHARACTER} a.txt"),
        (b'filename=""', "part 3"),
    ],
)
def test_an_attachment_with_an_absurd_name_costs_nothing(
    extractor: ChildExtractor, tmp_path: Path, header: bytes, name: str
) -> None:
    (tmp_path / "a.eml").write_bytes(message_with(header))
    (member,) = extractor.extract(tmp_path / "a.eml").members
    assert member.name == name


def test_a_message_that_breaks_the_parser_costs_no_other_of_its_mailbox(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    parts = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000))
    messages = (message_with(b"filename=a.txt"), parts, message_with(b"filename=b.txt"))
    box = b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + content + b"\n\n" for content in messages)
    (tmp_path / "a.mbox").write_bytes(box)
    extraction = extractor.extract(tmp_path / "a.mbox")
    assert [member.name for member in extraction.members] == ["a.txt", "b.txt"]
    assert extraction.warnings == ("message 2 could not be read (the file is nested too deeply)",)


def message_with(header: bytes) -> bytes:
    """Return a message with one attachment, named by this header."""
    return (
        b"From: a@example.org\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=B\n\n"
        b"--B\nContent-Type: text/plain\n\nwords\n--B\nContent-Type: application/octet-stream\n"
        b"Content-Disposition: attachment; " + header + b"\n\nmore words\n--B--\n"
    )


def test_what_is_unpacked_on_the_way_to_a_member_counts_together(extractor: ChildExtractor, tmp_path: Path) -> None:
    noise = random.Random(7).randbytes(1_600_000)
    inner = zipped({"a.bin": noise}, zipfile.ZIP_STORED)
    (tmp_path / "a.zip").write_bytes(zipped({"b.zip": inner}))
    assert extractor.extract(tmp_path / "a.zip", ["0"]).members[0].name == "a.bin"
    with pytest.raises(LimitExceededError, match="max_unpacked_mb"):
        extractor.extract(tmp_path / "a.zip", ["0", "0"])


def test_no_name_is_written_outside_of_the_childs_folder(extractor: ChildExtractor, tmp_path: Path, root: Path) -> None:
    names = ["../../outside.txt", "/tmp/outside-schedario.txt", "..\\outside.txt", "a/../../outside.txt"]
    (tmp_path / "a.zip").write_bytes(zipped(dict.fromkeys(names, b"outside words")))
    before = sorted(tmp_path.iterdir())
    for member in extractor.extract(tmp_path / "a.zip").members:
        assert extractor.extract(tmp_path / "a.zip", [member.key]).pages
    assert sorted(tmp_path.iterdir()) == before
    assert not Path("/tmp/outside-schedario.txt").exists()
    assert left(root) == []


def test_containers_on_the_way_are_kept_until_the_next_file_and_no_longer(
    extractor: ChildExtractor, tmp_path: Path, root: Path
) -> None:
    inner = zipped({"a.txt": b"words", "b.txt": b"more words"})
    (tmp_path / "a.zip").write_bytes(zipped({"inner.zip": inner}))
    (tmp_path / "c.txt").write_text("plain")
    for key in ("0", "1"):
        extractor.extract(tmp_path / "a.zip", ["0", key])
        assert left(root) == ["containers"]
    extractor.extract(tmp_path / "c.txt")
    assert left(root) == []
    # And again, although the folder is gone.
    assert extractor.extract(tmp_path / "a.zip", ["0", "1"]).pages[0].blocks[0].text == "more words"


def test_only_the_containers_on_the_way_take_room(extractor: ChildExtractor, tmp_path: Path, root: Path) -> None:
    inner = [zipped({"in.zip": zipped({"a.txt": f"words {number}".encode()})}) for number in range(3)]
    (tmp_path / "a.zip").write_bytes(zipped({f"{number}.zip": content for number, content in enumerate(inner)}))
    for key in ("0", "1", "2", "1"):
        extraction = extractor.extract(tmp_path / "a.zip", [key, "0", "0"])
        assert extraction.pages[0].blocks[0].text == f"words {key}"
        assert len(list(root.glob("*/containers/*"))) == 2
    extractor.extract(tmp_path / "a.zip", ["1", "0"])
    assert len(list(root.glob("*/containers/*"))) == 1


def test_a_changed_file_is_not_taken_for_the_one_that_was_open(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    for words in (b"first words", b"second words"):
        path.write_bytes(zipped({"a.txt": words, "inner.zip": zipped({"b.txt": b"inner " + words})}))
        assert extractor.extract(path, ["0"]).pages[0].blocks[0].text == words.decode()
        assert extractor.extract(path, ["1", "0"]).pages[0].blocks[0].text == f"inner {words.decode()}"
    with pytest.raises(FileError):
        extractor.extract(path, ["7"])
    path.write_text("no archive any more")
    with pytest.raises(FileError):
        extractor.extract(path, ["0"])


def test_an_attachment_that_ends_the_child_costs_no_other(extractor: ChildExtractor, tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Two files"
    message.set_content("words")
    message.add_attachment(b"{\\rtf1" + b"{" * 20_000 + b"x", "application", "rtf", filename="deep.rtf")
    message.add_attachment(b"good words", "text", "plain", filename="good.txt")
    (tmp_path / "a.eml").write_bytes(message.as_bytes())
    deep, good = extractor.extract(tmp_path / "a.eml").members
    with pytest.raises(FileError, match="nested too deeply"):
        extractor.extract(tmp_path / "a.eml", [deep.key])
    assert extractor.extract(tmp_path / "a.eml", [good.key]).pages[0].blocks[0].text == "good words"
