"""The mending of what is outdated, killed at random moments: nothing is lost or doubled, and the rest is done."""

import random
import subprocess
import time
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from schedario.db.server import EmbeddedServer

FILES = 24
KILLS = 2
PATIENCE = 90.0


def outdated(commands: Commands) -> int:
    return int(commands("status", "--json").json["outdated"])


def ids(commands: Commands) -> dict[str, str]:
    return {record["name"]: record["id"] for record in commands("list", "--json").json}


def killed_amid(process: "subprocess.Popen[str]", commands: Commands, chance: random.Random) -> bool:
    """Kill a process at a random moment after its first write; says whether it was still at work."""
    before, deadline = outdated(commands), time.monotonic() + PATIENCE
    while process.poll() is None and outdated(commands) == before:
        assert time.monotonic() < deadline
    time.sleep(chance.random() * 0.3)
    at_work = process.poll() is None
    process.kill()
    process.communicate()
    return at_work


def test_kills_lose_nothing_and_the_rest_is_mended(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(FILES):
        sentence = f"The parcel {number} was sent on a rainy day to the depot {number * 7}. "
        (tmp_path / f"{number:03}.md").write_text(sentence * 20)
    assert commands("add", tmp_path).code == 0
    before, chance = ids(commands), random.Random(3)
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "96")
    assert outdated(commands) == FILES
    amid = 0
    for _ in range(KILLS):
        amid += killed_amid(commands.start("reindex", "--stale", "-q"), commands, chance)
        assert inconsistencies(database_server, commands.archive) == {}
        assert ids(commands) == before
    assert amid > 0, "no moment was within the work"
    assert commands("reindex", "--stale").code == 0
    assert (outdated(commands), ids(commands)) == (0, before)
    assert inconsistencies(database_server, commands.archive) == {}
