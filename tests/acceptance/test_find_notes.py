"""Notes are found by what they say of themselves, not by their texts."""

import os
from pathlib import Path

import pytest

from fixtures.commands import Commands
from schedario.services.notes import Notes
from schedario.settings import load_settings
from schedario.wiring import Application


def names(notes: Notes, text: str, limit: int = 10) -> list[str]:
    return [found.record.name for found in notes.find(text, limit)]


def test_notes_are_found_by_title_alias_tag_and_summary(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\naliases: Heizkessel\ntags: winter\n---\n# The boiler\n\nIt heats the house.\n")
    (tmp_path / "b.md").write_text("# The harbour\n\nShips of the house lie there.\n\nIn winter there is ice.\n")
    (tmp_path / "c.txt").write_text("The boiler is described elsewhere.\n")
    os.utime(tmp_path / "b.md", (1_000_000_000, 1_000_000_000))
    commands("add", tmp_path)
    with Application(load_settings()) as application, application.archive(commands.archive) as services:
        notes = services.notes
        assert names(notes, "boilers") == ["a.md"]
        assert names(notes, "heizkessel") == ["a.md"]
        assert names(notes, "Winter") == ["a.md"]
        assert names(notes, "ice") == []
        assert names(notes, "") == []
        # Of two notes both have "house", one "harbour": ln 2 / (ln 2 + ln 3).
        found = notes.find("house harbour")
        assert [(one.record.name, one.score) for one in found] == [
            ("b.md", 1.0),
            ("a.md", pytest.approx(0.387, abs=0.001)),
        ]
        assert names(notes, "house") == ["a.md", "b.md"]
        assert names(notes, "house", 1) == ["a.md"]
        assert found[0].record.note
        assert found[0].record.note.summary == "Ships of the house lie there."
