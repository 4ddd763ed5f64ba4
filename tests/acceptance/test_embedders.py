"""What a person sees of an embedder elsewhere: the same answers, and a plain word when it is away."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands, Outcome
from fixtures.embed_server import EmbedServer, embed_server, slow
from fixtures.onnx_folder import make_folder
from schedario.embed import places

QUESTION = "How long are the copies of the database kept?"
TEXT = "The copies of the database are kept for ninety days.\n"


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


@pytest.fixture
def configured(commands: Commands, server: EmbedServer, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.setattr(places, "_PAUSES_SECONDS", (0.01,))
    for name, value in {
        "EMBEDDER": "ollama",
        "EMBEDDER_MODEL": "words",
        "EMBEDDER_URL": server.url,
        "EMBEDDER_SECONDS": "1",
        "FLOOR": "0",
    }.items():
        monkeypatch.setenv(f"SCHEDARIO_{name}", value)
    return commands


@pytest.fixture
def filled(configured: Commands, tmp_path: Path) -> Commands:
    (tmp_path / "backup.md").write_text(TEXT)
    (tmp_path / "canteen.md").write_text("The canteen is open from noon until two.\n")
    assert configured("add", tmp_path).code == 0
    return configured


def names(outcome: Outcome) -> list[str]:
    return [result["document"]["name"] for result in outcome.json["results"]]


def embed_note(outcome: Outcome) -> str:
    return next(str(step["note"]) for step in outcome.json["trace"] if step["step"] == "embed")


def test_an_archive_is_embedded_and_searched_by_a_server(filled: Commands, server: EmbedServer) -> None:
    answer = filled("search", QUESTION, "--json", "--trace")
    assert names(answer)[0] == "backup.md"
    assert answer.json["degraded"] == []
    assert embed_note(answer).startswith(f"{server.url}: answered in")
    assert filled("status", "--json").json["model"] == "words:latest (ollama)"


def test_every_provider_finds_the_same(
    configured: Commands, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "backup.md").write_text(TEXT)
    for provider in ("openai", "voyage"):
        monkeypatch.setenv("SCHEDARIO_EMBEDDER", provider)
        archive = f"{configured.archive[:30]}_{provider}"
        assert configured("add", tmp_path, "--archive", archive).code == 0
        answer = configured("search", QUESTION, "--json", "--archive", archive)
        assert names(answer) == ["backup.md"]
        assert answer.json["degraded"] == []


def test_a_model_in_a_folder_embeds(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fruit.md").write_text("apples and pears\n")
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "onnx")
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_FOLDER", str(make_folder(tmp_path / "tiny")))
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    assert commands("add", tmp_path / "fruit.md").code == 0
    assert names(commands("search", "apples", "--json")) == ["fruit.md"]
    assert "tiny (onnx)" in commands("doctor").out


def test_a_host_that_is_away_leaves_the_words_and_says_so(filled: Commands, server: EmbedServer) -> None:
    server.always = 503
    answer = filled("search", QUESTION, "--json", "--trace")
    assert answer.code == 0
    assert names(answer)[0] == "backup.md"
    (said,) = answer.json["degraded"]
    assert said.startswith("Searched by words only, because the question could not be embedded")
    assert said.endswith("Passages that say it in other words or in another language are not found")
    assert f"{server.url}: it refused (503 trouble)" in embed_note(answer)
    assert [step["step"] for step in answer.json["trace"] if step["step"] == "vector"] == []


def test_the_same_version_elsewhere_takes_over(
    filled: Commands, server: EmbedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = names(filled("search", QUESTION, "--json"))
    server.always = slow(60)
    with embed_server() as second:
        monkeypatch.setenv("SCHEDARIO_EMBEDDER_FALLBACK_URL", second.url)
        started = time.monotonic()
        answer = filled("search", QUESTION, "--json", "--trace")
        assert time.monotonic() - started < 50
    assert names(answer) == usual
    (said,) = answer.json["degraded"]
    assert said.startswith(f"The question was embedded at {second.url}, because the usual host could not")
    assert said.endswith("It has the same version of the model, so the answer is as it would have been")
    assert f"{server.url}: no whole answer within" in embed_note(answer)
    assert f"{second.url}: answered in" in embed_note(answer)


def test_another_version_elsewhere_is_not_asked(
    filled: Commands, server: EmbedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.always = 503
    with embed_server(digest="sha256:newer") as second:
        monkeypatch.setenv("SCHEDARIO_EMBEDDER_FALLBACK_URL", second.url)
        answer = filled("search", QUESTION, "--json", "--trace")
        assert second.asked == []
    assert answer.json["degraded"][0].startswith("Searched by words only")
    assert f"{second.url}: it has another version of the model" in embed_note(answer)


def test_a_host_that_goes_while_files_are_added_leaves_the_old_version(
    filled: Commands, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 4."""
    (tmp_path / "backup.md").write_text("The copies of the database are kept for ten years.\n")
    server.always = 503
    stopped = filled("add", tmp_path)
    assert stopped.code == 4
    (line,) = [line for line in stopped.err.splitlines() if line.startswith("schedario:")]
    assert line.startswith(f"schedario: the embedder gave no vectors: {server.url}: it refused (503 trouble)")
    server.always = None
    answer = filled("search", QUESTION, "--json")
    assert answer.json["results"][0]["passages"][0]["text"] == TEXT.strip()
    assert list(answer.json["stale"].values()) == ["the file was changed after it was indexed"]
    assert filled("add", tmp_path).code == 0
    answer = filled("search", QUESTION, "--json")
    assert "ten years" in answer.json["results"][0]["passages"][0]["text"]
    assert answer.json["stale"] == {}


def test_what_needs_no_vectors_works_while_the_host_is_away(
    filled: Commands, server: EmbedServer, tmp_path: Path
) -> None:
    server.always = 503
    asked = len(server.paths)
    for arguments in (["list"], ["status"], ["remove", str(tmp_path / "canteen.md")]):
        assert filled(*arguments).code == 0
    assert len(server.paths) == asked


def test_a_new_archive_is_not_made_when_its_model_cannot_be_had(
    configured: Commands, server: EmbedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("A text.\n")
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_MODEL", "unknown")
    refused = configured("add", tmp_path)
    assert refused.code == 4
    assert "has no model unknown:latest" in refused.error
    assert "ollama pull unknown:latest" in refused.error
    assert configured("status").code == 2


def test_an_archive_goes_on_answering_by_its_model_when_the_settings_name_another(
    filled: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = names(filled("search", QUESTION, "--json"))
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_MODEL", "other")
    answer = filled("search", QUESTION, "--json", "--trace")
    assert (names(answer), answer.json["degraded"]) == (usual, [])
    assert answer.err == (
        "note: the archive answers by words:latest (ollama); embeddings of other:latest (ollama) are not built: "
        "'schedario reindex --space' builds them\n"
    )


def test_the_doctor_looks_at_both_hosts(
    configured: Commands, server: EmbedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_EMBEDDER_FALLBACK_URL", "http://127.0.0.1:9")
    report = configured("doctor", "--json")
    found = {line["part"]: line for line in report.json}
    assert report.code == 1
    assert found["model"]["health"] == "ok"
    assert "64 dimensions" in found["model"]["detail"]
    assert found["fallback"]["health"] == "missing"
    assert "http://127.0.0.1:9: it does not answer" in found["fallback"]["detail"]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("embedder", "ollama", "embedder_model must be set before"),
        ("embedder", "openai", "embedder_url must be set before"),
        ("embedder", "voyage", "embedder_url must be set before"),
        ("embedder", "onnx", "embedder_folder must be set before"),
        ("embedder", "gpt", "bundled"),
        ("embedder_url", "localhost:11434", "http://"),
        ("embedder_url", "http://me:secret@host", "a key goes into embedder_key"),
        ("embedder_url", "http://", "no address"),
        ("embedder_dimensions", "4001", "4000"),
        ("centering", "maybe", "auto"),
    ],
)
def test_settings_that_cannot_work_are_refused(commands: Commands, name: str, value: str, said: str) -> None:
    refused = commands("config", "set", name, value)
    assert refused.code == 2
    assert said in refused.error
    assert "secret" not in refused.error
