"""A database that cannot be used says so in one line, what to do, and never with a password."""

import traceback
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from schedario.db import versions
from schedario.db.address import from_url
from schedario.db.database import Archive, Database
from schedario.errors import DatabaseError, DatabaseUnreachableError, DatabaseVersionError, SettingError
from schedario.records.status import Health

# In two pieces, for a traceback shows the lines of this file.
PASSWORD = "ses" + "ame"


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path: Path) -> None:
    url = f"postgresql://anna:{PASSWORD}@127.0.0.1:1/archive?connect_timeout=2"
    with pytest.raises(DatabaseUnreachableError) as caught:
        Database.open(home=tmp_path, url=url)
    assert "127.0.0.1:1/archive as anna" in str(caught.value)
    assert "SCHEDARIO_DATABASE_URL" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert PASSWORD not in "".join(traceback.format_exception(caught.value))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("url", ["postgres//anna:sesame@host/db", "host=h port", "postgresql://anna:sesame@[::1/db"])
def test_a_url_that_cannot_be_read_is_not_repeated(tmp_path: Path, url: str) -> None:
    with pytest.raises(SettingError, match="SCHEDARIO_DATABASE_URL") as caught:
        Database.open(home=tmp_path, url=url)
    assert PASSWORD not in "".join(traceback.format_exception(caught.value))


def test_an_address_shows_no_password() -> None:
    address = from_url("postgresql://anna:sesame@host:5433/db")
    assert "sesame" not in repr(address) + address.place
    assert address.place == "host:5433/db as anna"


def test_a_database_that_does_not_exist_is_unreachable(tmp_path: Path, database_url: str) -> None:
    with pytest.raises(DatabaseUnreachableError, match="absent"):
        Database.open(home=tmp_path, url=make_conninfo(database_url, dbname="absent"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"OLDEST_SERVER": 99}, "PostgreSQL 99 or newer"),
        ({"OLDEST_PGVECTOR": (99, 0)}, "ALTER EXTENSION vector UPDATE"),
    ],
)
def test_old_versions_are_refused_with_what_to_do(
    database_home: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], words: str
) -> None:
    for name, value in change.items():
        monkeypatch.setattr(versions, name, value)
    with pytest.raises(DatabaseVersionError, match=words):
        Database.open(home=database_home, url=database_url)


def test_pgvector_that_may_not_be_switched_on_is_a_matter_for_the_owner(database_home: Path, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP EXTENSION vector CASCADE")
        connection.execute("CREATE ROLE limited LOGIN")
    try:
        with pytest.raises(DatabaseVersionError, match="CREATE EXTENSION vector"):
            Database.open(home=database_home, url=make_conninfo(database_url, user="limited"))
    finally:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute("DROP ROLE limited")


def test_pgvector_in_a_schema_of_its_own_is_found(database_home: Path, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA archive_main CASCADE; DROP EXTENSION vector")
        connection.execute('CREATE SCHEMA "My Extensions"; CREATE EXTENSION vector SCHEMA "My Extensions"')
    with Database.open(home=database_home, url=database_url) as database:
        assert database.archive("main", create=True).search.counts().documents == 0


def test_a_lost_connection_is_replaced(archive: Archive, database_url: str) -> None:
    assert archive.search.counts().documents == 0
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    assert archive.search.counts().documents == 0


def test_a_refusal_of_the_server_is_one_line(archive: Archive) -> None:
    def wait_too_long() -> None:
        with archive.documents._pool.transaction() as connection:
            connection.execute("SET LOCAL statement_timeout = 10")
            connection.execute("SELECT pg_sleep(5)")

    with pytest.raises(DatabaseError, match=r"^the database refused \(canceling statement[^\n]*$"):
        wait_too_long()


def test_a_working_database_is_described(database: Database) -> None:
    findings = database.check().check()
    assert {finding.health for finding in findings} == {Health.OK}
    words = " ".join(finding.detail for finding in findings)
    assert "PostgreSQL 1" in words
    assert "pgvector 0." in words
    assert "1 archive" in words


def test_a_database_that_went_away_is_a_finding(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_address", from_url("postgresql://anna:sesame@127.0.0.1:1/db"))
    (finding,) = database.check().check()
    assert finding.health is Health.MISSING
    assert finding.remedy
    assert "sesame" not in repr(finding)
