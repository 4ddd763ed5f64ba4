"""The service from without: it starts once, is found, ends in order, and leaves nothing that deceives."""

import json
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import EXTERNAL, Commands
from fixtures.service import PATIENCE, Service, served, start
from schedario.host.state import LOCK_FILE, STATE_FILE, running_service


@pytest.fixture
def running(commands: Commands) -> Iterator[Service]:
    with served(commands.home, "--archive", commands.archive) as service:
        yield service


def test_a_service_that_does_not_answer_costs_a_notice(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_text("The parcel was sent to the depot.\n")
    commands("add", tmp_path)
    monkeypatch.setattr("schedario.cli.service._ANSWER_SECONDS", 1.0)
    with served(commands.home, "--archive", commands.archive) as service:
        service.process.send_signal(signal.SIGSTOP)
        try:
            searched = commands("search", "parcel")
        finally:
            service.process.send_signal(signal.SIGCONT)
    assert "The parcel was sent" in searched.out
    assert "did not answer (timed out); done without it" in searched.err


def test_a_second_service_is_refused_in_one_line(running: Service, commands: Commands) -> None:
    second = commands.process("serve", "--port", "0")
    assert second.code == 2
    assert f"a service runs already at {running.state.url}" in second.error


def test_the_state_file_is_its_owners_alone_and_gone_at_the_end(running: Service, commands: Commands) -> None:
    file = commands.home / STATE_FILE
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(file.read_text())["pid"] == running.process.pid
    assert running.end() == 0
    assert not file.exists()
    assert running_service(commands.home) is None


def test_what_a_killed_service_leaves_is_not_believed_and_is_replaced(commands: Commands) -> None:
    with served(commands.home, "--archive", commands.archive) as first:
        first.process.kill()
        first.process.wait(PATIENCE)
        assert (commands.home / STATE_FILE).exists()
        assert running_service(commands.home) is None
        with served(commands.home, "--archive", commands.archive) as second:
            assert second.ask("GET", "/health").status == 200
            assert second.state.secret != first.state.secret


@pytest.mark.skipif(EXTERNAL, reason="a server that is reached by a URL is another's to start again")
def test_a_database_that_is_killed_is_started_again_at_once(running: Service, commands: Commands) -> None:
    assert running.ask("GET", "/search?query=first").status == 200
    postmaster = int((commands.home / "postgres" / "data" / "postmaster.pid").read_text().splitlines()[0])
    os.kill(postmaster, signal.SIGKILL)
    began = time.monotonic()
    while running.ask("GET", f"/search?query=again+{time.monotonic()}").status != 200:
        assert time.monotonic() - began < 25
        time.sleep(0.2)
    # Before, the first questions waited for half a minute.
    assert time.monotonic() - began < 25


def test_a_state_file_that_is_removed_is_written_again(running: Service, commands: Commands) -> None:
    (commands.home / STATE_FILE).unlink()
    deadline = time.monotonic() + 20
    while running_service(commands.home) != running.state:
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_it_ends_when_its_lock_is_removed(running: Service, commands: Commands) -> None:
    (commands.home / LOCK_FILE).unlink()
    assert running.process.wait(PATIENCE) == 0
    assert running.process.stderr
    assert "was removed; the service ends" in running.process.stderr.read()


def test_the_lock_decides_and_not_the_number_of_a_process(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).touch()
    state = {"pid": os.getpid(), "started": 0.0, "host": "127.0.0.1", "port": 1, "secret": "x"}
    (tmp_path / STATE_FILE).write_text(json.dumps({**state, "archive": "main", "version": "0", "settings": ""}))
    assert running_service(tmp_path) is None


def test_a_port_in_use_is_one_line_that_names_the_setting(commands: Commands) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        refused = commands.process("serve", "--port", str(taken.getsockname()[1]))
    assert refused.code == 2
    assert "the port is in use" in refused.error
    assert "service_port" in refused.error


def test_an_address_that_others_reach_is_refused_without_a_token(commands: Commands) -> None:
    refused = commands.process("serve", "--port", "0", "--host", "0.0.0.0")
    assert refused.code == 2
    assert "served only with a token" in refused.error


def test_it_ends_in_order_while_a_connection_is_open_and_a_request_half_sent(running: Service) -> None:
    with socket.create_connection((running.state.host, running.state.port)) as half:
        half.sendall(b"POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        time.sleep(0.2)
        began = time.monotonic()
        assert running.end() == 0
        assert time.monotonic() - began < 30


def test_it_ends_by_itself_when_nobody_asks(commands: Commands) -> None:
    process = start(commands.home, "--archive", commands.archive, "--idle", "0.02")
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "nobody asked for 0.02 minutes; the service ends" in said
