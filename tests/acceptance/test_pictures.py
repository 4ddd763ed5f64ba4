"""What only a picture shows is found, read once in an archive, and gone with the last document that shows it."""

from pathlib import Path
from typing import Any

import psycopg
import pytest

from fixtures.commands import Commands
from fixtures.pictures import BEFORE, make_docx, make_html, picture
from schedario.db.server import EmbeddedServer

PLATE = picture("Valve quibberflix", "opens at 42 bar", size=(420, 140))


def rows(server: EmbeddedServer, archive: str, statement: str) -> list[Any]:
    with psycopg.connect(server.address.conninfo, autocommit=True) as connection:
        connection.execute(f"SET search_path TO archive_{archive}".encode())
        result = connection.execute(statement.encode())
        return result.fetchall() if result.description else []


def names(commands: Commands, question: str) -> list[str]:
    return [result["document"]["name"] for result in commands("search", question, "--json").json["results"]]


def test_words_on_a_picture_are_found_and_the_passage_says_how_they_were_read(
    commands: Commands, tmp_path: Path
) -> None:
    make_docx(tmp_path / "report.docx", PLATE)
    (tmp_path / "other.txt").write_text("A note about the garden and its apple trees in spring.\n")
    assert commands("add", tmp_path).code == 0
    told = commands("search", "at how many bar does the quibberflix valve open?", "-k", "1").out
    assert told.startswith("report.docx")
    assert "[Picture, read by OCR]" in told
    assert "opens at 42 bar" in told


def test_a_picture_is_read_once_in_an_archive(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer
) -> None:
    make_docx(tmp_path / "first.docx", PLATE)
    commands("add", tmp_path / "first.docx")
    # What is kept is changed here, to tell it from what another reading would give.
    rows(database_server, commands.archive, "UPDATE picture_text SET text = 'kept words on wobblestone'")
    make_html(tmp_path / "second.html", PLATE)
    commands("add", tmp_path / "second.html")
    assert names(commands, "wobblestone")[0] == "second.html"


def test_what_was_read_goes_with_the_last_document(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer
) -> None:
    make_docx(tmp_path / "first.docx", PLATE)
    make_html(tmp_path / "second.html", PLATE)
    commands("add", tmp_path)
    count = "SELECT count(*) FROM picture_text WHERE text LIKE '%quibberflix%'"
    assert rows(database_server, commands.archive, count) == [(1,)]
    commands("remove", tmp_path / "first.docx")
    assert rows(database_server, commands.archive, count) == [(1,)]
    commands("remove", tmp_path / "second.html")
    assert rows(database_server, commands.archive, count) == [(0,)]
    assert rows(database_server, commands.archive, "SELECT count(*) FROM document_picture") == [(0,)]


def test_the_limit_of_pictures_may_be_none(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_MAX_PICTURES", "0")
    make_html(tmp_path / "page.html", PLATE)
    (entry,) = commands("add", tmp_path, "--json").json["files"]
    assert entry["warnings"] == ["1 picture is not read: the limit max_pictures=0 was reached"]
    (page,) = commands("extract", tmp_path / "page.html", "--json").json
    assert BEFORE in str(page)
    assert "quibberflix" not in str(page)
