"""What a person sees of a reranker: another order, never another score, and an answer in time whatever it does."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fixtures.commands import Commands, Outcome
from fixtures.rerank_server import by_words, rerank_server

QUESTION = "How long is the database kept?"


@pytest.fixture(scope="module")
def filled(shared_commands: Commands, tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """Three documents that all say something of the question."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "backup.md").write_text("The copies of the database are kept for ninety days.\n")
    (folder / "archive.md").write_text("The archive of the old database is kept for ten years in the vault.\n")
    (folder / "rules.md").write_text("How long a table of the database stays is for its owner to say.\n")
    assert shared_commands("add", folder).code == 0
    return shared_commands


@pytest.fixture
def asked(filled: Commands, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.setenv("SCHEDARIO_RERANKER", "http")
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    return filled


@pytest.fixture
def release() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def names(outcome: Outcome) -> list[str]:
    return [result["document"]["name"] for result in outcome.json["results"]]


def scores(outcome: Outcome) -> dict[str, float]:
    return {result["document"]["name"]: result["passages"][0]["score"] for result in outcome.json["results"]}


def test_another_reranker_gives_another_order_of_the_same_scores(
    asked: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scenario 8: nothing of the first one is left when the second one answers."""
    with rerank_server(by_words("vault", "owner")) as first, rerank_server(by_words("owner", "vault")) as second:
        monkeypatch.setenv("SCHEDARIO_RERANKER_URL", first.url)
        one = asked("search", QUESTION, "--json", "--trace")
        monkeypatch.setenv("SCHEDARIO_RERANKER_URL", second.url)
        monkeypatch.setenv("SCHEDARIO_RERANKER_MODEL", "second")
        other = asked("search", QUESTION, "--json", "--trace")
    assert names(one) == ["archive.md", "rules.md", "backup.md"]
    assert names(other) == ["rules.md", "archive.md", "backup.md"]
    assert scores(one) == scores(other)
    assert [result["passages"][0]["rank"] for result in other.json["results"]] == [1, 2, 3]
    (step,) = [step for step in other.json["trace"] if step["step"] == "rerank"]
    assert (step["count"], step["note"]) == (3, "http (second): the best 3, its numbers 2 to 0")
    monkeypatch.setenv("SCHEDARIO_RERANKER", "none")
    plain = asked("search", QUESTION, "--json")
    assert scores(plain) == scores(one)
    assert list(scores(plain).values()) == sorted(scores(plain).values(), reverse=True)


def test_the_best_passages_are_taken_in_the_rerankers_order(asked: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    with rerank_server(by_words("owner")) as server:
        monkeypatch.setenv("SCHEDARIO_RERANKER_URL", server.url)
        assert names(asked("search", QUESTION, "-k", "1", "--json")) == ["rules.md"]


def test_a_slow_reranker_costs_its_budget_and_no_more(
    asked: Commands, monkeypatch: pytest.MonkeyPatch, release: threading.Event
) -> None:
    """Scenario 19."""

    def late(_: dict[str, Any]) -> tuple[int, Any]:
        release.wait(60)
        return 200, {"results": []}

    with rerank_server(late) as server:
        monkeypatch.setenv("SCHEDARIO_RERANKER_URL", server.url)
        started = time.monotonic()
        answer = asked("search", QUESTION, "--json")
        assert time.monotonic() - started < 50
        assert answer.json["timings_ms"]["rerank"] >= 1900
        release.set()
    assert len(names(answer)) == 3
    assert list(scores(answer).values()) == sorted(scores(answer).values(), reverse=True)
    (said,) = answer.json["degraded"]
    assert said.startswith("rerank skipped: over its budget of 2 s")


def test_a_reranker_that_is_not_there_is_said_in_one_line(asked: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_RERANKER_URL", "http://127.0.0.1:9/rerank")
    answer = asked.process("search", QUESTION)
    assert answer.code == 0
    (line,) = answer.err.splitlines()
    assert line.startswith("rerank skipped: the reranker's server gave no order: it does not answer")
    assert "backup.md" in answer.out


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("reranker", "http", "reranker_url must be set"),
        ("reranker", "best", "none"),
        ("reranker_url", "ftp://x", "http://"),
        ("reranker_seconds", "0", "greater"),
    ],
)
def test_settings_that_cannot_work_are_refused(commands: Commands, name: str, value: str, said: str) -> None:
    refused = commands("config", "set", name, value)
    assert refused.code == 2
    assert said in refused.error
