"""The mending of what is outdated, killed at random moments: nothing is lost or doubled, and the rest is done."""

import random
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.killing import WRITTEN, killed_amid
from schedario.db.server import EmbeddedServer

FILES = 16
KILLS = 2


def outdated(commands: Commands) -> int:
    return int(commands("status", "--json").json["outdated"])


def ids(commands: Commands) -> dict[str, str]:
    return {record["name"]: record["id"] for record in commands("list", "--json").json}


def test_kills_lose_nothing_and_the_rest_is_mended(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(FILES):
        sentence = f"The parcel {number} was sent on a rainy day to the depot {number * 7}. "
        (tmp_path / f"{number:03}.md").write_text(sentence * 10)
    assert commands("add", tmp_path).code == 0
    before, chance = ids(commands), random.Random(3)
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "96")
    assert outdated(commands) == FILES
    amid = 0
    for _ in range(KILLS):
        process = commands.start("reindex", "--stale", "-q")
        amid += killed_amid(process, database_server, commands.archive, WRITTEN, chance.random() * 0.3)
        assert inconsistencies(database_server, commands.archive) == {}
        assert ids(commands) == before
    assert amid > 0, "no moment was within the work"
    assert commands("reindex", "--stale").code == 0
    assert (outdated(commands), ids(commands)) == (0, before)
    assert inconsistencies(database_server, commands.archive) == {}
