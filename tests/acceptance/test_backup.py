"""Backups as a person makes and restores them."""

from pathlib import Path

from fixtures.commands import Commands

TEXT = "# Boiler\n\nThe boiler in the cellar is checked each October by the heating engineer.\n"


def test_an_archive_that_was_removed_comes_back_and_answers(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "boiler.txt").write_text(TEXT)
    commands("add", tmp_path)
    file = tmp_path / "a.backup"
    made = commands("backup", file, "--json")
    assert (made.json["archive"], made.json["documents"], made.json["rows"]["chunk"]) == (commands.archive, 1, 1)
    assert "there is an archive of that name" in commands("restore", file).error
    commands("archive", "remove", commands.archive, "--yes")
    restored = commands("restore", file)
    assert restored.out.startswith(f"restored: {commands.archive}, 1 file, ")
    found = commands("search", "who checks the boiler", "--json").json["results"]
    assert [result["document"]["name"] for result in found] == ["boiler.txt"]
    assert commands("add", tmp_path / "boiler.txt", "--json").json["totals"]["unchanged"] == 1
    assert commands("doctor", "--index").code == 0


def test_what_cannot_be_done_is_one_line(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "boiler.txt").write_text(TEXT)
    assert (missing := commands("backup", tmp_path / "a.backup")).code == 2
    assert "no such archive" in missing.error
    commands("add", tmp_path)
    assert "no such folder" in commands("backup", tmp_path / "none" / "a.backup").error
    assert "--replace" in commands("backup", tmp_path / "boiler.txt").error
    assert (tmp_path / "boiler.txt").read_text() == TEXT
    assert "no such file" in commands("restore", tmp_path / "none.backup").error
    assert (refused := commands("restore", tmp_path / "boiler.txt")).code == 2
    assert "cut off, or no backup" in refused.error


def test_what_was_sent_comes_back_with_its_archive_and_goes_with_it(commands: Commands, tmp_path: Path) -> None:
    kept = commands.home / "originals" / commands.archive / "ab" / "abc" / "boiler.txt"
    kept.parent.mkdir(parents=True)
    kept.write_text(TEXT)
    modified = kept.stat().st_mtime_ns
    commands("add", kept)
    file = tmp_path / "a.backup"
    commands("backup", file)
    commands("archive", "remove", commands.archive, "--yes")
    assert not (commands.home / "originals" / commands.archive).exists()
    other = Commands(commands.home, f"{commands.archive[:35]}_two")
    assert other("restore", file).code == 0
    back = commands.home / "originals" / other.archive / "ab" / "abc" / "boiler.txt"
    assert (back.read_text(), back.stat().st_mtime_ns) == (TEXT, modified)
    found = other("search", "who checks the boiler", "--json").json
    assert [result["document"]["path"] for result in found["results"]] == [str(back)]
    assert found["stale"] == {}
    assert other("add", back, "--json").json["totals"]["unchanged"] == 1
    assert other("archive", "remove", other.archive, "--yes").code == 0
    assert not back.exists()
