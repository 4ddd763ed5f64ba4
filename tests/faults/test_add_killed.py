"""Whatever is killed, whenever: nothing is lost, nothing is doubled, nothing is half there."""

import json
import random
import signal
import time
import zipfile
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.killing import PATIENCE, WRITTEN, killed_amid, tables
from schedario.db.server import EmbeddedServer

FILES = 20


@pytest.fixture
def folder(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    # After the commands, which clear all settings.
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "96")
    for number in range(FILES):
        # Short, so that most of the time that a file takes is spent in the database and not in the model; still two
        # chunks, since one of a single chunk cannot be half there.
        text = f"Note number {number}.\n\n" + f"The parcel {number} was sent on a rainy day to the depot. " * 5
        (tmp_path / f"{number:03}.md").write_text(text)
    return tmp_path


def test_an_add_that_is_killed_at_random_moments_ends_whole(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    commands("add", folder / "000.md")
    chance = random.Random(11)
    amid = 0
    for _ in range(5):
        process = commands.start("add", folder, "--json")
        amid += killed_amid(process, database_server, commands.archive, WRITTEN, chance.random() * 0.3)
        assert inconsistencies(database_server, commands.archive) == {}
    assert amid > 0, "no moment was within the work"
    done = commands("add", folder, "--json")
    assert done.code == 0
    assert len(done.json["files"]) == FILES
    assert done.json["totals"]["indexed"] + done.json["totals"]["unchanged"] == FILES
    assert indexed(commands) == FILES
    assert commands("add", folder, "--json").json["totals"]["unchanged"] == FILES
    assert inconsistencies(database_server, commands.archive) == {}


def test_an_add_that_is_killed_within_an_archive_is_completed_by_the_next(
    commands: Commands, folder: Path, tmp_path_factory: pytest.TempPathFactory, database_server: EmbeddedServer
) -> None:
    archive = tmp_path_factory.mktemp("archive") / "notes.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(folder.iterdir()):
            packed.write(file, file.name)
    commands("add", folder / "000.md")
    members = "SELECT count(*) / 4 FROM document WHERE status = 'indexed'"
    chance, killed_within = random.Random(7), 0
    for _ in range(3):
        # Somewhere among the members, which come after their archive.
        process = commands.start("add", archive, "--json")
        killed_within += killed_amid(process, database_server, commands.archive, members, chance.random() * 0.2)
        assert inconsistencies(database_server, commands.archive) == {}
    assert killed_within
    done = commands("add", archive, "--json").json
    assert (len(done["files"]), done["totals"]["failed"]) == (FILES + 1, 0)
    # The archive, its members but one that is a copy, and the file that it is a copy of.
    assert indexed(commands) == FILES + 1
    settled = commands("add", archive, "--json").json["totals"]
    assert (settled["unchanged"], settled["duplicate"]) == (FILES, 1)
    assert inconsistencies(database_server, commands.archive) == {}


def test_two_adds_at_once_index_every_file_once(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    commands("add", folder / "000.md")
    processes = [commands.start("add", folder, "--json") for _ in range(2)]
    outcomes = [process.communicate(timeout=PATIENCE) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], outcomes
    totals = [json.loads(out)["totals"] for out, _ in outcomes]
    # Whoever comes second to a file waits for the first, and finds it done.
    assert sum(total["indexed"] for total in totals) == FILES - 1
    assert sum(total["unchanged"] for total in totals) == FILES + 1
    assert indexed(commands) == FILES
    assert inconsistencies(database_server, commands.archive) == {}


def test_ctrl_c_says_that_what_was_written_stays(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    commands("add", folder / "000.md")
    process = commands.start("add", folder)
    with tables(database_server, commands.archive) as connection:
        while process.poll() is None and connection.execute("SELECT count(*) FROM document").fetchone() == (1,):
            time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    if process.returncode != 0:  # a quick machine may have been done already
        assert process.returncode == 130
        assert err.splitlines()[-1].startswith("schedario: interrupted")
    assert commands("add", folder, "--json").json["totals"]["failed"] == 0


def indexed(commands: Commands) -> int:
    """Return how many documents are indexed, once each that has text is seen to have several chunks."""
    chunks = [record["chunks"] for record in commands("list", "--json").json if record["name"].endswith(".md")]
    assert min(chunk for chunk in chunks if chunk) >= 2
    return int(commands("status", "--json").json["documents"]["indexed"])
