"""Workers and adds that are killed at random moments: every file once, none half, the ledger adds up."""

import hashlib
import random
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.database_process import DatabaseProcess, kill_postmaster
from fixtures.killing import WRITTEN, killed_amid, tables
from schedario.db.server import EmbeddedServer

FILES = 30
KILLS = 12
"""With those of test_add_killed, test_space_killed and test_stale_killed thirty in each run of the tests."""
CHANGED = 6
STALLED_SECONDS = 1.0


WORK = """
import threading, time
from schedario.db import pool, worker as queue_worker
from schedario.records.job import WorkerOptions
# What waits for a connection waits for seconds, and not for half a minute.
pool._WAIT_SECONDS = queue_worker._WAIT_SECONDS = 3.0
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
    # Short, so that most of the time that a file takes is spent in the database and not in the model; still two chunks.
    (folder / f"{number:03}.md").write_text(f"Note number {number}.\n\n{sentence * 5}")


@pytest.fixture
def home() -> Iterator[Path]:
    """A data folder with a server of its own, where root's server user can reach it."""
    made = Path(tempfile.mkdtemp(prefix="schedario-test-"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def folder(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # After the commands, which clear all settings.
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "96")
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
        amid += killed_amid(process, database_server, commands.archive, WRITTEN, chance.random() * 0.4)
        assert inconsistencies(database_server, commands.archive) == {}
    assert amid >= KILLS // 2, "too few of the moments were within the work"
    time.sleep(STALLED_SECONDS * 1.5)
    commands("add", "--later", folder)
    assert commands("work", "--once", "-q").code == 0
    assert commands("queue", "--json").json["jobs"] == []
    assert on_disk(folder) == in_archive(database_server, commands.archive)
    totals = commands("add", folder, "--json").json["totals"]
    assert totals == {"indexed": 0, "unchanged": FILES + 5, "duplicate": 0, "skipped": 0, "failed": 0, "private": 0}
    notes = [record["chunks"] for record in commands("list", "--json").json if record["name"][:3].isdigit()]
    assert (len(notes), min(notes) >= 2) == (FILES, True), "a file of one chunk cannot be half there"
    assert inconsistencies(database_server, commands.archive) == {}


def on_disk(folder: Path) -> list[tuple[str, str]]:
    return sorted((file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in folder.iterdir())


def in_archive(server: EmbeddedServer, archive: str) -> list[tuple[str, str]]:
    sql = "SELECT name, content_hash FROM document WHERE status = 'indexed' AND container_id IS NULL ORDER BY name"
    with tables(server, archive) as connection:
        return [(str(name), str(content)) for name, content in connection.execute(sql)]


def test_a_worker_whose_database_goes_away_says_so_once_and_ends(home: Path) -> None:
    with DatabaseProcess(home, WORK) as worker:
        worker.expect("working")
        kill_postmaster(home)
        # Nothing else: whatever the library's own tasks met is no noise on the terminal.
        assert worker.finish() == "DatabaseUnreachableError"
