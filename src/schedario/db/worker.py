"""Does the jobs of one archive, by procrastinate's worker.

This is the one place where something is asynchronous: procrastinate fetches jobs, listens and shows signs of life on an
event loop, while the jobs themselves run in threads of their own, one for each lane.
"""

import asyncio
import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.job_context import JobContext
from procrastinate.jobs import Job as QueuedJob
from procrastinate.retry import BaseRetryStrategy
from psycopg import AsyncConnection

from schedario.db.address import Address
from schedario.db.pool import translated
from schedario.db.queries import query
from schedario.db.queue import Queue, job_of
from schedario.errors import DatabaseUnreachableError, SchedarioError, StoppedError
from schedario.ports import Handler
from schedario.records.document import Problem
from schedario.records.job import Job, JobEnd, JobId, JobKind, WorkerOptions

# What became of a job is kept in the queue; the library's own lines would go to the terminal.
_logger = logging.getLogger("procrastinate")
_logger.addHandler(logging.NullHandler())

_LOOK_SECONDS = 1.0
_POLL_SECONDS = 2.0
_SOON_SECONDS = 0.1
_WAIT_SECONDS = 10.0
_BEATS = 3
"""Signs of life within the time after which a worker is taken for dead."""


class _AgainError(Exception):
    """The job is to wait again, until a time or for its next turn."""

    def __init__(self, pause_seconds: float = 0.0) -> None:
        super().__init__(pause_seconds)
        self.at = datetime.now(UTC) + timedelta(seconds=pause_seconds) if pause_seconds else None


class _ParkedError(Exception):
    """The job failed too often, or in a way that no repetition mends."""


class _Strategy(BaseRetryStrategy):
    """Says to procrastinate what was decided; a job that failed where nothing could be decided waits again."""

    def __init__(self, pause_seconds: float) -> None:
        self._pause = pause_seconds

    def get_retry_decision(self, *, exception: BaseException, job: QueuedJob) -> RetryDecision | None:
        """See ``BaseRetryStrategy``."""
        if isinstance(exception, _ParkedError):
            return None
        again = exception if isinstance(exception, _AgainError) else _AgainError(self._pause)
        return RetryDecision(retry_at=again.at)


class Worker:
    """Does the jobs of a queue, in lanes (``ports.Worker``)."""

    def __init__(self, address: Address, search_path: str, queue: Queue, options: WorkerOptions) -> None:
        self._address = address
        self._search_path = search_path
        self._queue = queue
        self._options = options
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stops = 0
        self._next_look = 0.0
        self._next_beat = 0.0
        self._in_hand: set[JobId] = set()
        self._stopped = asyncio.Event()

    def run(self, handlers: Mapping[JobKind, Handler], *, interrupt: Callable[[], None], until_empty: bool) -> None:
        """Do jobs until ``stop``, or SIGTERM or SIGINT when this is the main thread.

        Args:
            handlers: What does a job of each kind, called in a thread of its own.
            interrupt: Makes handlers raise ``StoppedError`` soon; called when they take too long to end.
            until_empty: Whether to end as soon as no job is due.

        Raises:
            DatabaseError: The queue cannot be reached any more.
        """
        with translated(self._address):
            try:
                asyncio.run(self._serve(self._app(handlers), interrupt, until_empty))
            except ConnectorException as error:
                if isinstance(error.__cause__, psycopg.Error):
                    raise error.__cause__ from error
                raise

    def stop(self) -> None:
        """Begin no further job, and end when those in hand are done or given back; a second call gives back at once."""
        self._stops += 1
        if loop := self._loop:
            loop.call_soon_threadsafe(self._stopped.set)

    async def _serve(self, app: App, interrupt: Callable[[], None], until_empty: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(_complain)
        with _signals(self._loop, self.stop):
            async with app.open_async():
                done = False
                while not self._stops and not done:
                    await self._look_after()
                    if not await asyncio.to_thread(self._queue.is_paused):
                        done = await self._work(app, interrupt, until_empty)
                    elif until_empty:
                        done = True
                    else:
                        await self._idle()

    async def _work(self, app: App, interrupt: Callable[[], None], until_empty: bool) -> bool:
        """Let procrastinate work until a stop or a pause; True when all that is due is done."""
        working = asyncio.create_task(self._fetch(app, until_empty))
        try:
            while not working.done():
                await self._idle(working)
                await self._look_after()
                if not working.done() and (self._stops or await asyncio.to_thread(self._queue.is_paused)):
                    await self._end(working, interrupt)
                    return False
        except SchedarioError:
            # The database is away, which procrastinate finds out in its own words; nothing of it may be left running.
            working.cancel()
            await asyncio.wait({working})
            raise
        working.result()
        if until_empty or self._stops:
            return True
        # It ends by itself only when one of its watches over the database failed.
        raise DatabaseUnreachableError(
            "the connection to the queue was lost", subject=self._address.place, remedy="Start the worker again"
        )

    async def _fetch(self, app: App, until_empty: bool) -> None:
        stalled = self._options.stalled_seconds
        await app.run_worker_async(
            queues=[self._queue.name],
            concurrency=self._options.lanes,
            wait=not until_empty,
            fetch_job_polling_interval=_POLL_SECONDS,
            delete_jobs="successful",
            install_signal_handlers=False,
            update_heartbeat_interval=stalled / _BEATS,
            stalled_worker_timeout=stalled,
        )

    async def _end(self, working: "asyncio.Task[None]", interrupt: Callable[[], None]) -> None:
        """Wait for the jobs in hand; when a stop takes too long, have them given back."""
        working.cancel()
        asked = 0.0
        interrupted = False
        while not working.done():
            await asyncio.wait({working}, timeout=_SOON_SECONDS)
            await self._show_life()
            asked = asked or (time.monotonic() if self._stops else 0.0)
            late = self._stops > 1 or (asked and time.monotonic() - asked > self._options.stop_seconds)
            if late and not interrupted:
                interrupted = True
                interrupt()
        with contextlib.suppress(asyncio.CancelledError):
            working.result()

    async def _show_life(self) -> None:
        """Show a sign of life: procrastinate shows none any more once it was told to end."""
        now = time.monotonic()
        if now >= self._next_beat:
            self._next_beat = now + self._options.stalled_seconds / _BEATS
            await asyncio.to_thread(self._queue.show_life, tuple(self._in_hand))

    async def _idle(self, *tasks: "asyncio.Task[None]") -> None:
        """Wait a little, less when a stop is asked for or one of the tasks ends."""
        stopped = asyncio.create_task(self._until_stopped())
        await asyncio.wait({stopped, *tasks}, timeout=_LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()

    async def _until_stopped(self) -> None:
        await self._stopped.wait()

    async def _look_after(self) -> None:
        """Take over what dead workers left."""
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + self._options.stalled_seconds / _BEATS
            await asyncio.to_thread(self._queue.take_over, self._options.attempts)

    def _app(self, handlers: Mapping[JobKind, Handler]) -> App:
        connector = PsycopgConnector(
            conninfo=self._address.conninfo,
            configure=self._configure,
            min_size=1,
            # The lanes' reports, the fetching, the signs of life.
            max_size=self._options.lanes + 2,
            timeout=_WAIT_SECONDS,
        )
        app = App(connector=connector)
        for kind, handler in handlers.items():
            strategy = _Strategy(self._options.pause_seconds)
            app.task(name=kind.value, pass_context=True, retry=strategy)(self._task(handler))
        return app

    async def _configure(self, connection: AsyncConnection[Any]) -> None:
        await connection.set_autocommit(True)
        await connection.execute(query("set_search_path"), {"path": self._search_path})

    def _task(self, handler: Handler) -> Callable[..., None]:
        def task(context: JobContext, **arguments: object) -> None:
            if context.job.id is None:
                raise LookupError("a job that was fetched has an id")
            self._do(handler, job_of(context.job.id, context.job.task_name, arguments))

        return task

    def _do(self, handler: Handler, job: Job) -> None:
        """Do a job in its thread; how it ended is told to procrastinate by an exception."""
        self._queue.begin(job.id)
        self._in_hand.add(job.id)
        try:
            end = handler(job, self._turn_over(job.kind))
        except StoppedError as stopped:
            raise _AgainError from stopped
        except SchedarioError as error:
            raise self._failed(job, Problem(error.code, error.reason), retryable=error.retryable) from error
        except Exception as error:  # a fault of the program costs one job, not the worker; its reason is kept
            problem = Problem(SchedarioError.code, f"a fault of the program ({type(error).__name__}: {error})")
            raise self._failed(job, problem, retryable=True) from error
        finally:
            self._in_hand.discard(job.id)
        if end is JobEnd.GAVE_WAY:
            raise _AgainError

    def _failed(self, job: Job, problem: Problem, *, retryable: bool) -> Exception:
        failures = self._queue.note_trouble(job.id, problem)
        if not retryable or failures >= self._options.attempts:
            return _ParkedError(problem.message)
        return _AgainError(self._options.pause_after(failures))

    def _turn_over(self, kind: JobKind) -> Callable[[], bool]:
        if kind is JobKind.INDEX:
            return lambda: self._stops > 0
        return lambda: self._stops > 0 or self._queue.is_paused() or self._queue.index_due()


def _complain(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what became of tasks that nobody waited for: the error that ended the worker is raised, and said once."""
    _logger.error(context["message"], exc_info=context.get("exception"))


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, stop: Callable[[], None]) -> Iterator[None]:
    """Let SIGTERM and SIGINT ask for a stop; only the main thread can."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    for number in before:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
