"""Files that lie inside files: which are found, under which names, and what is read when one is taken out."""

import io
import mailbox
import stat
import zipfile
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from PIL import Image

from fixtures import formats, pdfs
from schedario.errors import FileEmptyError, LimitExceededError, PasswordNeededError
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Extraction, Member


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(ExtractionLimits(member_depth=3), temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


def text(extraction: Extraction) -> str:
    return "\n".join(block.text for page in extraction.pages for block in page.blocks)


def names(extraction: Extraction) -> list[str]:
    return [member.name for member in extraction.members]


def picture(width: int, height: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(file, "PNG")
    return file.getvalue()


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def mail(subject: str, *attachments: tuple[str, bytes, str]) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["Subject"] = "anna@example.org", subject
    message.set_content(f"The words of {subject}.")
    for name, content, kind in attachments:
        message.add_attachment(content, *kind.split("/"), filename=name)
    return message


def test_an_archive_lists_its_files_but_not_those_of_programs(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    left_out = {f"{folder}/x.txt": b"x" for folder in (".git", "__MACOSX", "b/node_modules")}
    path.write_bytes(zipped({"città/a.txt": b"first words", "b/": b"", ".DS_Store": b"x", "b.md": b"# B", **left_out}))
    extraction = extractor.extract(path)
    assert (extraction.media_type, extraction.pages) == ("application/zip", ())
    assert names(extraction) == ["città/a.txt", "b.md"]
    assert [text(extractor.extract(path, [member.key])) for member in extraction.members] == ["first words", "B"]


def test_names_that_lead_elsewhere_are_only_names(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    strange = [
        "../../up.txt",
        "/root.txt",
        "C:\\Users\\anna\\win.txt",
        "a/./../b.txt",
        "line\nend.txt",
        "..",
        "x" * 300,
    ]
    path.write_bytes(zipped({name: name.encode() for name in strange}))
    extraction = extractor.extract(path)
    assert names(extraction)[:6] == ["up.txt", "root.txt", "Users/anna/win.txt", "a/b.txt", "line end.txt", "member 5"]
    assert len(names(extraction)[6]) < 240
    assert text(extractor.extract(path, ["0"])) == "../../up.txt"


def test_names_in_utf8_that_do_not_say_so_are_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    content = zipped({"citta_.txt": b"x"})
    path.write_bytes(content.replace(b"citta_", "città".encode()))
    assert names(extractor.extract(path)) == ["città.txt"]


def test_a_member_that_cannot_be_unpacked_says_why_and_costs_no_other(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    path = tmp_path / "a.zip"
    link = zipfile.ZipInfo("link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("good.txt", "good words")
        archive.writestr(link, "/etc/passwd")
        archive.writestr("bomb.txt", bytes(20_000_000))
        archive.writestr("odd.txt", "packed oddly")
    content = bytearray(path.read_bytes())
    # The method stands in the member's own head and in the directory.
    for head, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = content.index(b"odd.txt", content.index(head)) if head == b"PK\x03\x04" else content.rindex(b"odd.txt")
        start = content.rindex(head, 0, at)
        content[start + offset] = 9
    path.write_bytes(content)
    found = {member.name: (member.code, member.reason) for member in extractor.extract(path).members}
    assert found["good.txt"] == ("", "")
    assert found["link"] == ("format_unsupported", "a link in an archive is not followed")
    assert found["bomb.txt"][0] == "limit_exceeded"
    assert "ratio" in found["bomb.txt"][1]
    assert found["odd.txt"][0] == "format_unsupported"
    assert "Deflate64" in found["odd.txt"][1]


def test_an_archive_without_files_is_empty(extractor: ChildExtractor, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"folder/": b"", ".hidden": b"x"}))
    with pytest.raises(FileEmptyError, match="holds no files"):
        extractor.extract(tmp_path / "a.zip")


def test_an_archive_that_is_encrypted_asks_for_its_password_once(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    content = bytearray(zipped({"a.txt": b"x", "b.txt": b"y"}))
    for head, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = -1
        while (start := content.find(head, start + 1)) >= 0:
            content[start + offset] |= 1
    path.write_bytes(content)
    with pytest.raises(PasswordNeededError, match="encrypted"):
        extractor.extract(path)


def test_the_attachments_of_a_mail_are_members(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    inner = mail("The offer", ("prices.csv", b"part,price\npump,3", "text/csv"))
    outer = mail("Hello", ("notes.txt", b"some notes", "text/plain"), ("empty.txt", b"", "text/plain"))
    outer.add_attachment(inner)
    path.write_bytes(outer.as_bytes())
    extraction = extractor.extract(path)
    assert names(extraction) == ["notes.txt", "The offer.eml"]
    assert "some notes" not in text(extraction)
    assert text(extractor.extract(path, [extraction.members[0].key])) == "some notes"
    offer = extractor.extract(path, [extraction.members[1].key])
    assert (offer.title, names(offer)) == ("The offer", ["prices.csv"])
    prices = extractor.extract(path, [extraction.members[1].key, offer.members[0].key])
    assert (prices.media_type, text(prices)) == ("text/csv", "part | price\npump | 3")


def test_pictures_of_the_layout_are_no_members(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    message = EmailMessage()
    message["From"], message["Subject"] = "anna@example.org", "Logo"
    message.set_content("<p>Words <img src='cid:logo'></p>", subtype="html")
    message.add_related(picture(300, 300), "image", "png", cid="<logo>", filename="logo.png")
    message.make_mixed()
    for name, size, disposition in (("line.png", (600, 20), "inline"), ("photo.png", (200, 100), "inline")):
        message.add_attachment(picture(*size), "image", "png", filename=name, disposition=disposition)
    message.add_attachment(picture(20, 20), "image", "png", filename="sent.png")
    path.write_bytes(message.as_bytes())
    assert names(extractor.extract(path)) == ["photo.png", "sent.png"]


def test_the_attachments_of_a_mailbox_are_found_by_the_place_of_their_message(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    path = tmp_path / "post.mbox"
    box = mailbox.mbox(path)
    for number in range(3):
        box.add(mail(f"Number {number}", ("same name.txt", f"words {number}".encode(), "text/plain")).as_bytes())
    box.close()
    extraction = extractor.extract(path)
    assert names(extraction) == ["same name.txt"] * 3
    found = [text(extractor.extract(path, [member.key])) for member in extraction.members]
    assert found == ["words 0", "words 1", "words 2"]


def test_the_attachments_of_an_outlook_message_are_members_and_so_is_a_message_in_it(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    path = tmp_path / "letter.msg"
    formats.make_msg(path)
    hours, inner = extractor.extract(path).members
    assert (hours.name, inner.name) == ("hours.txt", "The inner letter.msg")
    assert text(extractor.extract(path, [hours.key])) == "open from nine"
    assert "It lies inside." in text(extractor.extract(path, [inner.key]))


def test_the_attachments_of_a_pdf_are_members(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "form.pdf"
    pdfs.make_form(path)
    crew, photo = extractor.extract(path).members
    assert (crew.name, photo.name) == ("crew.txt", "photo.bin")
    assert text(extractor.extract(path, [crew.key])) == "Skipper: Rossi\nMate: Müller"


def test_equal_bytes_have_equal_hashes_wherever_they_lie(extractor: ChildExtractor, tmp_path: Path) -> None:
    content = b"the same words"
    (tmp_path / "a.zip").write_bytes(zipped({"x/one.txt": content}))
    (tmp_path / "b.eml").write_bytes(mail("B", ("two.txt", content, "text/plain")).as_bytes())
    hashes = {extractor.extract(tmp_path / name).members[0].content_hash for name in ("a.zip", "b.eml")}
    assert len(hashes) == 1


def test_what_lies_too_deep_is_named_and_not_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    content = b"deepest words"
    for level in range(5):
        content = zipped({f"level {level}{'.zip' if level else '.txt'}": content})
    path.write_bytes(content)
    keys: list[str] = []
    found: list[Member] = []
    while not (found and found[0].code):
        found = list(extractor.extract(path, keys).members)
        keys.append(found[0].key)
    assert len(keys) == 4
    assert found[0].code == "limit_exceeded"
    assert "max_member_depth=3" in found[0].reason
    with pytest.raises(LimitExceededError, match="max_member_depth=3"):
        extractor.extract(path, keys)


def test_a_picture_of_a_telephone_is_read(extractor: ChildExtractor) -> None:
    extraction = extractor.extract(Path(__file__).parents[1] / "fixtures" / "ferry.heic")
    assert extraction.media_type == "image/heic"
    assert text(extraction) == "The ferry leaves the harbour\nat seven from the north quay"
