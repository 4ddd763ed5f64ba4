"""Puts files into the queue, shows what is in it, and changes its course."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from schedario.errors import JobUnknownError, SchedarioError
from schedario.ingest.scan import Scanned, scan
from schedario.ports import JobQueue
from schedario.records.job import (
    JobId,
    JobKind,
    JobRecord,
    JobState,
    NewJob,
    Pace,
    Queued,
    QueueLengths,
    QueueView,
)
from schedario.services.paths import named_path

_LATELY_SECONDS = 600.0
"""Over so long the pace is told: a few large files do not make it, and what was an hour ago neither."""

_LISTED = "'schedario queue' lists the jobs"


@dataclass(frozen=True, slots=True)
class QueuedFiles:
    """What became of files that were to be added later.

    Attributes:
        queued: How many were queued, and how many waited already.
        problems: Paths that cannot be read, with the reason; they were not queued.
    """

    queued: Queued
    problems: tuple[tuple[str, SchedarioError], ...]


@dataclass(frozen=True, slots=True)
class Queueing:
    """The queue of one archive."""

    queue: JobQueue

    def add_later(self, paths: Iterable[str], *, retry_failed: bool = False) -> QueuedFiles:
        """Queue every file at or below the paths, in one transaction; a worker brings them in.

        Args:
            paths: Files and folders as a person names them.
            retry_failed: Whether files that failed before are tried again although nothing has changed.

        Raises:
            PathMissingError: A named path does not exist; nothing was done.
        """
        found = list(scan([named_path(path) for path in paths]))
        jobs = [NewJob(JobKind.INDEX, str(one.path), retry_failed) for one in found if one.problem is None]
        return QueuedFiles(self.queue.enqueue(jobs), tuple(_problems(found)))

    def view(self, limit: int) -> QueueView:
        """Return what runs, is parked and waits.

        Args:
            limit: Jobs that are listed, at most.
        """
        return QueueView(self.queue.lengths(), tuple(self.queue.jobs(limit)))

    def listed(self, state: JobState, limit: int) -> tuple[JobRecord, ...]:
        """Return the first jobs in one state; see ``view``."""
        return tuple(self.queue.jobs(limit, (state,)))

    def lengths(self) -> QueueLengths:
        """Count what is in the queue."""
        return self.queue.lengths()

    def pace(self) -> Pace:
        """Say how quickly files were settled in the last minutes."""
        return self.queue.pace(_LATELY_SECONDS)

    def retry(self, paths: Sequence[str] = ()) -> int:
        """Let parked jobs wait again, all or those of some files; returns how many."""
        return self.queue.retry_parked([str(named_path(path)) for path in paths])

    def retry_job(self, job: int) -> None:
        """Let one parked job wait again.

        Raises:
            JobUnknownError: No parked job has that number.
        """
        if not self.queue.retry_parked(jobs=[JobId(job)]):
            raise JobUnknownError("no parked job has that number", subject=str(job), remedy=_LISTED)

    def remove(self, job: int) -> None:
        """Take a job that waits or is parked out of the queue.

        Raises:
            JobUnknownError: None of that number waits or is parked.
        """
        if not self.queue.remove(JobId(job)):
            raise JobUnknownError("no job of that number waits or is parked", subject=str(job), remedy=_LISTED)

    def pause(self) -> None:
        """Begin no further job, on any worker; what runs is finished."""
        self.queue.pause()

    def resume(self) -> None:
        """Go on."""
        self.queue.resume()


def _problems(found: Iterable[Scanned]) -> Iterable[tuple[str, SchedarioError]]:
    return ((str(one.path), one.problem) for one in found if one.problem)
