"""Archives and mails as a person uses them: what lies in them is found, named, kept in step and removed."""

import io
import os
import zipfile
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from fixtures.commands import Commands, Outcome

RENT = b"# Contratto di affitto\n\nIl canone mensile di affitto del magazzino e di 640 euro.\n"
BACKUP = b"# Backup policy\n\nEvery night at 02:30 the database is copied to the second building.\n"
HOLIDAYS = b"Die Betriebsferien dauern vom 4. bis zum 22. August; das Lager ist geschlossen.\n"


def zipped(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def mail(subject: str, *attachments: tuple[str, bytes]) -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "anna@example.org", subject
    message.set_content("See what is attached.")
    for name, content in attachments:
        message.add_attachment(content, "application", "octet-stream", filename=name)
    return message.as_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def outcomes(added: Outcome) -> dict[str, str]:
    """Return what became of each file of a ledger, by its name."""
    return {Path(entry["path"]).name: entry["outcome"] for entry in added.json["files"]}


def listed(commands: Commands, *arguments: str | Path) -> dict[str, Any]:
    return {Path(record["path"]).name: record for record in commands("list", *arguments, "--json").json}


def found(commands: Commands, question: str) -> list[str]:
    results = commands("search", "--floor", "0.3", question, "--json").json["results"]
    return [result["document"]["name"] for result in results]


def test_an_attachment_is_found_and_names_its_mail(commands: Commands, folder: Path) -> None:
    (folder / "letter.eml").write_bytes(mail("The new lease", ("rent.md", RENT)))
    assert outcomes(commands("add", folder, "--json")) == {"letter.eml": "indexed", "rent.md": "indexed"}
    answer = commands("search", "canone mensile del magazzino", "--json").json
    document = answer["results"][0]["document"]
    letter = listed(commands)["letter.eml"]
    assert document["path"] == f"{folder}/letter.eml!/rent.md"
    assert document["container"] == {"id": letter["id"], "name": "letter.eml", "title": "The new lease"}
    assert answer["stale"] == {}
    shown = f"member of letter.eml ({letter['id']}): The new lease"
    assert shown in commands("search", "canone mensile del magazzino").out
    assert f"member of   letter.eml ({letter['id']}): The new lease" in commands("show", document["id"]).out


def test_a_mail_shows_its_members_and_a_member_is_shown_by_its_path(commands: Commands, folder: Path) -> None:
    (folder / "letter.eml").write_bytes(mail("Two files", ("rent.md", RENT), ("backup.md", BACKUP)))
    commands("add", folder)
    letter = commands("show", folder / "letter.eml", "--json").json
    assert [member["path"] for member in letter["members"]] == [
        f"{folder}/letter.eml!/backup.md",
        f"{folder}/letter.eml!/rent.md",
    ]
    assert "02:30" in commands("show", f"{folder}/letter.eml!/backup.md", "--text").out
    assert set(listed(commands, folder / "letter.eml")) == {"letter.eml", "backup.md", "rent.md"}


def test_what_lies_in_an_archive_in_a_mail_is_a_document_too(commands: Commands, folder: Path) -> None:
    inner = mail("The inner letter", ("rent.md", RENT))
    (folder / "outer.eml").write_bytes(mail("Outer", ("all.zip", zipped({"a/inner.eml": inner, "b.md": BACKUP}))))
    added = commands("add", folder, "--json")
    assert outcomes(added) == dict.fromkeys(["outer.eml", "all.zip", "inner.eml", "rent.md", "b.md"], "indexed")
    assert f"{folder}/outer.eml!/all.zip!/a/inner.eml!/rent.md" in {entry["path"] for entry in added.json["files"]}
    again = commands("add", folder, "--json")
    assert again.json["totals"]["unchanged"] == 5


def test_an_archive_that_has_not_changed_is_not_opened(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.zip").write_bytes(zipped({"rent.md": RENT, "film.mp4": b"\x00\x00\x00\x20ftypisom", "none.md": b""}))
    first = outcomes(commands("add", folder, "--json"))
    assert first == {"a.zip": "indexed", "rent.md": "indexed", "film.mp4": "skipped", "none.md": "failed"}
    monkeypatch.setattr("schedario.extract.supervisor.ChildExtractor.extract", None)
    os.utime(folder / "a.zip", (1, 1))
    again = commands("add", folder, "--json")
    assert outcomes(again) == {**first, "a.zip": "unchanged", "rent.md": "unchanged"}
    assert commands("search", "canone mensile", "--json").json["stale"] == {}


def test_a_changed_archive_brings_only_what_is_new_and_drops_what_is_gone(commands: Commands, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"rent.md": RENT, "backup.md": BACKUP}))
    commands("add", folder)
    before = listed(commands)
    (folder / "a.zip").write_bytes(zipped({"new.txt": HOLIDAYS, "rent.md": RENT}))
    assert outcomes(commands("add", folder, "--json")) == {
        "a.zip": "indexed",
        "new.txt": "indexed",
        "rent.md": "unchanged",
    }
    after = listed(commands)
    assert set(after) == {"a.zip", "rent.md", "new.txt"}
    assert [after[name]["id"] for name in ("a.zip", "rent.md")] == [before[name]["id"] for name in ("a.zip", "rent.md")]
    assert found(commands, "database copied every night") == []
    # The place of a member in its archive has changed, and it is still found there.
    commands("remove", folder / "a.zip!/new.txt")
    assert outcomes(commands("add", folder, "--json"))["new.txt"] == "indexed"


def test_an_archive_that_breaks_goes_on_answering_and_its_members_are_stale(commands: Commands, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"rent.md": RENT}))
    commands("add", folder)
    (folder / "a.zip").write_bytes(b"PK\x03\x04 cut off")
    assert outcomes(commands("add", folder, "--json")) == {"a.zip": "failed"}
    answer = commands("search", "canone mensile del magazzino", "--json").json
    assert answer["results"][0]["document"]["name"] == "rent.md"
    assert list(answer["stale"]) == [answer["results"][0]["document"]["id"]]


def test_removing_an_archive_removes_what_lies_in_it(commands: Commands, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"letter.eml": mail("Lease", ("rent.md", RENT)), "backup.md": BACKUP}))
    commands("add", folder)
    removed = commands("remove", folder / "a.zip", "--json").json
    assert {Path(record["path"]).name for record in removed["removed"]} == {
        "a.zip", "letter.eml", "rent.md", "backup.md",
    }  # fmt: skip
    assert listed(commands) == {}
    assert commands("status", "--json").json["chunks"] == 0


def test_a_removed_member_comes_back_with_the_next_add(commands: Commands, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"rent.md": RENT, "backup.md": BACKUP}))
    commands("add", folder)
    assert commands("remove", folder / "a.zip!/rent.md").code == 0
    assert set(listed(commands)) == {"a.zip", "backup.md"}
    assert outcomes(commands("add", folder, "--json")) == {
        "a.zip": "unchanged",
        "rent.md": "indexed",
        "backup.md": "unchanged",
    }


def test_an_archive_that_was_moved_before_its_members_were_done_brings_them_in(
    commands: Commands, folder: Path
) -> None:
    (folder / "a.zip").write_bytes(zipped({"rent.md": RENT, "backup.md": BACKUP}))
    commands("add", folder)
    commands("remove", folder / "a.zip!/rent.md")
    (folder / "a.zip").rename(folder / "b.zip")
    expected = {"b.zip": "duplicate", "rent.md": "indexed", "backup.md": "unchanged"}
    assert outcomes(commands("add", folder, "--json")) == expected
    assert found(commands, "canone mensile del magazzino") == ["rent.md"]
    assert outcomes(commands("add", folder, "--json")) == {"b.zip": "duplicate"}
    commands("remove", folder / "a.zip!/rent.md")
    assert outcomes(commands("add", folder, "--json")) == expected


def test_a_copy_in_an_archive_takes_the_place_of_its_original(commands: Commands, folder: Path) -> None:
    (folder / "1.md").write_bytes(RENT)
    commands("add", folder / "1.md")
    (folder / "a.zip").write_bytes(zipped({"copy.md": RENT, "more.zip": zipped({"deep.md": RENT})}))
    added = outcomes(commands("add", folder, "--json"))
    assert (added["copy.md"], added["deep.md"]) == ("duplicate", "duplicate")
    removed = commands("remove", folder / "1.md", "--json").json
    assert f"{folder}/a.zip!/copy.md" in removed["adopted"]
    assert found(commands, "canone mensile del magazzino") == ["copy.md"]
    # And the other way round: the archive goes, the copy inside the other archive lives on.
    (folder / "b.zip").write_bytes(zipped({"last.md": RENT}))
    commands("add", folder / "b.zip")
    commands("remove", folder / "a.zip")
    assert found(commands, "canone mensile del magazzino") == ["last.md"]


def test_mails_of_the_same_words_with_other_attachments_are_two_documents(commands: Commands, folder: Path) -> None:
    (folder / "1.eml").write_bytes(mail("Files", ("file.md", RENT)))
    (folder / "2.eml").write_bytes(mail("Files", ("file.md", BACKUP)))
    (folder / "3.eml").write_bytes(b"X-Copy: yes\n" + mail("Files", ("file.md", BACKUP)))
    added = commands("add", folder, "--json")
    by_path = {entry["path"].removeprefix(f"{folder}/"): entry["outcome"] for entry in added.json["files"]}
    assert by_path == {
        **dict.fromkeys(["1.eml", "1.eml!/file.md", "2.eml", "2.eml!/file.md"], "indexed"),
        "3.eml": "duplicate",
    }
    commands("remove", folder / "2.eml")
    assert found(commands, "database copied every night") == ["file.md"]


def test_members_of_one_name_and_a_file_whose_name_looks_like_a_members_are_kept_apart(
    commands: Commands, folder: Path
) -> None:
    (folder / "a.eml").write_bytes(mail("Twice", ("x.md", RENT), ("x.md", BACKUP)))
    (folder / "a.eml!").mkdir()
    (folder / "a.eml!" / "x.md").write_bytes(HOLIDAYS)
    added = commands("add", folder, "--json").json
    paths = [entry["path"].removeprefix(f"{folder}/") for entry in added["files"]]
    assert sorted(paths) == ["a.eml", "a.eml!/x (2).md", "a.eml!/x.md", "a.eml!/x.md"]
    assert added["totals"]["indexed"] == 4
    assert "Betriebsferien" in commands("show", folder / "a.eml!" / "x.md", "--text").out
    assert commands("add", folder, "--json").json["totals"]["unchanged"] == 4


def test_an_archive_inside_itself_has_an_end(commands: Commands, folder: Path) -> None:
    content = RENT
    for level in range(9):
        content = zipped({f"level{level}.{'zip' if level else 'md'}": content})
    (folder / "deep.zip").write_bytes(content)
    added = commands("add", folder, "--json").json
    assert added["totals"] == {"indexed": 6, "unchanged": 0, "duplicate": 0, "skipped": 0, "failed": 1, "private": 0}
    last = added["files"][-1]
    assert (last["code"], last["path"].count("!/")) == ("limit_exceeded", 6)
    assert "max_member_depth=5" in last["reason"]


def test_one_member_that_fails_costs_no_other(commands: Commands, folder: Path) -> None:
    (folder / "a.zip").write_bytes(zipped({"cut.pdf": b"%PDF-1.4 cut", "rent.md": RENT}))
    added = commands("add", folder, "--json")
    assert added.code == 1
    assert outcomes(added) == {"a.zip": "indexed", "cut.pdf": "failed", "rent.md": "indexed"}
    assert listed(commands, "--status", "failed")["cut.pdf"]["container"]["name"] == "a.zip"
