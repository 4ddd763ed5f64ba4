"""Whatever a document says and is called, it stays between the marks on every front door that feeds a model."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from fixtures.commands import Commands
from fixtures.hostile_documents import MAKERS, SUBJECT, write_all
from fixtures.marks import CANARY, ensure_fields_marked, ensure_marked
from fixtures.mcp import Answer, Session, conversation, served
from schedario.settings import load_settings
from schedario.wiring import Application, ArchiveServices

QUESTION = f"{SUBJECT}?"


@pytest.fixture
def archive(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    write_all(tmp_path)
    monkeypatch.setenv("SCHEDARIO_PASSAGES", "100")
    monkeypatch.setenv("SCHEDARIO_ANSWER_CHARACTERS", "200000")
    ledger = commands("add", tmp_path, "--json").json
    assert ledger["totals"]["indexed"] >= len(MAKERS), ledger["totals"]
    return commands


@pytest.fixture
def assistant(archive: Commands) -> Iterator[Session]:
    with Application(load_settings()) as application:

        @contextmanager
        def opened(_: str) -> Iterator[ArchiveServices]:
            with application.archive(archive.archive) as services:
                yield services

        with served(opened) as url, conversation(lambda: Client(url)) as session:
            yield session


def test_the_corpus_cannot_leave_its_marks(assistant: Session, archive: Commands) -> None:
    """One archive, all tools: what is asked of each document is asked here once."""
    listed = ensured(assistant("list_documents", limit=200))
    ids = [document["id"] for document in listed.structured["documents"]]
    assert len(ids) >= len(MAKERS)
    found = ensured(assistant("search_knowledge", query=QUESTION, limit=30))
    assert len(found.structured["documents"]) >= 15
    ensured(assistant("search_notes", query="harbour ledger CANARY", limit=50))
    ensured(assistant("search", query=QUESTION))
    ensured(assistant("archive_status"))
    seen = 0
    for document in ids:
        seen += CANARY in ensured(assistant("get_document", document=document, mode="summary")).text
        ensured(assistant("get_document", document=document, mode="outline"))
        ensured(assistant("get_document", document=document, mode="answer", question=QUESTION))
        ensured(assistant("fetch", id=document))
        section = assistant("get_document", document=document, mode="section", section=1)
        ensured(section)
    assert seen >= len(MAKERS) - 2
    ensured(assistant("get_document", document="canary", mode="summary"))
    # An id that a document names was not shown by that.
    assert assistant("get_document", document="k3x9w2ma", mode="summary").failed
    for command in (["search", QUESTION, "--json"], ["list", "--json"]):
        printed = archive(*command)
        assert json.loads(printed.out)
        assert "\x1b" not in printed.out


def ensured(answer: Answer) -> Answer:
    """Check an answer, in words and in fields."""
    fields: Any = answer.structured
    if answer.failed:
        assert CANARY not in answer.text
        return answer
    if answer.text.startswith("{"):
        assert json.loads(answer.text) == fields
    else:
        ensure_marked(answer.text)
    ensure_fields_marked(fields)
    return answer
