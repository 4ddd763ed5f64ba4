"""Puts files into the queue, shows what is in it, and changes its course."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from schedario.errors import SchedarioError
from schedario.ingest.scan import Scanned, scan
from schedario.ports import JobQueue
from schedario.records.job import JobKind, JobRecord, NewJob, Queued, QueueLengths
from schedario.services.paths import named_path


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
class QueueView:
    """What is in the queue: the numbers of all jobs, and the first of them."""

    lengths: QueueLengths
    jobs: tuple[JobRecord, ...]


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

    def retry(self, paths: Sequence[str] = ()) -> int:
        """Let parked jobs wait again, all or those of some files; returns how many."""
        return self.queue.retry_parked([str(named_path(path)) for path in paths])

    def pause(self) -> None:
        """Begin no further job, on any worker; what runs is finished."""
        self.queue.pause()

    def resume(self) -> None:
        """Go on."""
        self.queue.resume()


def _problems(found: Iterable[Scanned]) -> Iterable[tuple[str, SchedarioError]]:
    return ((str(one.path), one.problem) for one in found if one.problem)
