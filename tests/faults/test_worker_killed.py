"""Workers and adds that are killed at random moments: every file once, none half, the ledger adds up."""

import hashlib
import random
import shutil
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.database_process import DatabaseProcess, kill_postmaster
from schedario.db.server import EmbeddedServer

FILES = 30
KILLS = 18
"""With those of test_add_killed and test_space_killed more than thirty in each run of the tests."""
CHANGED = 6
STALLED_SECONDS = 1.0
PATIENCE = 120.0


WORK = """
import threading, time
from schedario.records.job import WorkerOptions
database = Database.open(home=home)
archive = database.archive("main", create=True)
worker = database.worker(archive, WorkerOptions(stalled_seconds=2.0))
def look():
    while not archive.queue.lengths().workers:
        time.sleep(0.1)
    say("working")
threading.Thread(target=look).start()
try:
    worker.run({}, interrupt=lambda: None, until_empty=False)
except Exception as error:
    say(type(error).__name__)
"""


def write(folder: Path, number: int, version: int) -> None:
    sentence = f"The parcel {number} of version {version} was sent on a rainy day to the depot. "
    (folder / f"{number:03}.md").write_text(f"Note number {number}.\n\n{sentence * 20}")


@pytest.fixture
def home() -> Iterator[Path]:
    """A data folder with a server of its own, where root's server user can reach it."""
    made = Path(tempfile.mkdtemp(prefix="schedario-test-"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(FILES):
        write(tmp_path, number, 0)
    with zipfile.ZipFile(tmp_path / "letters.zip", "w") as packed:
        for number in range(4):
            packed.writestr(f"letter-{number}.md", f"Letter {number}: the boat leaves the harbour at noon.\n" * 10)
    return tmp_path


def test_kills_lose_nothing_and_double_nothing(
    commands: Commands, folder: Path, database_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORKER_STALLED_SECONDS", str(STALLED_SECONDS))
    monkeypatch.setenv("SCHEDARIO_WORKER_ATTEMPTS", "100")
    commands("add", folder / "000.md")
    chance = random.Random(5)
    amid = 0
    for kill in range(KILLS):
        for number in chance.sample(range(FILES), CHANGED):
            write(folder, number, kill + 1)
        # It needs a second or two to start; its work is handed in meanwhile.
        process = commands.start("add", folder) if kill % 3 == 2 else commands.start("work")
        assert commands("add", "--later", folder).code == 0
        amid += killed_amid(process, commands.archive, database_server, chance)
        assert inconsistencies(database_server, commands.archive) == {}
    assert amid >= KILLS // 2, "too few of the moments were within the work"
    time.sleep(STALLED_SECONDS * 1.5)
    commands("add", "--later", folder)
    assert commands("work", "--once", "-q").code == 0
    assert commands("queue", "--json").json["jobs"] == []
    assert on_disk(folder) == in_archive(database_server, commands.archive)
    totals = commands("add", folder, "--json").json["totals"]
    assert totals == {"indexed": 0, "unchanged": FILES + 5, "duplicate": 0, "skipped": 0, "failed": 0, "private": 0}
    assert inconsistencies(database_server, commands.archive) == {}


def killed_amid(process: subprocess.Popen[str], archive: str, server: EmbeddedServer, chance: random.Random) -> bool:
    """Kill a process at a random moment after its first write; says whether it was still at work."""
    before = attempts(server, archive)
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and attempts(server, archive) == before:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(chance.random() * 0.4)
    readers = psutil.Process(process.pid).children(recursive=True) if process.poll() is None else []
    at_work = process.poll() is None
    process.kill()
    process.communicate()
    _, alive = psutil.wait_procs(readers, timeout=10)
    assert alive == []
    return at_work


def attempts(server: EmbeddedServer, archive: str) -> object:
    return rows(server, archive, "SELECT max(attempted_at), count(*) FROM document")


def on_disk(folder: Path) -> list[tuple[str, str]]:
    return sorted((file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in folder.iterdir())


def in_archive(server: EmbeddedServer, archive: str) -> list[tuple[str, str]]:
    sql = "SELECT name, content_hash FROM document WHERE status = 'indexed' AND container_id IS NULL ORDER BY name"
    return [(str(name), str(content)) for name, content in rows(server, archive, sql)]


def rows(server: EmbeddedServer, archive: str, sql: str) -> list[tuple[object, ...]]:
    with psycopg.connect(server.address.conninfo) as connection:
        connection.execute(f"SET search_path TO archive_{archive}".encode())
        return connection.execute(sql.encode()).fetchall()


def test_a_worker_whose_database_goes_away_says_so_once_and_ends(home: Path) -> None:
    with DatabaseProcess(home, WORK) as worker:
        worker.expect("working")
        kill_postmaster(home)
        # Nothing else: whatever the library's own tasks met is no noise on the terminal.
        assert worker.finish() == "DatabaseUnreachableError"
