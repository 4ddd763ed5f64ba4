"""What was removed is gone from every table and file, whatever happened meanwhile; and the doctor proves it."""

import time
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from fixtures.commands import Commands
from fixtures.database_process import server_conninfo, wait_until_blocked
from schedario.services import care

WORD = "quokkafestival"
TEXT = f"# The {WORD}\n\nEvery March the {WORD} brings nine hundred dancers to the harbour square.\n"
OTHER = "# Boiler\n\nThe boiler in the cellar is checked each October by the heating engineer.\n"


def dump(commands: Commands) -> str:
    """Return every row of every table of the archive."""
    schema = f"archive_{commands.archive}"
    with psycopg.connect(server_conninfo(commands.home), autocommit=True) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema]).fetchall()
        assert len(tables) > 10
        rows = [
            connection.execute(sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(schema, table))).fetchall()
            for (table,) in tables
        ]
    return repr(rows)


def files_with(home: Path, word: str) -> list[Path]:
    found = [path for path in home.rglob("*") if path.is_file() and not {"data", "models"} & set(path.parts)]
    return [path for path in found if word.encode() in path.read_bytes()]


def document_id(commands: Commands, path: Path) -> str:
    return str(commands("show", path, "--json").json["id"])


def test_nothing_is_left_of_a_removed_document_and_its_bytes_can_come_again(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / f"{WORD}.txt").write_text(TEXT)
    (tmp_path / "other.txt").write_text(OTHER)
    commands("add", tmp_path)
    questions = (WORD, "dance event at the sea")
    for question in questions:
        assert commands("search", question, "--floor", "0", "--json").json["results"][0]["document"]["name"] == (
            f"{WORD}.txt"
        )
    commands("forget-searches")
    commands("search", "dance event at the sea", "--floor", "0")
    gone = document_id(commands, tmp_path / f"{WORD}.txt")
    assert f"in the archive: {tmp_path}" in commands("doctor", "--deleted", gone).out
    assert WORD in dump(commands)
    commands("remove", gone)
    proof = commands("doctor", "--deleted", gone)
    assert (proof.code, proof.out.split()[:2]) == (0, ["ok", "index"])
    for trace in (WORD, gone):
        assert trace not in dump(commands)
        assert files_with(commands.home, trace) == []
    for question in questions:
        names = [result["document"]["name"] for result in commands("search", question, "--json").json["results"]]
        assert f"{WORD}.txt" not in names
    assert commands("doctor", "--index").code == 0
    assert commands("add", tmp_path, "--json").json["totals"]["indexed"] == 1
    assert commands("search", WORD, "--json").json["results"][0]["document"]["name"] == f"{WORD}.txt"


@pytest.mark.parametrize("killed", [False, True])
def test_a_neighbouring_question_is_answered_after_removals(commands: Commands, tmp_path: Path, killed: bool) -> None:
    paths = [tmp_path / f"{number}.txt" for number in range(5)]
    for number, path in enumerate(paths):
        path.write_text(
            f"Boiler {number}\n\nThe boiler of house {number} is checked in month {number} by the engineer.\n"
        )
    commands("add", tmp_path)
    # Removals go in the order of the paths that are named.
    ids = [document_id(commands, path) for path in paths[:2]]
    if killed:
        kill_between(commands, ids)
        assert [commands("doctor", "--deleted", id_).code for id_ in ids] == [0, 1]
        assert commands("doctor", "--index").code == 0
    commands("remove", *ids[killed:])
    assert [commands("doctor", "--deleted", id_).code for id_ in ids] == [0, 0]
    answer = commands("search", "who checks the boiler", "--floor", "0", "--json")
    assert answer.code == 0
    assert {result["document"]["name"] for result in answer.json["results"]} == {"2.txt", "3.txt", "4.txt"}


def kill_between(commands: Commands, ids: list[str]) -> None:
    """Kill a command that removes two documents when it has removed one and is at work on the other."""
    conninfo = server_conninfo(commands.home)
    row = sql.SQL("SELECT FROM {} WHERE id = %s FOR UPDATE").format(
        sql.Identifier(f"archive_{commands.archive}", "document")
    )
    with psycopg.connect(conninfo) as holder, psycopg.connect(conninfo, autocommit=True) as watcher:
        holder.execute(row, [ids[1]])
        removing = commands.start("remove", *ids)
        wait_until_blocked(watcher, "DELETE FROM document")
        removing.kill()
        removing.communicate()
        # The server notices that nobody is there when it has something to say.
        holder.rollback()
        deadline = time.monotonic() + 30
        while watcher.execute(
            "SELECT FROM pg_stat_activity WHERE query LIKE 'DELETE FROM document%%' AND state = 'active'"
        ).fetchone():
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_the_doctor_mends_an_archive_and_says_what_is_to_be_added_again(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    commands("add", tmp_path)
    schema = sql.Identifier(f"archive_{commands.archive}")
    with psycopg.connect(server_conninfo(commands.home), autocommit=True) as connection:
        connection.execute(sql.SQL("UPDATE {}.lexeme_frequency SET chunks = chunks + 1").format(schema))
        connection.execute(sql.SQL("DELETE FROM {}.embedding").format(schema))
    broken = commands("doctor", "--index", "--json")
    assert broken.code == 1
    assert broken.json[0]["detail"] == "1 chunks without a vector"
    assert {finding["remedy"] for finding in broken.json} == {"schedario doctor --index --mend"}
    mended = commands("doctor", "--index", "--mend")
    assert mended.code == 1
    assert "to be indexed anew: 1 chunks without a vector" in mended.out
    assert "mended: " in mended.out
    commands("add", tmp_path)
    assert commands("doctor", "--index", "--mend").code == 0


def test_the_doctor_refuses_what_it_cannot_look_at(commands: Commands, tmp_path: Path) -> None:
    assert (refused := commands("doctor", "--deleted", "k3x9w2ma")).code == 2
    assert "no such archive" in refused.error
    (tmp_path / "a.txt").write_text(OTHER)
    commands("add", tmp_path)
    assert "not an id: a.txt" in commands("doctor", "--deleted", "a.txt").error
    assert "goes with --index" in commands("doctor", "--mend").error
    assert "does not go with --index" in commands("doctor", "--index", "--deleted", "k3x9w2ma").error


def test_kept_searches_are_forgotten(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(OTHER)
    commands("add", tmp_path)
    commands("search", "boiler")
    assert commands("forget-searches", "--older-than", "1", "--json").json == {"forgotten": 0}
    assert commands("forget-searches").out == "1 search forgotten\n"
    assert commands("forget-searches").out == "0 searches forgotten\n"


def test_archives_are_listed_and_removed(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(OTHER)
    commands("add", tmp_path)
    assert [(a["documents"], a["chunks"]) for a in commands("archive", "list", "--json").json if a["name"] == (
        commands.archive
    )] == [(1, 1)]  # fmt: skip
    assert f"{commands.archive}  1 document, 1 chunk" in commands("archive", "list").out
    assert "Add --yes" in commands("archive", "remove", commands.archive).error
    assert commands("status").code == 0
    assert commands("archive", "remove", commands.archive, "--yes", "--json").json["removed"]["documents"] == 1
    assert commands("status").code == 2
    assert "no such archive" in commands("archive", "remove", commands.archive, "--yes").error


def test_a_file_that_goes_while_it_is_looked_through_holds_nothing(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other.txt").write_text(OTHER)
    commands("add", tmp_path)
    gone = document_id(commands, tmp_path / "other.txt")
    commands("remove", gone)
    monkeypatch.setattr(care, "_own_files", lambda home: [home / "written-anew.json"])
    proof = commands("doctor", "--deleted", gone)
    assert (proof.code, f"nothing of {gone} is left" in proof.out) == (0, True)
