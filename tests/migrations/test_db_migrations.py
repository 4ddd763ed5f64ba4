"""The readable schema is what the migrations make; migrating is safe to repeat, to kill and to do at once."""

import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from fixtures.database_process import DatabaseProcess, wait_until_blocked
from schedario.db.database import Database
from schedario.db.migrate import known_migrations
from schedario.db.queries import query_names
from schedario.db.queue_schema import queue_schema
from schedario.errors import DatabaseVersionError

CATALOGS = {
    "columns": """
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attstorage,
            pg_get_expr(d.adbin, d.adrelid), l.collname
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_collation l ON l.oid = a.attcollation
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND a.attnum > 0
            AND NOT a.attisdropped AND c.relname !~ 'yoyo|procrastinate'
        ORDER BY c.relname, a.attnum""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint
        WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text !~ 'yoyo|procrastinate'
        ORDER BY 1, 2""",
    "indexes": """
        SELECT tablename, indexname, replace(indexdef, current_schema() || '.', '')
        FROM pg_indexes WHERE schemaname = current_schema() AND tablename !~ 'yoyo|procrastinate' ORDER BY 1, 2""",
    "options": """
        SELECT relname, reloptions FROM pg_class
        WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname !~ 'yoyo|procrastinate'
        ORDER BY 1""",
}

MIGRATE = """
database = Database.open(home=home, url=os.environ["TEST_URL"])
say("ready")
database.archive("fresh", create=True)
"""


def catalogs(connection: psycopg.Connection[Any], schema: str) -> dict[str, list[Any]]:
    connection.execute(sql.SQL("SET search_path TO {}, public").format(sql.Identifier(schema)))
    return {name: connection.execute(text).fetchall() for name, text in CATALOGS.items()}


def test_the_readable_schema_equals_the_migrations(database_url: str) -> None:
    readable = files("schedario.db").joinpath("schema.sql").read_text(encoding="utf-8")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA readable")
        connection.execute("SET search_path TO readable, public")
        for statements in queue_schema("0020.queue"):
            connection.execute(statements)
        connection.execute(readable)
        assert catalogs(connection, "readable") == catalogs(connection, "archive_main")
        assert connection.execute("SELECT * FROM readable.counter").fetchall() == [(True, 0, 0)]


def test_each_migration_has_a_number_of_its_own_and_comes_after_the_one_before() -> None:
    names = known_migrations()
    numbers = [int(name.split(".")[0]) for name in names]
    assert numbers == sorted(set(numbers))
    folder = files("schedario.db").joinpath("migrations")
    for before, name in pairwise(names):
        assert f"-- depends: {before}\n" in folder.joinpath(f"{name}.sql").read_text(encoding="utf-8")


def test_an_archive_of_a_newer_version_is_refused(database_home: Path, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO archive_main._yoyo_migration VALUES ('hash', '9999.from_the_future', now() AT TIME ZONE 'UTC')"
        )
    with (
        Database.open(home=database_home, url=database_url) as database,
        pytest.raises(DatabaseVersionError, match="newer version of Schedario"),
    ):
        database.archive("main", create=True)


def test_a_lock_that_a_killed_migration_left_is_no_obstacle(database_home: Path, database_url: str) -> None:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA kept")
        connection.execute("ALTER TABLE archive_main.yoyo_lock SET SCHEMA kept")
        connection.execute("DROP SCHEMA archive_main CASCADE")
        connection.execute("ALTER SCHEMA kept RENAME TO archive_main")
        connection.execute("INSERT INTO archive_main.yoyo_lock VALUES (1, now() AT TIME ZONE 'UTC', 4242)")
    with Database.open(home=database_home, url=database_url) as database:
        assert database.archive("main", create=True).search.counts().documents == 0


def test_a_migration_killed_in_the_middle_leaves_nothing_half(
    database_home: Path, database_url: str, tmp_path: Path
) -> None:
    with (
        psycopg.connect(database_url) as holder,
        psycopg.connect(database_url, autocommit=True) as watcher,
        DatabaseProcess(tmp_path, MIGRATE, env={"TEST_URL": database_url}) as migrating,
    ):
        watcher.execute("CREATE SCHEMA archive_fresh")
        # A table of this name that may yet come keeps the migration waiting, with several tables made before it.
        holder.execute("CREATE TABLE archive_fresh.counter (may_come INTEGER)")
        migrating.expect("ready")
        wait_until_blocked(watcher, "CREATE TABLE counter")
        migrating.kill()
        holder.rollback()
        made = watcher.execute("SELECT to_regclass('archive_fresh.document'), to_regclass('archive_fresh.page')")
        assert made.fetchone() == (None, None)
    with Database.open(home=database_home, url=database_url) as database:
        assert database.archive("fresh", create=True).search.counts().documents == 0


def test_every_query_has_a_line_of_meaning() -> None:
    texts = [file.read_text(encoding="utf-8") for file in files("schedario.db").joinpath("sql").iterdir()]
    named = [found for text in texts for found in re.findall(r"^-- name: (\w+)\n-- [A-Z].+", text, re.MULTILINE)]
    assert sorted(named) == list(query_names())
