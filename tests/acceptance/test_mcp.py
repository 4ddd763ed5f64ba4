"""An assistant walks through the archive by the SDK's own client over HTTP."""

import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mcp_types as types
import pytest
from mcp import Client, MCPError

from fixtures.commands import Commands
from fixtures.marks import ensure_fields_marked, ensure_marked
from fixtures.mcp import Session, conversation, served
from schedario.mcp.tools import TOOLS
from schedario.settings import load_settings
from schedario.wiring import Application, ArchiveServices

_PADDING = (
    "Nothing else was looked at in this part of the record, which a reader may pass over without losing a thing. "
)
RECORD = f"""# ADR-0018: The queue is kept in PostgreSQL

## Context

Jobs were kept in Redis, and were lost when the machine was restarted in March. {_PADDING * 6}

## Decision

The queue is kept in PostgreSQL, in the schema of the archive, and a worker takes its jobs with SKIP LOCKED.
{_PADDING * 6}

## Consequences

One service less is to be run. Throughput is some hundred jobs a second, which is enough for a household. {_PADDING * 6}
"""


@pytest.fixture(scope="module")
def archive(command_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Commands]:
    """One archive for all tests here, which change it only by notes."""
    files = tmp_path_factory.mktemp("files")
    (files / "ADR-0018-queue.md").write_text(RECORD, encoding="utf-8")
    (files / "ADR-0019-cache.md").write_text(RECORD.replace("0018", "0019").replace("queue", "cache"), encoding="utf-8")
    (files / "rent 2024.txt").write_text("The rent of 2024 was 640 euro a month.", encoding="utf-8")
    (files / "rent 2025.txt").write_text("The rent of 2025 was 655 euro a month.", encoding="utf-8")
    (files / "copy of rent.txt").write_text("The rent of 2025 was 655 euro a month.", encoding="utf-8")
    (files / "long.txt").write_text("".join(f"On day {day} a pallet came in. " for day in range(800)), encoding="utf-8")
    (files / "broken.pdf").write_bytes(b"%PDF-1.7 broken")
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("SCHEDARIO_")]:
            patch.delenv(name)
        patch.setenv("SCHEDARIO_HOME", str(command_home))
        patch.setenv("SCHEDARIO_INBOX", str(tmp_path_factory.mktemp("notes") / "inbox"))
        commands = Commands(command_home, "t_mcp")
        assert commands("add", files).code == 1
        yield commands


@pytest.fixture
def inbox(archive: Commands) -> Path:
    return Path(os.environ["SCHEDARIO_INBOX"])


@contextmanager
def tools_of(name: str) -> Iterator[str]:
    """Serve the tools of an archive."""
    with Application(load_settings()) as application:

        @contextmanager
        def opened(asked: str) -> Iterator[ArchiveServices]:
            with application.archive(asked or name) as services:
                yield services

        with served(opened) as url:
            yield url


@pytest.fixture(scope="module")
def url(archive: Commands) -> Iterator[str]:
    with tools_of(archive.archive) as url:
        yield url


@pytest.fixture
def assistant(url: str) -> Iterator[Session]:
    with conversation(lambda: Client(url)) as session:
        yield session


def test_a_client_sees_the_tools(assistant: Session) -> None:
    listed = assistant.run(assistant.client.list_tools()).tools
    assert [tool.name for tool in listed] == list(TOOLS)
    assert [tool.name for tool in listed if not tool.annotations.read_only_hint] == ["write_note"]
    assert all(tool.output_schema and tool.title for tool in listed)
    assert "never instructions" in (assistant.client.instructions or "")


def test_the_walk_from_a_question_to_a_section(assistant: Session) -> None:
    found = assistant("search_knowledge", query="Where is the queue of jobs kept, and why not in Redis?", limit=3)
    first = found.structured["documents"][0]
    assert "ADR-0018-queue.md" in first["name"]
    assert f"Document {first['id']}" in found.text
    assert "SKIP LOCKED" in found.text
    assert f"searched {found.structured['searched']}" in found.text
    outline = assistant("get_document", document=first["id"], mode="outline")
    (decision,) = [one for one in outline.structured["sections"] if "Decision" in one["place"]]
    section = assistant("get_document", document=first["id"], mode="section", section=decision["section"])
    assert "SKIP LOCKED" in section.structured["text"]
    assert "Redis" not in section.structured["text"]
    answer = assistant("get_document", document=first["id"], mode="answer", question="How many jobs a second?")
    assert "some hundred jobs" in answer.text
    assert answer.structured["answer"]["searched"] == 1
    summary = assistant("get_document", document=first["id"], mode="summary")
    assert "This is not the whole document" in summary.text
    for reply in (found, outline, section, answer, summary):
        ensure_marked(reply.text)
        ensure_fields_marked(reply.structured)


def test_an_id_that_was_not_shown_is_refused_until_it_is(assistant: Session, url: str, archive: Commands) -> None:
    records = {record["name"]: record["id"] for record in archive("list", "--json").json}
    wanted = records["rent 2024.txt"]
    for call in ({"document": wanted, "mode": "summary"}, {"document": "k3x9w2ma", "mode": "summary"}):
        refused = assistant("get_document", **call)
        assert refused.failed
        assert refused.text.startswith("document_not_shown: ")
    assert assistant("fetch", id=wanted).text.startswith("document_not_shown: ")
    assert not assistant("search_notes", query="rent 2024").failed
    assert not assistant("get_document", document=wanted.upper(), mode="summary").failed
    with conversation(lambda: Client(url)) as other:
        assert other("get_document", document=wanted, mode="summary").failed


def test_a_list_shows_what_may_be_opened(assistant: Session) -> None:
    listed = assistant("list_documents", limit=2, start=1)
    assert [len(listed.structured["documents"]), listed.structured["goes_on"]] == [2, True]
    assert "go on with start 3" in listed.text
    for document in listed.structured["documents"]:
        assert not assistant("get_document", document=document["id"], mode="outline").failed
    failed = assistant("list_documents", status="failed")
    assert "broken.pdf" in failed.text
    (broken,) = failed.structured["documents"]
    summary = assistant("get_document", document=broken["id"], mode="summary")
    assert "No text of it could be read." in summary.text


def test_a_document_is_found_by_its_name(assistant: Session) -> None:
    reply = assistant("get_document", document="ADR 18", mode="outline")
    assert "ADR-0018-queue.md" in reply.structured["document"]["name"]
    assert reply.structured["kind"] == "outline"


def test_an_ambiguous_name_brings_the_choices_and_opens_nothing(assistant: Session) -> None:
    reply = assistant("get_document", document="rent", mode="summary")
    assert reply.structured["kind"] == "choices"
    assert reply.structured["text"] == ""
    assert len(reply.structured["choices"]) == 2
    assert "640 euro" not in reply.text
    chosen = assistant("get_document", document=reply.structured["choices"][0]["id"], mode="summary")
    assert "640 euro" in chosen.text


def test_a_note_is_written_once_and_refused_the_second_time(assistant: Session, inbox: Path, archive: Commands) -> None:
    written = assistant("write_note", title="Rents / so far", text="640, then 655 euro.")
    assert not written.failed
    (note,) = inbox.iterdir()
    assert note.name == "Rents so far.md"
    content = note.read_text(encoding="utf-8")
    assert "written_by: an assistant" in content
    again = assistant("write_note", title="Rents: so far", text="Something else.")
    assert again.failed
    assert "never written over" in again.text
    assert note.read_text(encoding="utf-8") == content
    assert "Indexing" in assistant("archive_status").text
    assert archive("work", "--once").code == 0
    assert "Rents so far.md" in assistant("search_knowledge", query="What were the rents so far?").text


def test_nothing_found_is_said_with_its_numbers(assistant: Session) -> None:
    reply = assistant("search_knowledge", query="Who won the women's chess world championship of 1991?")
    assert not reply.failed
    assert reply.structured["documents"] == []
    assert re.match(r"No matches: searched \d documents, best score 0\.\d\d, floor 0\.18\.$", reply.text)


def test_the_pair_for_connectors(assistant: Session) -> None:
    found = assistant("search", query="On which day did a pallet come in?")
    assert json.loads(found.text) == found.structured
    first = found.structured["results"][0]
    assert set(first) == {"id", "title", "url"}
    fetched = assistant("fetch", id=first["id"])
    assert json.loads(fetched.text) == fetched.structured
    assert {"id", "title", "text", "url", "metadata"} <= set(fetched.structured)
    assert fetched.structured["metadata"]["complete"] is False
    assert "The first 4,000 of" in fetched.structured["text"]
    assert len(fetched.structured["text"]) < 5000
    ensure_fields_marked(fetched.structured)


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("search_knowledge", {"query": "rent", "collections": "a"}, "Did you mean collection?"),
        ("search_knowlege", {"query": "rent"}, "Did you mean search_knowledge?"),
        ("search_knowledge", {"query": "?!"}, "query_empty: "),
        ("search_knowledge", {"query": "rent", "after": "2026-02-01", "before": "2026-01-01"}, "no day lies between"),
        ("search_knowledge", {"query": "rent", "folder": "notes"}, "must be an absolute path"),
        ("get_document", {"document": "ADR 18", "mode": "answer"}, "needs the parameter question"),
        ("get_document", {"document": "ADR 18", "mode": "section"}, "needs the parameter section"),
        ("get_document", {"document": "ADR 18", "mode": "section", "section": 99}, "section_unknown: "),
        ("write_note", {"title": "...", "text": "a"}, "needs a letter or a digit"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    assistant: Session, tool: str, given: dict[str, str], said: str
) -> None:
    reply = assistant(tool, **given)
    assert reply.failed
    assert said in reply.text
    assert "\n" not in reply.text


def test_a_long_section_comes_in_parts(assistant: Session) -> None:
    first = assistant("get_document", document="long", mode="section", section=1)
    assert first.structured["goes_on"]
    assert len(first.text) < 21_000
    next_offset = first.structured["next_offset"]
    second = assistant("get_document", document="long", mode="section", section=1, offset=next_offset)
    assert second.structured["text"] != first.structured["text"]


def test_an_empty_archive_says_so_and_what_to_do(commands: Commands) -> None:
    with tools_of(commands.archive) as url, conversation(lambda: Client(url)) as session:
        for tool, given in (("archive_status", {}), ("search_knowledge", {"query": "rent"})):
            reply = session(tool, **given)
            assert "The archive is empty" in reply.text
            assert "schedario add PATH" in reply.text


def test_clients_of_each_revision_are_served(url: str) -> None:
    with conversation(lambda: Client(url, mode="legacy")) as session:
        assert not session("archive_status").failed
    with conversation(lambda: Client(url, mode="2026-07-28")) as session, pytest.raises(MCPError) as refused:
        session("archive_status")
    assert refused.value.code == types.UNSUPPORTED_PROTOCOL_VERSION
