"""What is to be done, who does it, and which files are in hand."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from schedario.records.job import Job, JobEnd, JobId, JobKind, JobRecord, JobState, NewJob, Pace, Queued, QueueLengths


class FileLocks(Protocol):
    """Keeps a file to one process or thread at a time, on all machines of one archive."""

    def held(self, path: str) -> AbstractContextManager[None]:
        """Hold a file, once whoever holds it has let go; whoever dies lets go."""
        ...


class JobQueue(Protocol):
    """Keeps what is to be done; jobs of one subject never run at the same time."""

    def enqueue(self, jobs: Sequence[NewJob]) -> Queued:
        """Queue jobs in one transaction; of one subject and kind no more than one waits. Parked ones are replaced."""
        ...

    def pending(self, subjects: Sequence[str]) -> Mapping[str, str]:
        """Say of which files a pass met, in which version, an indexing job runs, waits or is parked.

        Of several versions of a file the one that was queued last.
        """
        ...

    def jobs(self, limit: int, states: Sequence[JobState] = tuple(JobState)) -> Sequence[JobRecord]:
        """Return, of jobs in some states, what runs, then what is parked, then what waits in the order of its turns."""
        ...

    def pace(self, seconds: float) -> Pace:
        """Count the files that were settled in the last seconds, by whomever."""
        ...

    def lengths(self) -> QueueLengths:
        """Count what is in the queue."""
        ...

    def retry_parked(self, subjects: Sequence[str] = (), jobs: Sequence[JobId] = ()) -> int:
        """Let parked jobs wait again, with all their attempts: all, or of some subjects, or some; returns how many."""
        ...

    def remove(self, job: JobId) -> bool:
        """Take out a job that waits or is parked; False when it does not."""
        ...

    def forget_parked(self, subjects: Sequence[str]) -> None:
        """Drop parked indexing jobs of files that were brought in otherwise, or removed."""
        ...

    def pause(self) -> None:
        """Begin no further job, on any worker; what runs is finished, an analysis gives way."""
        ...

    def resume(self) -> None:
        """Go on."""
        ...


Handler = Callable[[Job, Callable[[], bool]], JobEnd]
"""Does one job. It is given what says whether its turn is over, which an analysis asks before every call of a model:
then it keeps what it has, and returns GAVE_WAY. An exception is a failure of the job."""


class Worker(Protocol):
    """Does the jobs of a queue, in lanes."""

    def run(self, handlers: Mapping[JobKind, Handler], *, interrupt: Callable[[], None], until_empty: bool) -> None:
        """Do jobs until ``stop``, or SIGTERM or SIGINT when this is the main thread.

        Args:
            handlers: What does a job of each kind, called in a thread of its own.
            interrupt: Makes handlers raise ``StoppedError`` soon; called when they take too long to end.
            until_empty: Whether to end as soon as no job is due.

        Raises:
            DatabaseError: The queue cannot be reached any more.
        """
        ...

    def stop(self) -> None:
        """Begin no further job, and end when those in hand are done or given back; a second call gives back at once."""
        ...
