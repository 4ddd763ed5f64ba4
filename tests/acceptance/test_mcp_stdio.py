"""The thin client over stdin and stdout: quick, light, many for one service, and gone with its stdin."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client, StdioServerParameters
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from fixtures.commands import Commands
from fixtures.mcp import Session, conversation
from schedario.host.state import only_service, running_service
from schedario.mcp import link
from schedario.mcp.link import Link, LinkError
from schedario.mcp.stdio import PROTOCOLS
from schedario.mcp.tools import TOOLS

HEAVY = ("numpy", "psycopg", "onnxruntime", "mcp", "pydantic", "httpx", "starlette", "yaml")
BEGIN = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}


@pytest.fixture
def archive(commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    """An archive whose service is ended after the test."""
    files = tmp_path / "files"
    files.mkdir()
    (files / "ADR-0018-queue.md").write_text(
        "# ADR-0018: queue\n\nJobs are kept in PostgreSQL, and taken with SKIP LOCKED.\n", encoding="utf-8"
    )
    (files / "rent.txt").write_text("The rent of 2025 was 655 euro a month.", encoding="utf-8")
    monkeypatch.setenv("SCHEDARIO_INBOX", str(tmp_path / "inbox"))
    monkeypatch.setenv("SCHEDARIO_ARCHIVE", commands.archive)
    assert commands("add", files).code == 0
    yield commands
    end_services(commands.home)


def end_services(home: Path) -> None:
    """End what serves a data folder, also what is still starting, and wait until it is gone."""
    deadline = time.monotonic() + 60
    while found := services(home):
        assert time.monotonic() < deadline, "the service goes on"
        for pid in found:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        time.sleep(0.5)


def client(commands: Commands) -> Client:
    """Return the SDK's client, which starts ours as an assistant does."""
    environment = {**os.environ, "SCHEDARIO_HOME": str(commands.home)}
    return Client(StdioServerParameters(command=sys.executable, args=["-m", "schedario", "mcp"], env=environment))


def patient(session: Session, tool: str, **arguments: Any) -> Any:
    """Call a tool as a model does: again while the archive is starting."""
    deadline = time.monotonic() + 90
    while True:
        answer = session(tool, **arguments)
        if not answer.failed or "starting" not in answer.text:
            return answer
        assert time.monotonic() < deadline, answer.text


def test_the_walk_over_stdio(archive: Commands, tmp_path: Path) -> None:
    with conversation(lambda: client(archive)) as assistant:
        assert [tool.name for tool in assistant.run(assistant.client.list_tools()).tools] == list(TOOLS)
        found = patient(assistant, "search_knowledge", query="Where are jobs kept?")
        document = found.structured["documents"][0]["id"]
        assert "SKIP LOCKED" in found.text
        assert not assistant("get_document", document=document, mode="outline").failed
        assert "SKIP LOCKED" in assistant("get_document", document=document, mode="section", section=1).text
        assert "SKIP LOCKED" in assistant("get_document", document="ADR 18", mode="answer", question="How?").text
        assert assistant("get_document", document="k3x9w2ma", mode="outline").failed
        assert not assistant("write_note", title="Jobs", text="They are in PostgreSQL.").failed
        assert assistant("write_note", title="Jobs", text="They are elsewhere.").failed
        assert "PostgreSQL" in (tmp_path / "inbox" / "Jobs.md").read_text(encoding="utf-8")
        deadline = time.monotonic() + 60
        while "Jobs.md" not in assistant("list_documents").text:
            assert time.monotonic() < deadline, "the service did not bring the note in"
            time.sleep(0.2)
        state = running_service(archive.home)
        assert state
        with conversation(lambda: Client(f"{state.url}/mcp")) as other:
            assert other("get_document", document=document, mode="outline").failed
            assert "Jobs.md" in other("list_documents").text


def test_five_clients_share_one_service_and_survive_its_end(archive: Commands) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(5) as threads:
        begun = [threads.submit(stack.enter_context, conversation(lambda: client(archive))) for _ in range(5)]
        sessions = [one.result() for one in begun]
        answers = list(threads.map(lambda session: patient(session, "archive_status"), sessions))
        assert {answer.structured["documents"]["indexed"] for answer in answers} == {2}
        state = running_service(archive.home)
        assert state
        assert services(archive.home) == {state.pid}
        os.kill(state.pid, signal.SIGKILL)
        again = patient(sessions[0], "archive_status")
        if again.failed:
            # It was asked in the moment of its end; the next call starts another.
            assert "Ask again" in again.text
            again = patient(sessions[0], "archive_status")
        assert not again.failed
        assert all(not patient(session, "archive_status").failed for session in sessions[1:])
        assert len(services(archive.home)) == 1


def test_calls_at_once_get_each_its_own_answer(archive: Commands) -> None:
    with conversation(lambda: client(archive)) as session, ThreadPoolExecutor(12) as threads:
        patient(session, "archive_status")
        names = [f"nobody-{number}" for number in range(12)]
        answers = threads.map(lambda name: session("get_document", document=name, mode="summary"), names)
        assert all(f": {name}. Find it" in answer.text for name, answer in zip(names, answers, strict=True))


def services(home: Path) -> set[int]:
    """Return the processes that serve a data folder."""
    found = set()
    for process in psutil.process_iter(["cmdline"]):
        try:
            if "serve" in (process.info["cmdline"] or []) and process.environ().get("SCHEDARIO_HOME") == str(home):
                found.add(process.pid)
        except (psutil.NoSuchProcess, psutil.AccessDenied, psutil.ZombieProcess):
            continue
    return found


def started(commands: Commands) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "schedario", "mcp"],
        env={**os.environ, "SCHEDARIO_HOME": str(commands.home)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


def asked(process: "subprocess.Popen[bytes]", *messages: Any) -> list[Any]:
    assert process.stdin
    assert process.stdout
    for message in messages:
        process.stdin.write((message if isinstance(message, str) else json.dumps(message)).encode() + b"\n")
    process.stdin.flush()
    return [json.loads(process.stdout.readline()) for _ in messages]


def test_it_answers_at_once_while_nothing_runs_yet_and_goes_with_its_stdin(archive: Commands) -> None:
    with started(archive) as process:
        hello, tools = asked(process, BEGIN, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
        # Whoever waited for the service would find it running.
        assert running_service(archive.home) is None
        assert hello["result"]["serverInfo"]["name"] == "schedario"
        assert [tool["name"] for tool in tools["result"]["tools"]] == list(TOOLS)
        assert process.stdin
        process.stdin.close()
        assert process.wait(60) == 0


def test_thousands_of_files_that_wait_cost_no_time_and_are_said(archive: Commands, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for number in range(2000):
        (many / f"{number}.txt").write_text(f"Pallet {number} came in.", encoding="utf-8")
    assert archive("add", "--later", many).code == 0
    with started(archive) as process:
        _, tools = asked(process, BEGIN, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"})
        # Whoever waited for the service would find it running.
        assert running_service(archive.home) is None
        assert len(tools["result"]["tools"]) == len(TOOLS)
    with conversation(lambda: client(archive)) as assistant:
        found = patient(assistant, "search_knowledge", query="Where are jobs kept?")
        assert "SKIP LOCKED" in found.text
        assert re.search(r"Note: Indexing [\d,]+ of 2,00\d files: what is not indexed yet is not found\.", found.text)


def test_what_is_no_call_is_answered_with_an_error(archive: Commands) -> None:
    with started(archive) as process:
        broken, listed, unknown, discover, ping = asked(
            process,
            "{no json",
            [BEGIN],
            {"jsonrpc": "2.0", "id": 3, "method": "resources/list"},
            {"jsonrpc": "2.0", "id": "four", "method": "server/discover"},
            {"jsonrpc": "2.0", "id": 5, "method": "ping"},
        )
        assert (broken["error"]["code"], broken["id"]) == (-32700, None)
        assert listed["error"]["code"] == -32600
        assert (unknown["error"]["code"], discover["error"]["code"], discover["id"]) == (-32601, -32601, "four")
        assert ping["result"] == {}


def test_nothing_heavy_is_imported() -> None:
    loaded = "import sys, schedario.__main__, schedario.cli.main, schedario.cli.mcp, schedario.mcp.stdio"
    code = f"{loaded}; print([name for name in {HEAVY} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_revisions_are_those_of_the_sdk_that_have_sessions() -> None:
    assert PROTOCOLS == HANDSHAKE_PROTOCOL_VERSIONS


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own, with no service."""
    for name in [name for name in os.environ if name.startswith("SCHEDARIO_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(link, "_PATIENCE_SECONDS", 20.0)
    return tmp_path / "home"


def test_a_service_that_is_starting_elsewhere_is_waited_for_and_said(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(link, "_PATIENCE_SECONDS", 0.3)
    alone.mkdir()
    with (alone / "service.starting").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(LinkError, match=r"The archive is starting\. Nothing was searched yet"):
            Link(None).call({"name": "archive_status"})


def test_a_service_begun_by_a_client_that_is_gone_is_waited_for(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link, "_PATIENCE_SECONDS", 12.0)
    with only_service(alone), pytest.raises(LinkError, match=r"The archive is starting\. Nothing was searched yet"):
        Link(None).call({"name": "archive_status"})
    assert "a service runs already" in (alone / "service.log").read_text(encoding="utf-8")


def test_a_service_that_does_not_start_says_why(alone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_FLOOR", "9")
    with pytest.raises(LinkError, match=r"did not start: schedario: the value is not allowed .*: floor"):
        Link(None).call({"name": "archive_status"})
    assert (alone / "service.log").stat().st_mode & 0o777 == 0o600
