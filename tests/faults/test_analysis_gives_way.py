"""A file that arrives while a long analysis runs, in a worker process of its own, is not kept waiting by it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands
from schedario.records.job import JobKind, JobState, NewJob
from schedario.settings import load_settings
from schedario.wiring import Application

ANALYSE, INDEX = JobKind.ANALYSE, JobKind.INDEX
PATIENCE = 120.0
ALLOWED_SECONDS = 10.0

WORK = """
import sys, time
from schedario.records.job import JobEnd, JobKind
from schedario.settings import load_settings
from schedario.wiring import Application

def analyse(job, turn_over):
    # It never comes to an end: one call of a model after the other.
    while not turn_over():
        time.sleep(0.5)
    return JobEnd.GAVE_WAY

with Application(load_settings()) as application, application.worker(sys.argv[1]) as working:
    handlers = {
        JobKind.INDEX: lambda job, turn_over: working._index(job, lambda entry: None),
        JobKind.ANALYSE: analyse,
    }
    working._worker.run(handlers, interrupt=working._interrupt, until_empty=False)
"""


def seconds_until(holds: Callable[[], bool], process: "subprocess.Popen[bytes]") -> float:
    began = time.monotonic()
    while not holds():
        assert process.poll() is None
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)
    return time.monotonic() - began


@pytest.fixture
def worker(commands: Commands, tmp_path: Path) -> Iterator["subprocess.Popen[bytes]"]:
    (tmp_path / "first.md").write_text("The ferry left the harbour at noon.\n")
    assert commands("add", tmp_path / "first.md").code == 0
    process = subprocess.Popen([sys.executable, "-c", WORK, commands.archive])
    yield process
    process.kill()
    process.wait()


def test_a_file_is_searchable_within_ten_seconds_and_its_own_time(
    commands: Commands, worker: "subprocess.Popen[bytes]", tmp_path: Path
) -> None:
    with Application(load_settings()) as application, application.archive(commands.archive) as services:
        queue = services.queueing.queue

        def indexed(name: str, sentence: str) -> float:
            (tmp_path / name).write_text(sentence)
            queue.enqueue([NewJob(INDEX, str(tmp_path / name))])
            return seconds_until(lambda: bool(services.adding.documents.by_path(str(tmp_path / name))), worker)

        # The model is loaded with the first file; the second one tells what a file takes by itself.
        indexed("a.md", "The parcel A went to the depot.\n")
        own = indexed("b.md", "The parcel B went to the depot.\n")
        queue.enqueue([NewJob(ANALYSE, "abcdefgh")])
        seconds_until(lambda: [job.state for job in queue.jobs(10)] == [JobState.RUNNING], worker)
        for number in range(3):
            waited = indexed(f"c{number}.md", f"The parcel {number} lies at berth {number}.\n")
            # On a slow machine all takes longer, a file by itself too.
            assert waited < 5 * own + ALLOWED_SECONDS
            assert f"berth {number}" in commands("search", f"parcel berth {number}").out
        assert [job.kind for job in queue.jobs(10)] == [ANALYSE]
