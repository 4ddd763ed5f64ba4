"""Waits for work no longer than a budget of time, and never lets work pile up."""

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, TypeVar

_LOG = logging.getLogger(__name__)

_Result = TypeVar("_Result")


class SkippedError(Exception):
    """The work was not done within the budget; the message says why."""


class TimeBudget:
    """Does one piece of work at a time, each in a thread of its own, and waits for it within a budget.

    What takes longer is abandoned, since nothing can stop a thread: it goes on, and until it ends nothing else is
    begun. Whoever comes meanwhile is told so at once. Who comes while work is within its budget waits for a turn.
    """

    def __init__(self, seconds: float) -> None:
        """Remember the budget: seconds for one piece of work, the wait for its turn included."""
        self._seconds = seconds
        self._turn = threading.Lock()
        self._abandoned: Future[Any] | None = None

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Return what the work gives, or raise what it raises.

        Raises:
            SkippedError: It was not begun, or not done, in time.
        """
        deadline = time.monotonic() + self._seconds
        if not self._turn.acquire(timeout=0 if self._overdue() else self._seconds):
            raise SkippedError("busy with an earlier search")
        future: Future[_Result] = Future()
        self._start(future, work)
        wait([future], timeout=max(deadline - time.monotonic(), 0.0))
        if not future.done():
            self._abandoned = future
            future.add_done_callback(_log_lost_error)
            raise SkippedError(f"over its budget of {self._seconds:g} s")
        return future.result()

    def _overdue(self) -> bool:
        return self._abandoned is not None and not self._abandoned.done()

    def _start(self, future: Future[_Result], work: Callable[[], _Result]) -> None:
        # A daemon: the end of the program must not wait for a server that hangs.
        thread = threading.Thread(target=self._do, args=(future, work), name="rerank", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            self._turn.release()
            raise

    def _do(self, future: Future[_Result], work: Callable[[], _Result]) -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # noqa: BLE001 - who waits for the result raises it
            future.set_exception(error)
        finally:
            self._turn.release()


def _log_lost_error(future: Future[_Result]) -> None:
    """Log the error of work that nobody waits for any more."""
    error = future.exception()
    if error:
        _LOG.warning("work that was over its budget failed: %s", error)
