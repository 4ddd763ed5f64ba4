"""The worker: jobs in turn, retries with pauses, giving way, stopping, taking over."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from schedario.db.database import Archive, Database
from schedario.db.queue import Queue
from schedario.errors import EmbedderError, FileUnreadableError, SpaceMismatchError, StoppedError
from schedario.ports import Handler, Worker
from schedario.records.job import Job, JobEnd, JobKind, JobState, NewJob, WorkerOptions

INDEX, ANALYSE = JobKind.INDEX, JobKind.ANALYSE
QUICK = WorkerOptions(attempts=3, pause_seconds=0.1, stalled_seconds=2.0, stop_seconds=0.2)
PATIENCE = 60.0


def index(*paths: str) -> list[NewJob]:
    return [NewJob(INDEX, path) for path in paths]


def done(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
    return JobEnd.DONE


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def drain(
    database: Database, archive: Archive, handlers: Mapping[JobKind, Handler], options: WorkerOptions = QUICK
) -> None:
    database.worker(archive, options).run(handlers, interrupt=lambda: None, until_empty=True)


@contextmanager
def working(
    database: Database,
    archive: Archive,
    handlers: Mapping[JobKind, Handler],
    *,
    options: WorkerOptions = QUICK,
    interrupt: Callable[[], None] = lambda: None,
) -> Iterator[Worker]:
    """Run a worker beside the test, and stop it at the end."""
    worker = database.worker(archive, options)
    with ThreadPoolExecutor(1) as threads:
        run = threads.submit(worker.run, handlers, interrupt=interrupt, until_empty=False)
        try:
            yield worker
        finally:
            worker.stop()
            run.result(PATIENCE)


def test_all_that_is_due_is_done_and_nothing_is_left(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b", "/c"))
    seen: list[str] = []

    def handler(job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        seen.append(job.subject)
        return JobEnd.DONE

    drain(database, archive, {INDEX: handler})
    assert seen == ["/a", "/b", "/c"]
    assert archive.queue.jobs(10) == []
    assert archive.queue.lengths().workers == 0


def test_a_job_that_fails_is_tried_again_after_growing_pauses_and_then_parked(
    database: Database, archive: Archive
) -> None:
    archive.queue.enqueue(index("/a"))
    times: list[float] = []

    def handler(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        times.append(time.monotonic())
        raise EmbedderError("the server is away", remedy="Start it")

    with working(database, archive, {INDEX: handler}):
        until(lambda: archive.queue.lengths().parked == 1)
    (job,) = archive.queue.jobs(10)
    assert (len(times), job.failures, job.state) == (3, 3, JobState.PARKED)
    assert job.problem is not None
    assert (job.problem.code, job.problem.message) == ("embedder", "the server is away. Start it")
    assert times[2] - times[1] >= 0.4 > 0.1 <= times[1] - times[0]


def test_the_pauses_grow_to_an_hour() -> None:
    options = WorkerOptions(pause_seconds=30.0)
    assert [options.pause_after(failures) for failures in (1, 2, 3, 4, 5, 6)] == [30, 120, 480, 1920, 3600, 3600]


def test_a_failure_that_no_repetition_mends_is_parked_at_once(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b"))

    def handler(job: Job, turn_over: Callable[[], bool]) -> JobEnd:
        if job.subject == "/a":
            raise SpaceMismatchError("another model")
        return done(job, turn_over)

    drain(database, archive, {INDEX: handler})
    (job,) = archive.queue.jobs(10)
    assert (job.subject, job.state, job.failures) == ("/a", JobState.PARKED, 1)


def test_a_fault_of_the_program_costs_one_job_and_says_what_it_was(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b"))

    def handler(job: Job, turn_over: Callable[[], bool]) -> JobEnd:
        return done(job, turn_over) if job.subject == "/b" else JobEnd(str(1 // 0))

    drain(database, archive, {INDEX: handler}, WorkerOptions(pause_seconds=PATIENCE))
    (job,) = archive.queue.jobs(10)
    assert (job.subject, job.state, job.failures) == ("/a", JobState.WAITING, 1)
    assert job.problem is not None
    assert "ZeroDivisionError" in job.problem.message


def test_a_job_that_mended_leaves_nothing(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a"))
    tries: list[Job] = []

    def handler(job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        tries.append(job)
        if len(tries) < 3:
            raise FileUnreadableError("away")
        return JobEnd.DONE

    with working(database, archive, {INDEX: handler}):
        until(lambda: not archive.queue.jobs(10))
    assert len(tries) == 3
    with archive.documents._pool.reading() as connection:
        assert connection.execute("SELECT * FROM job_trouble").fetchall() == []


class FakeAnalysis:
    """An analysis of so many model calls, which keeps the pieces that are finished and gives way between them."""

    def __init__(self, pieces: int, seconds: float) -> None:
        self.calls: list[int] = []
        self.turns = 0
        self._pieces = pieces
        self._seconds = seconds

    def __call__(self, _job: Job, turn_over: Callable[[], bool]) -> JobEnd:
        self.turns += 1
        while len(self.calls) < self._pieces:
            if turn_over():
                return JobEnd.GAVE_WAY
            time.sleep(self._seconds)
            self.calls.append(len(self.calls))
        return JobEnd.DONE


def test_an_analysis_gives_way_to_a_file_and_does_nothing_twice(database: Database, archive: Archive) -> None:
    analysis = FakeAnalysis(pieces=30, seconds=0.05)
    calls_before: list[int] = []

    def handler(job: Job, turn_over: Callable[[], bool]) -> JobEnd:
        calls_before.append(len(analysis.calls))
        return done(job, turn_over)

    archive.queue.enqueue([NewJob(ANALYSE, "abcdefgh")])
    with working(database, archive, {INDEX: handler, ANALYSE: analysis}):
        until(lambda: len(analysis.calls) >= 3)
        archive.queue.enqueue(index("/a"))
        until(lambda: not archive.queue.jobs(10))
    assert 3 <= calls_before[0] < 30
    assert analysis.calls == list(range(30))
    assert analysis.turns == 2
    with archive.documents._pool.reading() as connection:
        assert connection.execute("SELECT * FROM job_trouble").fetchall() == []


def test_an_analysis_gives_way_to_a_pause_and_goes_on_after_it(database: Database, archive: Archive) -> None:
    analysis = FakeAnalysis(pieces=60, seconds=0.05)
    archive.queue.enqueue([NewJob(ANALYSE, "abcdefgh")])
    with working(database, archive, {ANALYSE: analysis}):
        until(lambda: len(analysis.calls) >= 3)
        archive.queue.pause()
        until(lambda: [job.state for job in archive.queue.jobs(10)] == [JobState.WAITING])
        assert len(analysis.calls) < 60
        archive.queue.resume()
        until(lambda: not archive.queue.jobs(10))
    assert analysis.calls == list(range(60))


def test_a_file_that_outlasts_a_pause_is_not_taken_from_its_worker(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a"))
    begun, go_on = threading.Event(), threading.Event()

    def handler(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        begun.set()
        go_on.wait(PATIENCE)
        return JobEnd.DONE

    with working(database, archive, {INDEX: handler}):
        assert begun.wait(PATIENCE)
        archive.queue.pause()
        impatient = Queue(archive.documents._pool, archive.name, QUICK.stalled_seconds)
        deadline = time.monotonic() + 2 * QUICK.stalled_seconds
        while time.monotonic() < deadline:
            assert impatient.take_over(attempts=3) == 0
            time.sleep(0.2)
        go_on.set()
        until(lambda: not archive.queue.jobs(10))


def test_a_paused_queue_begins_nothing(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a"))
    archive.queue.pause()
    drain(database, archive, {INDEX: done})
    assert archive.queue.lengths().waiting[INDEX] == 1


def test_lanes_work_at_once_but_never_on_one_file(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    both, done_at_once = threading.Barrier(2, timeout=PATIENCE), []

    def handler(job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        # One lane alone would wait here in vain.
        both.wait()
        done_at_once.append(job.subject)
        return JobEnd.DONE

    with working(database, archive, {INDEX: handler}, options=WorkerOptions(lanes=2)):
        until(lambda: not archive.queue.jobs(10))
    assert sorted(done_at_once) == ["/a", "/b"]
    assert not both.broken


def test_a_stop_waits_for_the_file_in_hand(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a", "/b"))
    begun, go_on = threading.Event(), threading.Event()

    def handler(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        begun.set()
        go_on.wait(PATIENCE)
        return JobEnd.DONE

    with working(database, archive, {INDEX: handler}, options=WorkerOptions(stop_seconds=PATIENCE)) as worker:
        assert begun.wait(PATIENCE)
        worker.stop()
        go_on.set()
    assert [job.subject for job in archive.queue.jobs(10)] == ["/b"]


def test_a_file_that_takes_too_long_is_given_back_and_costs_no_attempt(database: Database, archive: Archive) -> None:
    archive.queue.enqueue(index("/a"))
    begun, interrupted = threading.Event(), threading.Event()

    def handler(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        begun.set()
        assert interrupted.wait(PATIENCE)
        raise StoppedError("reading was stopped")

    with working(database, archive, {INDEX: handler}, interrupt=interrupted.set):
        assert begun.wait(PATIENCE)
    (job,) = archive.queue.jobs(10)
    assert (job.subject, job.state, job.failures, job.due_at) == ("/a", JobState.WAITING, 0, None)


def test_a_job_queued_while_a_worker_idles_is_begun_soon(database: Database, archive: Archive) -> None:
    seen = threading.Event()

    def handler(_job: Job, _turn_over: Callable[[], bool]) -> JobEnd:
        seen.set()
        return JobEnd.DONE

    with working(database, archive, {INDEX: handler}):
        until(lambda: archive.queue.lengths().workers == 1)
        archive.queue.enqueue(index("/a"))
        assert seen.wait(PATIENCE)
