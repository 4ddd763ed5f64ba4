"""The step that reranks: order, budget, and what the answer says when there is no order."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fixtures.documents import EAST, NORTH, new_document
from schedario.db.database import Archive
from schedario.errors import RerankerError
from schedario.records.candidate import Candidate, RerankPassage
from schedario.records.document import ChunkId, DocumentId, Header
from schedario.search.rerank import Reranked, Reranking

NOW = datetime(2025, 1, 1, tzinfo=UTC)
WORDS = ("one", "two", "three", "four")


class Judge:
    """A reranker that prefers the words later in a list; each call does first what the test says."""

    name = "judge"

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self.before = before
        self.seen: list[list[RerankPassage]] = []
        self.running = 0
        self.most_running = 0

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            self.seen.append(list(passages))
            self.before()
            return [float(WORDS.index(passage.text)) for passage in passages]
        finally:
            self.running -= 1

    def close(self) -> None:
        """Nothing is held."""


class Indifferent(Judge):
    """A reranker to which all is the same."""

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        self.seen.append(list(passages))
        return [0.0] * len(passages)


@pytest.fixture
def candidates(archive: Archive) -> list[Candidate]:
    """Four chunks of two documents; by score: one, two, three, four."""
    archive.documents.write(new_document("/d/a.txt", [(word, NORTH, (f"en:{word}",)) for word in WORDS[:3]]))
    archive.documents.write(new_document("/d/b.txt", [(WORDS[3], NORTH, ("en:four",))]))
    found = sorted(archive.search.nearest(NORTH, 10), key=lambda match: match.chunk)
    spans = [archive.search.neighbourhood([match.chunk], 0)[0] for match in found]
    return [
        Candidate(match.chunk, match.document, span.ordinal, 0.5, 0.5, 0.9 - place / 10)
        for place, (match, span) in enumerate(zip(found, spans, strict=True))
    ]


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    """Holds calls up until the test, or its end, opens it."""
    event = threading.Event()
    yield event
    event.set()


def wait_for(gate: threading.Event) -> None:
    gate.wait(60)


def order(archive: Archive, reranked: Reranked) -> list[str]:
    return [WORDS[candidate.ordinal + (3 if is_last(archive, candidate) else 0)] for candidate in reranked.candidates]


def is_last(archive: Archive, candidate: Candidate) -> bool:
    return archive.search.heads([candidate.document])[candidate.document].name == "b.txt"


def test_the_best_go_into_the_rerankers_order_and_the_rest_stay_behind(
    archive: Archive, candidates: list[Candidate]
) -> None:
    judge = Judge()
    reranked = Reranking(judge, candidates=3, seconds=5).order(archive.search, "q", candidates)
    assert order(archive, reranked) == ["three", "two", "one", "four"]
    assert (list(reranked.scores), reranked.skipped) == ([2.0, 1.0, 0.0], "")
    assert [candidate.score for candidate in reranked.candidates] == [0.7, 0.8, 0.9, 0.6000000000000001]
    first = judge.seen[0][0]
    assert (first.text, first.name, first.title, first.heading_path, first.language, first.score) == (
        "one", "a.txt", "A title", ("Heading 0",), "en", 0.9,
    )  # fmt: skip


def test_rows_of_a_table_are_judged_with_its_header(archive: Archive) -> None:
    made = new_document("/d/table.csv", [("Boat | Berth", EAST, ()), ("Alba | 1", NORTH, ())])
    archive.documents.write(replace(made, chunks=(made.chunks[0], replace(made.chunks[1], header=Header(0, 12)))))
    (match,) = archive.search.nearest(NORTH, 1)
    judge = Indifferent()
    candidate = Candidate(match.chunk, match.document, 1, 0.5, 0.5, 0.9)
    Reranking(judge, candidates=5, seconds=5).order(archive.search, "berth", [candidate])
    assert [passage.text for passage in judge.seen[0]] == ["Boat | Berth\nAlba | 1"]


def test_equal_numbers_keep_the_order_of_the_scores(archive: Archive, candidates: list[Candidate]) -> None:
    judge = Judge()
    judge.scores = lambda question, passages: [0.0] * len(passages)  # type: ignore[method-assign]
    reranked = Reranking(judge, candidates=4, seconds=5).order(archive.search, "q", candidates)
    assert list(reranked.candidates) == candidates


def test_nothing_to_order_asks_nobody(archive: Archive) -> None:
    judge = Judge()
    assert Reranking(judge, candidates=4, seconds=5).order(archive.search, "q", []).skipped == ""
    assert judge.seen == []


def test_chunks_that_are_gone_are_not_shown_and_not_lost(archive: Archive, candidates: list[Candidate]) -> None:
    gone = Candidate(ChunkId(999_999), DocumentId("aaaaaaaa"), 0, 0.5, 0.5, 0.95)
    reranked = Reranking(Judge(), candidates=3, seconds=5).order(archive.search, "q", [gone, *candidates])
    assert [candidate.chunk for candidate in reranked.candidates][:2] == [candidates[1].chunk, candidates[0].chunk]
    assert gone in reranked.candidates


def test_a_slow_reranker_is_not_waited_for(
    archive: Archive, candidates: list[Candidate], gate: threading.Event
) -> None:
    """Scenario 19, with a shorter budget."""
    reranking = Reranking(Judge(lambda: wait_for(gate)), candidates=4, seconds=0.2)
    started = time.monotonic()
    reranked = reranking.order(archive.search, "q", candidates)
    assert time.monotonic() - started < 50
    assert reranked.skipped.startswith("rerank skipped: over its budget of 0.2 s")
    assert list(reranked.candidates) == candidates


def test_calls_do_not_pile_up_on_a_reranker_that_hangs(
    archive: Archive, candidates: list[Candidate], gate: threading.Event
) -> None:
    judge = Judge(lambda: wait_for(gate))
    reranking = Reranking(judge, candidates=4, seconds=0.2)
    reranking.order(archive.search, "q", candidates)
    skipped = [reranking.order(archive.search, "q", candidates).skipped for _ in range(5)]
    # One that had waited would say that it was over its budget.
    assert all(reason.startswith("rerank skipped: busy") for reason in skipped)
    assert (judge.most_running, len(judge.seen)) == (1, 1)
    gate.set()
    deadline = time.monotonic() + 60
    while judge.running:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert reranking.order(archive.search, "q", candidates).skipped == ""


def test_searches_within_their_budget_take_turns(archive: Archive, candidates: list[Candidate]) -> None:
    judge = Judge(lambda: time.sleep(0.05))
    reranking = Reranking(judge, candidates=4, seconds=5)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: reranking.order(archive.search, "q", candidates), range(4)))
    assert [answer.skipped for answer in answers] == [""] * 4
    assert judge.most_running == 1


def test_a_reranker_that_cannot_load_is_said_each_time_and_logged_once(
    archive: Archive, candidates: list[Candidate], caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise RerankerError("the model is not there", subject="some/model", remedy="Name another")

    judge = Judge(fail)
    reranking = Reranking(judge, candidates=4, seconds=5)
    with caplog.at_level(logging.INFO, logger="schedario"):
        for _ in range(3):
            reranked = reranking.order(archive.search, "q", candidates)
            assert reranked.skipped.startswith("rerank skipped: the model is not there: some/model. Name another")
            assert list(reranked.candidates) == candidates
    assert [(record.levelname, "some/model" in record.message) for record in caplog.records] == [("ERROR", True)]
    judge.before = lambda: None
    assert reranking.order(archive.search, "q", candidates).skipped == ""


@pytest.mark.parametrize("scores", [[1.0], [1.0, float("nan"), 0.0, 2.0], [1.0, float("inf"), 0.0, 2.0]])
def test_what_is_no_order_is_not_taken(archive: Archive, candidates: list[Candidate], scores: list[float]) -> None:
    judge = Judge()
    judge.scores = lambda question, passages: scores  # type: ignore[method-assign]
    reranked = Reranking(judge, candidates=4, seconds=5).order(archive.search, "q", candidates)
    assert reranked.skipped.startswith("rerank skipped: the reranker gave")
    assert list(reranked.candidates) == candidates


def test_an_error_of_the_program_is_not_taken_for_one_of_the_reranker(
    archive: Archive, candidates: list[Candidate]
) -> None:
    def wrong() -> None:
        raise KeyError("a fault")

    with pytest.raises(KeyError):
        Reranking(Judge(wrong), candidates=4, seconds=5).order(archive.search, "q", candidates)
