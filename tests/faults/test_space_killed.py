"""The building of a space that is killed at random moments: the archive answers at each, and the rest is done once."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.embed_server import EmbedServer, embed_server
from fixtures.killing import EMBEDDED, killed_amid
from fixtures.spaces import SpaceTables, space_tables
from schedario.db.server import EmbeddedServer

FILES = 200
KILLS = 8
BATCH = 64
SERVED, OTHER = "words:latest (ollama)", "words:latest (openai)"


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


@pytest.fixture
def filled(commands: Commands, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    for number in range(FILES):
        (tmp_path / f"{number:03}.md").write_text(f"The parcel {number} was sent to the depot of town {number * 7}.\n")
    settings = {"EMBEDDER": "ollama", "EMBEDDER_MODEL": "words:latest", "EMBEDDER_URL": server.url}
    for name, value in {**settings, "CENTERING": "off", "FLOOR": "0", "EMBEDDER_SECONDS": "2"}.items():
        monkeypatch.setenv(f"SCHEDARIO_{name}", value)
    assert commands("add", tmp_path).code == 0
    # So that the moments of the kills are within the work.
    server.pause_seconds = 0.15
    return commands


def test_kills_leave_an_archive_that_answers_and_a_rest_that_is_done_once(
    filled: Commands, server: EmbedServer, database_server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(11)
    target, amid, embedded = "openai", 0, 0
    for kill in range(KILLS):
        monkeypatch.setenv("SCHEDARIO_EMBEDDER", target)
        before = space_tables(database_server, filled.archive)
        server.asked.clear()
        process = filled.start("reindex", "--space", "-q", *(["--keep-old"] if kill % 4 == 3 else []))
        amid += killed_amid(process, database_server, filled.archive, EMBEDDED, chance.random() * 0.6)
        after = space_tables(database_server, filled.archive)
        assert inconsistencies(database_server, filled.archive) == {}
        assert (len(after.active), after.chunks, after.unanswered) == (1, FILES, 0)
        assert after.indexes == len(after.spaces)
        answer = filled("search", "parcel 17 depot", "--json").json
        assert (answer["results"] != [], answer["degraded"]) == (True, [])
        model = SERVED if target == "ollama" else OTHER
        if after.active == [model]:
            target = "openai" if target == "ollama" else "ollama"
            monkeypatch.setenv("SCHEDARIO_EMBEDDER", target)
        else:
            # Of what was asked for, at most one batch was not kept.
            passages = sum(text.startswith("The parcel") for text in server.texts)
            assert passages - (after.vectors.get(model, 0) - before.vectors.get(model, 0)) <= BATCH
            embedded += after.vectors.get(model, 0) - before.vectors.get(model, 0)
    assert amid >= KILLS // 2, "too few of the moments were within the work"
    assert embedded > 0
    server.pause_seconds = 0.0
    last = filled("reindex", "--space", "--json").json
    model = SERVED if target == "ollama" else OTHER
    assert (last["model"], last["chunks"]) == (model, FILES)
    assert space_tables(database_server, filled.archive) == SpaceTables(
        [model], [model], {model: FILES}, 1, FILES, 0, 0
    )
    assert inconsistencies(database_server, filled.archive) == {}
