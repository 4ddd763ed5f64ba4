"""A file is held by one at a time, and by nobody who is dead."""

import threading
from pathlib import Path

import pytest

from fixtures.database_process import DatabaseProcess
from schedario.db.database import Archive, Database

HOLD = """
database = Database.open(home=home, url=os.environ["TEST_URL"])
with database.archive("main", create=False).locks.held("/a"):
    say("held")
    sys.stdin.read()
"""


def held_now(archive: Archive) -> int:
    """Return how many locks of files there are in this database."""
    with archive.documents._pool.reading() as connection:
        row = connection.execute(
            "SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory'"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        ).fetchone()
    assert row
    return int(row["count"])


def test_threads_hold_a_file_one_after_the_other(archive: Archive) -> None:
    order: list[str] = []
    first, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with archive.locks.held("/a"):
            order.append("first")
            first.set()
            let_go.wait(30)
            order.append("first lets go")

    thread = threading.Thread(target=hold)
    thread.start()
    assert first.wait(30)
    with archive.locks.held("/b"):
        order.append("another file is free")
    threading.Timer(0.3, let_go.set).start()
    with archive.locks.held("/a"):
        order.append("second")
    thread.join(30)
    assert order == ["first", "another file is free", "first lets go", "second"]


def test_a_file_is_let_go_after_an_error(archive: Archive) -> None:
    def fail() -> None:
        with archive.locks.held("/a"):
            assert held_now(archive) == 1
            raise LookupError

    with pytest.raises(LookupError):
        fail()
    assert held_now(archive) == 0


def test_whoever_is_killed_lets_go(archive: Archive, database_url: str, tmp_path: Path) -> None:
    with DatabaseProcess(tmp_path, HOLD, env={"TEST_URL": database_url}) as holder:
        holder.expect("held")
        killed = threading.Event()

        def kill() -> None:
            killed.set()
            holder.kill()

        threading.Timer(0.3, kill).start()
        with archive.locks.held("/a"):
            assert killed.is_set()


def test_archives_hold_their_files_apart(database: Database, archive: Archive) -> None:
    other = database.archive("other", create=True)
    with archive.locks.held("/a"), other.locks.held("/a"):
        assert held_now(archive) == 2
    assert held_now(archive) == 0
