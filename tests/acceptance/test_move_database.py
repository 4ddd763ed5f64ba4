"""Moving all archives to another server, and what keeps one from it."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import psycopg
import pytest

from fixtures.commands import Commands, url_of
from fixtures.model import models_folder
from schedario.db.server import EmbeddedServer

TEXT = "# Boiler\n\nThe boiler in the cellar is checked each October by the heating engineer.\n"
QUESTION = "who checks the boiler"


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    """Commands over a data folder with a server of its own."""
    home = Path(tempfile.mkdtemp(prefix="schedario-test-"))
    (home / "models").symlink_to(models_folder())
    monkeypatch.setenv("SCHEDARIO_HOME", str(home))
    monkeypatch.delenv("SCHEDARIO_DATABASE_URL", raising=False)
    yield Commands(home, "main")
    rmtree(home)


@pytest.fixture
def other(database_server: EmbeddedServer, database_url: str) -> str:
    """The address of an empty database on another server, as a URL."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA archive_main CASCADE")
        name = connection.info.dbname
    return url_of(database_server, name)


def names(commands: Commands) -> list[str]:
    found = commands("search", QUESTION, "--json")
    return [result["document"]["name"] for result in found.json["results"]]


def archives(commands: Commands) -> list[str]:
    return [one["name"] for one in commands("archive", "list", "--json").json]


@pytest.fixture
def filled(mine: Commands, tmp_path: Path) -> Commands:
    (tmp_path / "boiler.txt").write_text(TEXT)
    mine("add", tmp_path / "boiler.txt")
    return mine


def test_all_archives_go_and_come_back(
    filled: Commands, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Commands(filled.home, "second")("add", tmp_path / "boiler.txt")
    moved = filled("move-database", other)
    assert moved.code == 0, moved.err
    assert [line.split(",")[0] for line in moved.out.splitlines()] == ["moved: main", "moved: second"]
    assert names(filled) == ["boiler.txt"]
    assert filled("add", tmp_path / "boiler.txt", "--json").json["totals"]["unchanged"] == 1
    assert list(filled.home.glob("moving-*")) == []
    back = filled("move-database", "embedded", "--keep-old", "--json")
    assert [one["archive"] for one in back.json] == ["main", "second"]
    assert names(filled) == ["boiler.txt"]
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", other)
    assert len(archives(filled)) == 2


def test_what_stands_in_the_way_leaves_all_as_it_was(
    filled: Commands, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "must begin with postgresql://" in filled("move-database", "db.example.org").error
    assert "cannot be reached" in filled("move-database", "postgresql://anna@127.0.0.1:1/none").error
    assert "that is the database in use" in filled("move-database", "embedded").error
    filled("add", "--later", tmp_path)
    assert "work --once" in filled("move-database", other).error
    filled("work", "--once")
    worker = filled.start("work")
    try:
        while not filled("queue", "--json").json["workers"]:
            time.sleep(0.1)
        assert "another program uses the database" in filled("move-database", other).error
    finally:
        worker.kill()
        worker.communicate()
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", other)
    assert "environment" in filled("move-database", other).error
    filled("add", tmp_path / "boiler.txt")
    monkeypatch.delenv("SCHEDARIO_DATABASE_URL")
    assert "of that name in the other database" in filled("move-database", other).error
    assert names(filled) == ["boiler.txt"]


def test_a_copy_that_fails_amid_leaves_nothing_behind(
    filled: Commands, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Commands(filled.home, "second")("add", tmp_path / "boiler.txt")
    with psycopg.connect(other, autocommit=True) as connection:
        # What would stand in the way of the second archive's rename, and of nothing before.
        connection.execute("CREATE SCHEMA archive_second")
    assert "which is no archive" in filled("move-database", other).error
    assert sorted(archives(filled)) == ["main", "second"]
    assert names(filled) == ["boiler.txt"]
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", other)
    assert archives(filled) == []
