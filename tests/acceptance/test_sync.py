"""Folders that are kept up to date: what changes on disk is found, what is gone is not, nothing is lost."""

import os
import unicodedata
import zipfile
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from fixtures.commands import Commands
from schedario.db.server import EmbeddedServer
from schedario.embed.bundled import BundledEmbedder

FILES = 10


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    for number in range(FILES):
        (root / f"n{number}.md").write_text(f"# Note {number}\n\nThe parcel {number} went to depot {number + 40}.\n")
    return root


@pytest.fixture
def kept(commands: Commands, folder: Path) -> Path:
    """A folder that was added and synced once."""
    assert commands("folder", "add", folder).code == 0
    assert commands("sync").code == 0
    return folder


def source(commands: Commands, *arguments: str) -> dict[str, object]:
    (found,) = commands("sync", "--json", *arguments).json["sources"]
    return dict(found)


def ids(commands: Commands) -> dict[str, str]:
    return {record["path"]: record["id"] for record in commands("list", "--json").json}


def never_embed(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("something was embedded")

    monkeypatch.setattr(BundledEmbedder, "embed_passages", refuse)


def test_new_changed_and_removed_files_are_followed(commands: Commands, kept: Path) -> None:
    assert len(ids(commands)) == FILES
    before = ids(commands)
    (kept / "n0.md").write_text("# Note 0\n\nThe parcel 0 is in Oslo.\n")
    (kept / "new.md").write_text("# New\n\nThe parcel 99 went to depot 139.\n")
    (kept / "n1.md").unlink()
    report = commands("sync", "--json")
    assert report.code == 0
    assert report.json["sources"][0]["removed"] == 1
    assert report.json["totals"]["indexed"] == 2
    after = ids(commands)
    assert set(after) - set(before) == {str(kept / "new.md")}
    assert set(before) - set(after) == {str(kept / "n1.md")}
    assert after[str(kept / "n0.md")] == before[str(kept / "n0.md")]
    assert "Oslo" in commands("show", kept / "n0.md", "--text").out
    assert "40" not in commands("show", kept / "n0.md", "--text").out


def test_an_unchanged_folder_is_not_read(commands: Commands, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a file was read")

    monkeypatch.setattr("schedario.ingest.pipeline.read_file", refuse)
    assert source(commands)["unchanged"] == FILES


def test_a_note_renamed_and_moved_keeps_its_id_and_is_not_embedded_again(
    commands: Commands, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ids(commands)
    (kept / "archive").mkdir()
    (kept / "n3.md").rename(kept / "archive" / "other.md")
    never_embed(monkeypatch)
    report = source(commands)
    assert (report["renamed"], report["removed"]) == (1, 0)
    after = ids(commands)
    assert after[str(kept / "archive" / "other.md")] == before[str(kept / "n3.md")]
    assert len(after) == FILES
    assert source(commands)["unchanged"] == FILES
    assert commands("show", kept / "archive" / "other.md", "--json").json["name"] == "other.md"


def test_a_renamed_archive_takes_its_members_along(
    commands: Commands, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(kept / "old.zip", "w") as packed:
        packed.writestr("in/a.md", "# A\n\nThe vessel A is moored at berth 7.\n")
    commands("sync")
    member = ids(commands)[f"{kept}/old.zip!/in/a.md"]
    (kept / "old.zip").rename(kept / "a-longer-name.zip")
    never_embed(monkeypatch)
    assert source(commands)["renamed"] == 1
    assert ids(commands)[f"{kept}/a-longer-name.zip!/in/a.md"] == member
    assert not [path for path in ids(commands) if "old.zip" in path]


def test_a_file_that_moves_from_one_kept_folder_to_another_keeps_its_document(
    commands: Commands, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    commands("folder", "add", other)
    before = ids(commands)[str(kept / "n5.md")]
    (kept / "n5.md").rename(other / "n5.md")
    never_embed(monkeypatch)
    assert commands("sync").code == 0
    assert ids(commands)[str(other / "n5.md")] == before


def test_a_renamed_root_deletes_nothing_and_is_told_each_time(commands: Commands, kept: Path) -> None:
    before = ids(commands)
    kept.rename(kept.with_name("elsewhere"))
    for _ in range(2):
        told = commands("sync")
        assert told.code == 1
        assert "the folder is not there; nothing was removed" in told.out
    assert commands("sync", "--force").code == 1
    assert ids(commands) == before
    assert "the folder is not there" in commands("folder", "list").out
    # An empty folder where the disk was mounted is another folder.
    kept.mkdir()
    told = commands("sync")
    assert (told.code, ids(commands)) == (1, before)
    assert "another folder or disk lies there than before" in told.out
    kept.rmdir()
    kept.with_name("elsewhere").rename(kept)
    assert commands("sync").code == 0
    assert ids(commands) == before


def test_one_of_ten_that_is_deleted_goes_and_no_other(commands: Commands, kept: Path) -> None:
    before = ids(commands)
    (kept / "n4.md").unlink()
    assert source(commands)["removed"] == 1
    assert ids(commands) == {path: id_ for path, id_ in before.items() if path != str(kept / "n4.md")}
    assert source(commands)["removed"] == 0


def test_nine_of_ten_gone_at_once_need_force(commands: Commands, kept: Path) -> None:
    before = ids(commands)
    for number in range(1, FILES):
        (kept / f"n{number}.md").unlink()
    told = commands("sync")
    assert told.code == 1
    assert "9 of 10 files are gone at once; their documents were kept" in told.out
    assert ids(commands) == before
    assert source(commands, "--force")["removed"] == 9
    assert set(ids(commands)) == {str(kept / "n0.md")}


def test_a_name_in_another_unicode_form_is_the_same_document(commands: Commands, kept: Path) -> None:
    composed = unicodedata.normalize("NFC", "caffè.md")
    decomposed = unicodedata.normalize("NFD", "caffè.md")
    (kept / decomposed).write_text("# Caffè\n\nIl caffè costa 1,20 euro al banco.\n")
    commands("sync")
    before = ids(commands)[str(kept / decomposed)]
    (kept / decomposed).unlink()
    (kept / composed).write_text("# Caffè\n\nIl caffè costa 1,40 euro al banco.\n")
    assert source(commands)["removed"] == 0
    assert ids(commands)[str(kept / composed)] == before
    assert "1,40" in commands("show", before, "--text").out


def test_a_broken_file_is_one_entry_however_often_it_is_met(commands: Commands, kept: Path) -> None:
    (kept / "half.pdf").write_bytes(b"%PDF-1.7\nnothing more")
    assert commands("sync").code == 1
    before = ids(commands)
    for _ in range(4):
        again = commands("sync", "--json")
        assert (again.code, again.json["files"]) == (0, [])
    assert ids(commands) == before
    assert len(commands("list", "--status", "failed", "--json").json) == 1


def test_other_settings_bring_files_up_to_date(commands: Commands, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "64")
    assert commands("sync", "--json").json["totals"]["indexed"] == FILES
    assert source(commands)["unchanged"] == FILES


def test_the_copy_of_a_removed_file_takes_its_place(commands: Commands, kept: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_bytes((kept / "n2.md").read_bytes())
    commands("add", copy)
    (kept / "n2.md").unlink()
    assert source(commands)["removed"] == 1
    (record,) = [record for record in commands("list", "--json").json if record["path"] == str(copy)]
    assert record["status"] == "indexed"


def test_a_removed_document_comes_back_since_its_file_is_there(commands: Commands, kept: Path) -> None:
    commands("remove", kept / "n4.md")
    assert str(kept / "n4.md") not in ids(commands)
    commands("sync")
    assert str(kept / "n4.md") in ids(commands)


def test_globs_that_are_added_later_take_documents_out(commands: Commands, kept: Path) -> None:
    commands("folder", "add", kept, "--exclude", "n7.md")
    assert source(commands)["removed"] == 1
    assert str(kept / "n7.md") not in ids(commands)


def test_a_paused_folder_is_left_alone(commands: Commands, kept: Path) -> None:
    commands("folder", "pause", kept)
    (kept / "n1.md").unlink()
    assert commands("sync", "--json").json["sources"] == []
    assert len(ids(commands)) == FILES
    commands("folder", "resume", kept)
    assert source(commands)["removed"] == 1


def test_a_forgotten_folder_takes_its_documents_along_or_leaves_them(commands: Commands, kept: Path) -> None:
    assert commands("folder", "remove", kept, "--keep", "--json").json["removed"] == 0
    assert len(ids(commands)) == FILES
    commands("folder", "add", kept)
    commands("sync")
    assert commands("folder", "remove", kept, "--json").json["removed"] == FILES
    assert ids(commands) == {}
    assert commands("folder", "list", "--json").json == []


def test_an_unreadable_folder_keeps_its_documents(
    commands: Commands, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (kept / "closed").mkdir()
    (kept / "n6.md").rename(kept / "closed" / "n6.md")
    commands("sync")
    real = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("/closed"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr("schedario.sources.folder.os.scandir", refuse)
    told = commands("sync")
    assert told.code == 1
    assert "cannot be listed (Permission denied)" in told.out
    assert str(kept / "closed" / "n6.md") in ids(commands)


def test_two_passes_at_once_are_refused(commands: Commands, kept: Path, database_server: EmbeddedServer) -> None:
    with psycopg.connect(database_server.address.conninfo, autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (0x5C4EDA04, f"archive_{commands.archive}"))
        refused = commands("sync")
    assert (refused.code, refused.error) == (
        2, "schedario: another sync of this archive is running. Wait until it has ended",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "none"), "no such folder"),
        (("remove", "none"), "no folder of that path is kept"),
        (("pause", "none"), "no folder of that path is kept"),
        (("add", ".", "--exclude", "[a"), "the glob is not complete"),
    ],
)
def test_a_folder_that_cannot_be_kept_is_refused(
    commands: Commands, kept: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused = commands("folder", *arguments)
    assert refused.code == 2
    assert said in refused.error


def test_folders_that_lie_in_one_another_are_refused(commands: Commands, kept: Path) -> None:
    (kept / "below").mkdir()
    for path in (kept / "below", kept.parent):
        assert "lie in one another" in commands("folder", "add", path).error


def test_a_pass_without_sources_says_what_to_do(commands: Commands, folder: Path) -> None:
    commands("add", folder / "n0.md")
    assert commands("sync").out == "Nothing to look at: 'schedario folder add PATH' names a folder.\n"


def test_what_lay_on_a_disk_below_the_root_that_is_not_there_is_kept(
    commands: Commands, kept: Path, database_server: EmbeddedServer
) -> None:
    # No disk can be mounted here: the file is said to have been on one.
    table = sql.Identifier(f"archive_{commands.archive}", "source_file")
    with psycopg.connect(database_server.address.conninfo, autocommit=True) as connection:
        connection.execute(sql.SQL("UPDATE {} SET mounted = TRUE WHERE path = 'n8.md'").format(table))
    (kept / "n8.md").unlink()
    (kept / "n9.md").unlink()
    told = commands("sync")
    assert told.code == 1
    assert "the disk on which n8.md lay is not there; nothing of it was removed" in told.out
    assert str(kept / "n8.md") in ids(commands)
    assert str(kept / "n9.md") not in ids(commands)
