"""Files that are added later: queued, worked off, retried, paused, and shown."""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fixtures.commands import Commands

PATIENCE = 120.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(4):
        (tmp_path / f"{number}.md").write_text(f"Note number {number}.\n\nThe parcel {number} was sent to the depot.\n")
    return tmp_path


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def indexed(commands: Commands) -> int:
    return int(commands("status", "--json").json["documents"]["indexed"])


def test_files_that_are_added_later_are_found_once_a_worker_has_done_them(commands: Commands, folder: Path) -> None:
    later = commands("add", "--later", folder, "--json")
    assert (later.code, later.json) == (0, {"queued": 4, "waited_already": 0, "not_queued": []})
    assert commands("add", "--later", folder / "1.md").out == "0 files queued, 1 waited already\n"
    queue = commands("queue", "--json").json
    assert (queue["waiting"], queue["running"], queue["parked"]) == ({"index": 4, "analyse": 0}, 0, 0)
    assert [job["subject"] for job in queue["jobs"]] == [str(folder / f"{number}.md") for number in range(4)]
    assert "no worker: start one with 'schedario work'" in commands("status").out
    done = commands("work", "--once", "--json")
    assert done.code == 0
    entries = [json.loads(line) for line in done.out.splitlines()]
    assert [(entry["path"], entry["outcome"]) for entry in entries] == [
        (str(folder / f"{number}.md"), "indexed") for number in range(4)
    ]
    assert commands("status", "--json").json["queue"]["waiting"] == {"index": 0, "analyse": 0}
    assert "parcel 2" in commands("search", "which parcel has number 2?").out


def test_a_file_that_fails_for_good_is_in_the_ledger_and_not_in_the_queue(commands: Commands, folder: Path) -> None:
    (folder / "half.pdf").write_bytes(b"%PDF-1.7\nbroken")
    commands("add", "--later", folder)
    done = commands("work", "--once")
    assert f"failed: {folder / 'half.pdf'}: " in done.out
    assert commands("queue", "--json").json["jobs"] == []
    (failed,) = commands("list", "--status", "failed", "--json").json
    assert (failed["code"], failed["attempts"]) == ("file_damaged", 1)
    # It is remembered by its bytes, and tried again on request.
    commands("add", "--later", folder / "half.pdf")
    commands("work", "--once")
    assert commands("list", "--status", "failed", "--json").json[0]["attempts"] == 1
    commands("add", "--later", "--retry", folder / "half.pdf")
    commands("work", "--once")
    assert commands("list", "--status", "failed", "--json").json[0]["attempts"] == 2


def test_a_newer_version_that_fails_is_tried_once_while_the_older_one_answers(commands: Commands, folder: Path) -> None:
    path = folder / "1.md"
    commands("add", path)
    path.write_bytes(b"%PDF-1.7\nbroken")
    reasons = [commands("add", path, "--json").json["files"][0]["reason"] for _ in range(3)]
    assert len(set(reasons)) == 1
    stale = commands("show", path, "--json").json
    assert (stale["status"], stale["code"], stale["attempts"]) == ("indexed", "file_damaged", 1)
    commands("add", "--retry", path)
    assert commands("show", path, "--json").json["attempts"] == 2
    assert "parcel 1" in commands("search", "which parcel was sent?").out


def test_a_file_that_is_gone_waits_is_parked_and_comes_back_on_request(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORKER_ATTEMPTS", "1")
    commands("add", "--later", folder)
    away = (folder / "1.md").rename(folder / "away")
    assert commands("work", "--once").code == 0
    (job,) = commands("queue", "--json").json["jobs"]
    assert (job["state"], job["failures"], job["code"]) == ("parked", 1, "file_unreadable")
    assert "failed 1 time: the file is not there" in commands("queue").out
    away.rename(folder / "1.md")
    assert commands("queue", "retry", folder / "1.md", "--json").json == {"retried": 1}
    commands("work", "--once")
    assert commands("queue", "--json").json["jobs"] == []
    assert indexed(commands) == 4


def test_a_removed_document_is_gone_from_the_queue_too(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORKER_ATTEMPTS", "1")
    commands("add", folder / "1.md")
    commands("add", "--later", folder / "1.md")
    (folder / "1.md").rename(folder / "away")
    commands("work", "--once")
    assert commands("queue", "--json").json["parked"] == 1
    commands("remove", folder / "1.md")
    assert commands("queue", "--json").json["jobs"] == []


def test_an_add_takes_what_was_parked_out_of_the_queue(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORKER_ATTEMPTS", "1")
    commands("add", "--later", folder / "1.md")
    away = (folder / "1.md").rename(folder / "away")
    commands("work", "--once")
    away.rename(folder / "1.md")
    commands("add", folder / "1.md")
    assert commands("queue", "--json").json["parked"] == 0


def test_a_paused_queue_waits_until_it_is_resumed(commands: Commands, folder: Path) -> None:
    commands("add", "--later", folder)
    assert commands("queue", "pause", "--json").json == {"paused": True}
    commands("work", "--once")
    assert "(paused: 'schedario queue resume' goes on)" in commands("queue").out
    assert commands("queue", "resume").code == 0
    commands("work", "--once")
    assert indexed(commands) == 4


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_stops_in_order_when_it_is_told_to(commands: Commands, folder: Path, number: signal.Signals) -> None:
    commands("add", "--later", folder)
    process = commands.start("work")
    until(lambda: indexed(commands) == 4)
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert len(out.splitlines()) == 4
    assert commands("queue", "--json").json["workers"] == 0


def test_a_stopping_worker_gives_a_long_file_back(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORKER_STOP_SECONDS", "0")
    slow = folder / "slow.html"
    slow.write_text("<p>word</p>" * 400_000)
    commands("add", "--later", slow)
    process = commands.start("work")
    until(lambda: commands("queue", "--json").json["running"] == 1)
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    queue = commands("queue", "--json").json
    # Read by the time the signal came, on a quick machine.
    assert [(job["state"], job["failures"]) for job in queue["jobs"]] in ([("waiting", 0)], [])


def test_what_cannot_be_queued_is_said_and_the_rest_is(commands: Commands, folder: Path) -> None:
    (folder / "broken-link").symlink_to(folder / "nowhere")
    later = commands("add", "--later", folder)
    assert later.code == 1
    assert later.out.splitlines()[0].startswith(f"not queued: {folder / 'broken-link'}: the link leads nowhere")
    assert later.out.splitlines()[1] == "4 files queued"
