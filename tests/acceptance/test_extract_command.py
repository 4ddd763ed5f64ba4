"""``schedario extract`` shows what the index would hold, without an archive."""

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from fixtures.commands import Commands


@pytest.fixture
def numbered(tmp_path: Path) -> Path:
    """A file of three pages: roman on paper, one blank, one with a control character in its title."""
    path = tmp_path / "numbered.pdf"
    canvas = Canvas(str(path))
    canvas.addPageLabel(0, style="ROMAN_LOWER")
    canvas.setTitle("The \x1b[31mlease")
    canvas.drawString(72, 700, "The tenant pays on the first of the month.")
    canvas.showPage()
    canvas.showPage()
    canvas.drawString(72, 700, "Signed in Genoa.")
    canvas.save()
    return path


def test_pages_are_marked_with_place_and_origin(commands: Commands, numbered: Path) -> None:
    outcome = commands("extract", numbered)
    lines = outcome.out.splitlines()
    assert (outcome.code, outcome.err) == (0, "")
    assert lines[0] == str(numbered)
    assert lines[2:] == [
        "--- page 1 (i), text layer ---",
        "The tenant pays on the first of the month.",
        "--- page 2 (ii), text layer, no text ---",
        "--- page 3 (iii), text layer ---",
        "Signed in Genoa.",
        "",
    ]
    assert "\x1b" not in outcome.out


def test_the_json_has_the_text_as_the_archive_holds_it(commands: Commands, tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Tide\u00a0tables\r\n\r\nHigh  water is at no-\non.\u202e\n")
    (file,) = commands("extract", path, "--json").json
    commands("add", path)
    assert file["pages"][0]["headings"] == [{"level": 1, "title": "Tide tables"}]
    assert file["pages"][0]["text"] == commands("show", path, "--text").out.removesuffix("\n")


def test_a_file_that_cannot_be_read_is_one_line_and_the_others_are_shown(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "good.txt").write_text("still here")
    outcome = commands("extract", tmp_path)
    assert outcome.code == 1
    assert outcome.err.startswith("schedario: the PDF cannot be opened")
    assert len(outcome.err.splitlines()) == 1
    assert "--- whole text ---\nstill here\n" in outcome.out
    shown = commands("extract", tmp_path, "--json")
    assert shown.code == 1
    assert [(file["code"], len(file["pages"])) for file in shown.json] == [("file_damaged", 0), ("", 1)]


def test_neither_database_nor_archive_is_touched(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", "postgresql://127.0.0.1:1/db")
    (tmp_path / "a.txt").write_text("text")
    assert commands("extract", tmp_path / "a.txt").code == 0
    assert not (tmp_path / "home").exists()


def test_a_limit_of_the_settings_holds_and_is_named(
    commands: Commands, numbered: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_MAX_PAGES", "2")
    outcome = commands("extract", numbered)
    assert outcome.code == 1
    assert "the limit max_pages=2 was reached (3 pages)" in outcome.error
    assert "Raise the setting max_pages" in outcome.error


def test_a_file_that_is_not_there_is_refused(commands: Commands) -> None:
    outcome = commands("extract", "/no/such/file")
    assert outcome.code == 2
    assert "no such file" in outcome.error
