"""Notes that a person hangs on a document."""

import os
from pathlib import Path

import pytest

from fixtures.commands import Commands, Outcome

NOTE = "The penguins of the zoo moved to a larger pool in spring."
ASKED = "where did the penguins move?"


@pytest.fixture
def lease(commands: Commands, tmp_path: Path) -> Path:
    """A lease and a letter; returns the lease."""
    file = tmp_path / "files" / "lease.md"
    file.parent.mkdir()
    file.write_text("# Lease\n\nThe tenant pays the rent on the fifth day of every month.\n", encoding="utf-8")
    (file.parent / "letter.txt").write_text("The boiler was repaired by the plumber in May.\n", encoding="utf-8")
    assert commands("add", file.parent).code == 0
    return file


def hang(commands: Commands, document: Path | str, text: str = NOTE) -> str:
    return str(commands("addendum", "add", document, text, "--json").json["id"])


def found(outcome: Outcome) -> list[tuple[str, str | None]]:
    return [
        (result["document"]["name"], passage["addendum"])
        for result in outcome.json["results"]
        for passage in result["passages"]
    ]


def test_an_addendum_is_found_as_its_document_and_labelled(commands: Commands, lease: Path) -> None:
    note = hang(commands, lease)
    assert found(commands("search", ASKED, "--json"))[0] == ("lease.md", note)
    assert "addendum, 2" in commands("search", ASKED).out
    assert NOTE in commands("search", f'"{NOTE}"').out
    assert found(commands("answer", lease, ASKED, "--json"))[0] == ("lease.md", note)


def test_it_stands_before_the_documents_own_text(commands: Commands, lease: Path) -> None:
    first = hang(commands, lease, "The tenant pays the rent late, as a rule.")
    second = hang(commands, lease, "The tenant pays the rent in time since May.")
    passages = found(commands("search", "when does the tenant pay the rent?", "--floor", "0", "--json"))
    assert passages[:3] == [("lease.md", first), ("lease.md", second), ("lease.md", None)]


def test_it_is_no_document_of_its_own(commands: Commands, lease: Path) -> None:
    hang(commands, lease)
    hang(commands, lease.parent / "letter.txt")
    assert len(commands("list", "--json").json) == 2
    assert commands("status", "--json").json["documents"]["indexed"] == 2
    assert commands("search", ASKED, "--json").json["documents_searched"] == 2
    assert commands("doctor", "--index").code == 0


def test_filters_ask_of_it_what_they_ask_of_its_document(commands: Commands, lease: Path) -> None:
    note = hang(commands, lease)
    for narrowed in (["--type", "md"], ["--document", lease], ["--folder", lease.parent], ["--language", "en"]):
        assert ("lease.md", note) in found(commands("search", ASKED, *narrowed, "--json")), narrowed
    for other in (["--type", "txt"], ["--document", lease.parent / "letter.txt"], ["--collection", "other"]):
        assert ("lease.md", note) not in found(commands("search", ASKED, "--floor", "0", *other, "--json")), other


def test_it_survives_a_new_version_and_a_new_name_of_the_file(commands: Commands, lease: Path) -> None:
    commands("folder", "add", lease.parent)
    assert commands("sync").code == 0
    note = hang(commands, lease)
    lease.write_text("# Lease\n\nThe tenant pays the rent on the tenth day of every month.\n", encoding="utf-8")
    os.utime(lease, (2_000_000_000, 2_000_000_000))
    assert commands("sync").code == 0
    renamed = lease.rename(lease.parent / "rental.md")
    assert commands("sync").code == 0
    assert found(commands("search", ASKED, "--json"))[0] == ("rental.md", note)
    (listed,) = commands("addendum", "list", renamed, "--json").json
    assert (listed["id"], listed["text"]) == (note, NOTE)
    assert NOTE in commands("addendum", "list", renamed).out


def test_it_goes_with_its_document_and_nothing_of_it_is_left(commands: Commands, lease: Path) -> None:
    note = hang(commands, lease)
    assert found(commands("search", ASKED, "--json"))
    assert commands("remove", lease).code == 0
    assert commands("doctor", "--deleted", note).code == 0
    assert commands("doctor", "--index").code == 0
    assert not found(commands("search", ASKED, "--json"))


def test_one_is_removed_and_the_document_stays(commands: Commands, lease: Path) -> None:
    note = hang(commands, lease)
    assert commands("addendum", "remove", note, "--json").json["text"] == NOTE
    assert commands("doctor", "--deleted", note).code == 0
    assert commands("addendum", "list", lease, "--json").json == []
    assert len(commands("list", "--json").json) == 2


def test_a_document_that_could_not_be_read_can_have_one(commands: Commands, lease: Path) -> None:
    broken = lease.parent / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing")
    commands("add", broken)
    note = hang(commands, broken)
    assert found(commands("search", ASKED, "--json"))[0] == ("broken.pdf", note)


def test_a_backup_holds_it(commands: Commands, lease: Path, tmp_path: Path) -> None:
    note = hang(commands, lease)
    assert commands("backup", tmp_path / "archive.backup").code == 0
    again = Commands(commands.home, f"{commands.archive}_b")
    assert again("restore", tmp_path / "archive.backup").code == 0
    assert found(again("search", ASKED, "--json"))[0] == ("lease.md", note)


def test_what_cannot_be_one_is_refused(commands: Commands, lease: Path, tmp_path: Path) -> None:
    note = hang(commands, lease)
    assert "nothing to find" in commands("addendum", "add", lease, "?!").error
    assert "100,000 are the most" in commands("addendum", "add", lease, "x " * 60_000).error
    assert "not on another addendum" in commands("addendum", "add", note, "more").error
    assert "not the id of an addendum" in commands("addendum", "remove", "zzzzzzzz").error
    (tmp_path / "latin.txt").write_bytes(b"caff\xe8")
    assert "cannot be read as text" in commands("addendum", "add", lease, "--file", tmp_path / "latin.txt").error
    assert commands("addendum", "add", lease).code == 2
    (tmp_path / "note.txt").write_text(NOTE, encoding="utf-8")
    assert commands("addendum", "add", lease, "--file", tmp_path / "note.txt").code == 0
