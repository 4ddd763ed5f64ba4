"""Another model beside the one that answers: nothing stops, one moment switches, and nothing is left of the old one."""

import json
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands, Outcome
from fixtures.embed_server import EmbedServer, embed_server
from fixtures.onnx_folder import make_folder
from fixtures.spaces import SpaceTables, space_tables
from schedario.db.server import EmbeddedServer
from schedario.embed import places
from schedario.settings import load_settings
from schedario.wiring import Application

QUESTION = "How long are the copies of the database kept?"
BUNDLED = "multilingual-e5-small (mixed)"
SERVED = "words:latest (ollama)"

Tables = Callable[[], SpaceTables]


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    (made / "backup.md").write_text("# Backups\n\nThe copies of the database are kept for ninety days.\n")
    (made / "canteen.md").write_text("The canteen is open from noon until two.\n")
    return made


@pytest.fixture
def filled(commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.setattr(places, "_PAUSES_SECONDS", (0.01,))
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    monkeypatch.setenv("SCHEDARIO_CENTERING", "auto")
    assert commands("add", folder).code == 0
    return commands


@pytest.fixture
def tables(commands: Commands, database_server: EmbeddedServer) -> Tables:
    return lambda: space_tables(database_server, commands.archive)


def name_server(monkeypatch: pytest.MonkeyPatch, server: EmbedServer, **others: str) -> None:
    values = {"EMBEDDER": "ollama", "EMBEDDER_MODEL": "words", "EMBEDDER_URL": server.url, "EMBEDDER_SECONDS": "1"}
    for name, value in {**values, **others}.items():
        monkeypatch.setenv(f"SCHEDARIO_{name}", value)


def wait_until(reached: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while not reached():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


def names(outcome: Outcome) -> list[str]:
    return [result["document"]["name"] for result in outcome.json["results"]]


def test_the_model_of_before_answers_until_the_other_one_is_built(
    filled: Commands, folder: Path, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    answer = filled("search", QUESTION, "--json")
    assert (names(answer)[0], answer.json["degraded"]) == ("backup.md", [])
    assert f"answers by {BUNDLED}; embeddings of {SERVED} are not built" in answer.err
    (folder / "new.md").write_text("The new hall has a lift.\n")
    assert filled("add", folder).code == 0
    status = filled("status", "--json").json
    assert (status["model"], status["outdated"]) == (BUNDLED, 0)
    assert status["spaces"] == {"active": BUNDLED, "unbuilt": SERVED, "others": []}
    assert "'schedario reindex --space' builds it" in filled("status").out
    assert server.asked == []
    built = filled("reindex", "--space", "--json").json
    chunks = tables().chunks
    assert built == {
        "model": SERVED, "before": BUNDLED, "embedded": chunks, "chunks": chunks, "removed": [BUNDLED], "kept": [],
    }  # fmt: skip
    assert tables() == SpaceTables([SERVED], [SERVED], {SERVED: chunks}, 1, chunks, 0, tables().means)
    answer = filled("search", QUESTION, "--json", "--trace")
    assert (names(answer)[0], answer.err) == ("backup.md", "")
    assert f"{server.url}: answered" in str(answer.json["trace"])
    status = filled("status", "--json").json
    assert (status["model"], status["outdated"], status["spaces"]["unbuilt"]) == (SERVED, 0, "")
    totals = filled("add", folder, "--json").json["totals"]
    assert totals["unchanged"] == 3


def test_vectors_of_a_built_space_are_those_that_adding_makes(
    filled: Commands, folder: Path, server: EmbedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    assert filled("reindex", "--space").code == 0
    built = filled("search", QUESTION, "--json").json["results"]
    other = f"{filled.archive[:30]}_added"
    assert filled("add", folder, "--archive", other).code == 0
    added = filled("search", QUESTION, "--json", "--archive", other).json["results"]
    assert [r["passages"][0]["score"] for r in built] == [r["passages"][0]["score"] for r in added]


def test_a_plan_counts_measures_and_writes_nothing(
    filled: Commands, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tables()
    name_server(monkeypatch, server)
    plan = filled("reindex", "--plan", "--price", "1000000", "--json").json
    assert (plan["model"], plan["active"]) == (SERVED, BUNDLED)
    assert plan["chunks"] == plan["sampled"] == before.chunks
    assert plan["tokens"] == plan["dollars"] > 10
    assert plan["seconds"] == pytest.approx(plan["sample_seconds"], abs=0.1)
    assert tables() == before
    assert "measured on 2 chunks" in filled("reindex", "--plan").out
    assert filled("reindex", "--space").code == 0
    plan = filled("reindex", "--plan", "--json").json
    assert (plan["chunks"], plan["tokens"], plan["sampled"], plan["dollars"]) == (0, 0, 0, None)


def test_going_back_to_what_was_kept_embeds_what_came_since(
    filled: Commands, folder: Path, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    built = filled("reindex", "--space", "--keep-old", "--json").json
    assert (built["removed"], built["kept"]) == ([], [BUNDLED])
    (folder / "new.md").write_text("The new hall has a lift.\n")
    assert filled("add", folder).code == 0
    assert tables().vectors == {BUNDLED: 2, SERVED: 3}
    assert "2 of 3 chunks embedded" in filled("status").out
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "bundled")
    back = filled("reindex", "--space", "--json").json
    assert (back["embedded"], back["removed"]) == (1, [SERVED])
    assert tables() == SpaceTables([BUNDLED], [BUNDLED], {BUNDLED: 3}, 1, 3, 0, 0)
    again = filled("reindex", "--space", "--json").json
    assert (again["embedded"], again["removed"], again["before"]) == (0, [], BUNDLED)


def test_an_abandoned_space_goes_with_the_next_switch(
    filled: Commands, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server, CENTERING="off")
    server.faults = [None, 503, 503, 503]
    stopped = filled("reindex", "--space")
    assert stopped.code == 4
    assert SERVED in tables().spaces
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "bundled")
    monkeypatch.setenv("SCHEDARIO_CENTERING", "auto")
    assert filled("reindex", "--space", "--json").json["removed"] == [SERVED]
    assert tables().spaces == [BUNDLED]


def test_a_model_of_before_that_is_away_leaves_the_words_and_says_so(
    filled: Commands, folder: Path, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    assert filled("reindex", "--space").code == 0
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "voyage")
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_URL", "http://127.0.0.1:9")
    answer = filled("search", "copies of the database", "--json")
    assert (answer.code, names(answer)[0]) == (0, "backup.md")
    assert answer.json["degraded"][0].startswith("Searched by words only, because the question could not be embedded")
    (folder / "new.md").write_text("The new hall has a lift.\n")
    refused = filled("add", folder)
    assert refused.code == 4
    # The address of the server of before is named again: then its model is had again.
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_FALLBACK_URL", server.url)
    assert filled("search", QUESTION, "--json").json["degraded"] != answer.json["degraded"]
    assert filled("add", folder).code == 0


def test_a_model_elsewhere_is_not_asked_under_settings_that_keep_all_on_this_machine(
    commands: Commands, folder: Path, server: EmbedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server, EMBEDDER="openai", FLOOR="0")
    assert commands("add", folder).code == 0
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "bundled")
    monkeypatch.delenv("SCHEDARIO_EMBEDDER_URL")
    asked = len(server.paths)
    answer = commands("search", "copies of the database", "--json")
    assert "embedder=bundled keeps all on this machine" in answer.json["degraded"][0]
    assert "schedario reindex --space" in answer.json["degraded"][0]
    refused = commands("add", folder / "backup.md")
    assert refused.code == 0, "nothing has changed, so nothing is embedded"
    (folder / "new.md").write_text("The new hall has a lift.\n")
    assert "embedder=bundled keeps all on this machine" in commands("add", folder).err
    assert len(server.paths) == asked
    assert commands("reindex", "--space").code == 0
    assert commands("search", QUESTION, "--json").json["degraded"] == []


def test_a_model_in_a_folder_takes_over_and_goes_on_when_another_is_named(
    filled: Commands, tmp_path: Path, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "onnx")
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_FOLDER", str(make_folder(tmp_path / "tiny")))
    assert filled("reindex", "--space").code == 0
    assert tables().active == ["tiny (onnx)"]
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "bundled")
    answer = filled("search", QUESTION, "--json")
    assert answer.json["degraded"] == []
    assert "answers by tiny (onnx)" in answer.err


def test_another_precision_of_the_bundled_model_is_another_space(
    filled: Commands, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_MODEL_PRECISION", "int8")
    answer = filled("search", QUESTION, "--json")
    assert (names(answer)[0], answer.json["degraded"]) == ("backup.md", [])
    assert "embeddings of multilingual-e5-small (int8) are not built" in answer.err
    assert filled("reindex", "--space").code == 0
    assert tables().active == ["multilingual-e5-small (int8)"]


def test_a_model_that_was_replaced_on_its_host_gets_a_space_of_its_own(
    filled: Commands, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server)
    assert filled("reindex", "--space").code == 0
    server.digest, server.seed = "sha256:" + "b2" * 32, "newer"
    away = filled("search", QUESTION, "--json").json["degraded"][0]
    assert "another version of the model" in away
    assert filled("reindex", "--space", "--json").json["embedded"] == tables().chunks
    assert filled("search", QUESTION, "--json").json["degraded"] == []


def test_a_host_that_goes_in_the_middle_costs_a_batch(
    filled: Commands, folder: Path, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedario.services.spaces._BATCH", 2)
    for number in range(4):
        (folder / f"{number}.md").write_text(f"The parcel {number} was sent to the depot of town {number}.\n")
    assert filled("add", folder).code == 0
    name_server(monkeypatch, server, CENTERING="off")
    # The probe of the space, the passages of a batch and what they stand under; then the host is away.
    server.faults = [None, None, None, 503, 503, 503]
    assert filled("reindex", "--space").code == 4
    assert tables().vectors == {BUNDLED: 6, SERVED: 2}
    assert tables().active == [BUNDLED]
    assert filled("reindex", "--space", "--json").json["embedded"] == 4


def test_an_evaluation_is_not_of_another_model_than_its_report_says(
    filled: Commands, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = tmp_path / "dataset"
    (dataset / "docs").mkdir(parents=True)
    (dataset / "docs" / "a.md").write_text("The canteen is open from noon until two.\n")
    question = {"id": "1", "question": "When is the canteen open?", "lang": "en", "kind": "mono", "doc": "a.md"}
    (dataset / "questions.jsonl").write_text(json.dumps(question))
    measured = filled("evaluate", "run", dataset)
    assert measured.code == 0, measured.err
    name_server(monkeypatch, server)
    refused = filled("evaluate", "run", dataset)
    assert refused.code == 4
    assert "build embeddings under those in force: schedario reindex --space" in refused.err


def test_adding_and_searching_go_on_while_a_space_is_built(
    filled: Commands, folder: Path, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(150):
        (folder / f"{number}.md").write_text(f"The parcel {number} was sent to the depot of town {number}.\n")
    assert filled("add", folder).code == 0
    name_server(monkeypatch, server, CENTERING="off")
    # The probe of the space, a batch of 64 passages and what they stand under; then the server waits.
    permits = threading.Semaphore(5)
    server.spoil = lambda vectors: vectors if permits.acquire(timeout=60) else []
    # What another process has open answers before, during and after the switch, by whichever model is active.
    with Application(load_settings()) as application, application.archive(filled.archive) as services:
        building = filled.start("reindex", "--space", "--json")
        wait_until(lambda: SERVED in tables().vectors, building)
        during = services.searching.search(QUESTION).answer
        assert (during.results[0].document.name, during.degraded) == ("backup.md", ())
        (folder / "late.md").write_text("The late parcel was left with the porter.\n")
        assert filled("add", folder / "late.md").code == 0
        services.adding.add([str(folder / "0.md")])
        (folder / "1.md").write_text("The parcel one came back from the depot.\n")
        services.adding.add([str(folder / "1.md")])
        assert building.poll() is None, "the building was over before anything was added"
        assert tables().vectors[SERVED] == 63, "one of the first 64 was written anew, and lost its vector"
        permits.release(1000)
        _, err = building.communicate(timeout=120)
        assert building.returncode == 0, err
        after = services.searching.search(QUESTION).answer
        assert (after.results[0].document.name, after.degraded) == ("backup.md", ())
        (embed,) = (step for step in after.trace if step.name == "embed")
        assert f"{server.url}: answered" in embed.note
        (folder / "later.md").write_text("The later parcel was left with the porter, too.\n")
        assert services.adding.add([str(folder / "later.md")]).entries[0].chunks == 1
    assert tables() == SpaceTables([SERVED], [SERVED], {SERVED: tables().chunks}, 1, tables().chunks, 0, 0)
    assert "late.md" in names(filled("search", "late parcel porter", "--json"))


def test_two_builders_at_once_are_refused(
    filled: Commands, folder: Path, server: EmbedServer, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    name_server(monkeypatch, server, CENTERING="off")
    server.pause_seconds = 3.0
    building = filled.start("reindex", "--space")
    wait_until(lambda: SERVED in tables().spaces, building)
    refused = filled("reindex", "--space")
    assert refused.code == 2
    assert "another process builds embeddings of this archive" in refused.err
    building.communicate(timeout=60)
    assert building.returncode == 0
