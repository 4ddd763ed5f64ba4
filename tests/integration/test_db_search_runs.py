"""The record of a search holds what is needed to judge it, and nothing of the documents' text."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest

from fixtures.database_process import wait_until_blocked
from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.db.queries import query
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


def written(archive: Archive, name: str) -> DocumentId:
    return archive.documents.write(new_document(f"/docs/{name}.txt", [(name, NORTH, (f"en:{name}",))])).id


def rows(archive: Archive, table: str) -> list[dict[str, Any]]:
    with archive.documents._pool.reading() as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()


def test_a_search_is_recorded_without_text(archive: Archive) -> None:
    first, second = written(archive, "a"), written(archive, "b")
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
    document, other = written(archive, "a"), written(archive, "b")
    archive.runs.record(answer(document, other))
    if removed:
        archive.documents.remove(document)
    else:
        archive.runs.forget(document)
    assert [step["documents"] for step in rows(archive, "search_run_step")] == [[other], []]
    assert [passage["document_id"] for passage in rows(archive, "search_run_passage")] == [other]


def test_a_document_that_was_removed_while_the_search_ran_is_not_recorded(archive: Archive) -> None:
    gone, there = written(archive, "a"), written(archive, "b")
    found = answer(gone, there)
    archive.documents.remove(gone)
    archive.runs.record(found)
    assert [step["documents"] for step in rows(archive, "search_run_step")] == [[there], []]
    assert [passage["document_id"] for passage in rows(archive, "search_run_passage")] == [there]


def test_a_record_neither_waits_for_a_removal_nor_names_what_it_removes(archive: Archive) -> None:
    going, there = written(archive, "a"), written(archive, "b")
    with archive.documents._pool.transaction() as removing:
        removing.execute("DELETE FROM document WHERE id = %s", [going])
        archive.runs.record(answer(going, there))
    assert [step["documents"] for step in rows(archive, "search_run_step")] == [[there], []]


def test_a_removal_waits_for_a_record_that_names_the_document(archive: Archive, database_url: str) -> None:
    document = written(archive, "a")
    with (
        ThreadPoolExecutor(1) as threads,
        psycopg.connect(database_url, autocommit=True) as watcher,
        psycopg.connect(database_url, options="-c search_path=archive_main") as recording,
    ):
        recording.execute(query("hold_documents"), {"documents": [document]})
        removal = threads.submit(archive.documents.remove, document)
        wait_until_blocked(watcher, "DELETE FROM document")
        recording.execute(
            "INSERT INTO search_run (query, documents_searched, floor, degraded) VALUES ('q', 1, 0, '{}')"
        )
        recording.execute("INSERT INTO search_run_passage SELECT id, 0, %s, 0, 1, 0.5 FROM search_run", [document])
        recording.commit()
        assert removal.result(timeout=60) is True
    assert rows(archive, "search_run_passage") == []


def test_old_searches_go_when_a_new_one_is_kept(archive: Archive) -> None:
    for days in (400, 20, 0):
        archive.runs.record(answer())
        with archive.runs._pool.transaction() as connection:
            connection.execute(
                "UPDATE search_run SET asked_at = now() - make_interval(days => %s), query = %s"
                " WHERE id = (SELECT max(id) FROM search_run)",
                [days, str(days)],
            )
    archive.runs.record(answer(), days=0)
    assert len(rows(archive, "search_run")) == 4
    archive.runs.record(answer(), days=365)
    assert archive.runs.queries(10) == ["what \ufffd is it", "0", "20"]


def test_kept_searches_are_forgotten_by_age_or_all(archive: Archive) -> None:
    document = written(archive, "a")
    for _ in range(3):
        archive.runs.record(answer(document))
    with archive.runs._pool.transaction() as connection:
        connection.execute("UPDATE search_run SET asked_at = now() - interval '8 days' WHERE query <> '' AND id < 3")
    assert archive.runs.clear(7) == 2
    assert len(rows(archive, "search_run_passage")) == 1
    assert archive.runs.clear() == 1
    assert [rows(archive, table) for table in ("search_run", "search_run_step", "search_run_passage")] == [[], [], []]
