"""The record of a search holds what is needed to judge it, and nothing of the documents' text."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.records.document import DocumentId
from schedario.records.extraction import Origin
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TraceStep

SECRET = "a sentence that must stay in its document"


def passage() -> Passage:
    return Passage(
        text=SECRET, page=3, locator="page 3", score=0.75, origin=Origin.TEXT, language="en", start=10, end=52,
        best_start=10, best_end=52, jump=False, rank=1,
    )  # fmt: skip


def answer(*documents: DocumentId) -> SearchAnswer:
    results = tuple(
        DocumentPassages(
            DocumentHead(document, "name", "/path", "default", datetime.now(UTC), "", "", "/path"),
            (passage(),),
        )
        for document in documents
    )
    return SearchAnswer(
        query="what \udcff is it",
        archive="main",
        documents_searched=2,
        floor=0.25,
        best_score=0.75,
        degraded=("keywords only",),
        stale={},
        results=results,
        trace=(TraceStep("vectors", 1.5, 2, "two found", documents), TraceStep("floor", 0.5, 1, "", documents[:1])),
    )


def rows(archive: Archive, table: str) -> list[dict[str, Any]]:
    with archive.documents._pool.reading() as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()


def test_a_search_is_recorded_without_text(archive: Archive) -> None:
    first, second = DocumentId("aaaaaaaa"), DocumentId("bbbbbbbb")
    archive.runs.record(answer(first, second))
    (run,) = rows(archive, "search_run")
    assert (run["query"], run["documents_searched"], run["best_score"]) == ("what � is it", 2, 0.75)
    steps = rows(archive, "search_run_step")
    assert [(step["name"], step["count"], step["documents"]) for step in steps] == [
        ("vectors", 2, [first, second]),
        ("floor", 1, [first]),
    ]
    passages = rows(archive, "search_run_passage")
    assert [(passage["document_id"], passage["score"]) for passage in passages] == [(first, 0.75), (second, 0.75)]
    assert SECRET not in repr([run, steps, passages])


def test_an_answer_without_results_is_recorded(archive: Archive) -> None:
    archive.runs.record(answer())
    assert len(rows(archive, "search_run")) == 1
    assert rows(archive, "search_run_passage") == []


@pytest.mark.parametrize("removed", [True, False])
def test_a_removed_document_is_forgotten(archive: Archive, removed: bool) -> None:
    document = archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))])).id
    other = DocumentId("bbbbbbbb")
    archive.runs.record(answer(document, other))
    if removed:
        archive.documents.remove(document)
    else:
        archive.runs.forget(document)
    assert [step["documents"] for step in rows(archive, "search_run_step")] == [[other], []]
    assert [passage["document_id"] for passage in rows(archive, "search_run_passage")] == [other]
