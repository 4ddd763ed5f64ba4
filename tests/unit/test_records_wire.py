"""Records survive the way to another process and back."""

import json
from datetime import UTC, datetime

from schedario.records.document import Container, DocumentId
from schedario.records.extraction import Origin
from schedario.records.filters import Filters
from schedario.records.job import JobKind, QueueLengths
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TimedAnswer, TraceStep
from schedario.records.wire import from_plain, to_plain

ID = DocumentId("c6ygncrq")
NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)


def test_an_answer_is_the_same_on_the_other_side() -> None:
    # A name of bytes that are no UTF-8, a time to the microsecond, numbers that no decimal holds.
    head = DocumentHead(ID, "a\udcff", "/a\udcff", "default", NOW, "", "t", "/a", Container(ID, "m", ""))
    passage = Passage("text\u2028", None, "page 1", 1 / 3, Origin.OCR, "en", 0, 4, 0, 4, False, 1, "h", 0)
    answer = SearchAnswer(
        query="a",
        archive="main",
        documents_searched=1,
        floor=0.1,
        best_score=None,
        degraded=("one",),
        stale={ID: "gone"},
        results=(DocumentPassages(head, (passage,)),),
        trace=(TraceStep("embed", 1.25, 0, "", (ID,), (0.1,)),),
        filters=Filters(documents=(ID,), after=NOW),
    )
    timed = TimedAnswer(answer, {"total": 0.1 + 0.2})
    assert from_plain(TimedAnswer, json.loads(json.dumps(to_plain(timed)))) == timed


def test_keys_that_are_kinds_are_kinds_again() -> None:
    lengths = QueueLengths(1, {JobKind.INDEX: 2, JobKind.ANALYSE: 0}, 0, 1, paused=True)
    back = from_plain(QueueLengths, json.loads(json.dumps(to_plain(lengths))))
    assert back == lengths
    assert all(isinstance(kind, JobKind) for kind in back.waiting)
