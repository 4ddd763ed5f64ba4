"""What waits to be done, is being done, or could not be done."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from schedario.records.document import Problem
from schedario.records.source import SourceFile

JobId = NewType("JobId", int)


class JobKind(StrEnum):
    """What a job does; every indexing job goes before every analysis."""

    INDEX = "index"
    ANALYSE = "analyse"


class JobState(StrEnum):
    """Where a job is; one that is done is no longer there."""

    RUNNING = "running"
    WAITING = "waiting"
    PARKED = "parked"


class JobEnd(StrEnum):
    """How a job's turn ended."""

    DONE = "done"
    GAVE_WAY = "gave way"


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to be queued.

    Attributes:
        kind: What it does.
        subject: For INDEX the path of a document, which is that of a file on disk unless a source has it elsewhere;
            for ANALYSE the id of a document.
        retry_failed: Whether a file that failed before is tried again although nothing has changed.
        met: The file as a pass over its source met it; None when somebody named the path.
    """

    kind: JobKind
    subject: str
    retry_failed: bool = False
    met: SourceFile | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A job whose turn has come; see ``NewJob``."""

    id: JobId
    kind: JobKind
    subject: str
    retry_failed: bool = False
    met: SourceFile | None = None


@dataclass(frozen=True, slots=True)
class Queued:
    """What became of jobs that were to be queued; together they are all of them.

    Attributes:
        new: Those that were queued.
        known: Those of which one waited already; it takes their place, and its pause is over.
    """

    new: int
    known: int


@dataclass(frozen=True, slots=True)
class JobRecord:
    """One job of the queue, for people.

    Attributes:
        id: Its number.
        kind: What it does.
        subject: See ``NewJob``.
        state: Where it is.
        queued_at: When it was queued, UTC.
        started_at: When its last turn began, UTC; None before the first.
        due_at: Until when it pauses, UTC; None when it does not.
        failures: How often it failed, or whoever did it died.
        problem: Why, the last time; None without failures.
    """

    id: JobId
    kind: JobKind
    subject: str
    state: JobState
    queued_at: datetime
    started_at: datetime | None
    due_at: datetime | None
    failures: int
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class QueueLengths:
    """How much is in the queue.

    Attributes:
        running: Jobs that are being done.
        waiting: Jobs that wait, by kind.
        parked: Jobs that failed too often.
        workers: Workers that showed a sign of life lately.
        paused: Whether no job is begun.
        indexing: Of the running jobs those that bring in a file.
    """

    running: int
    waiting: dict[JobKind, int]
    parked: int
    workers: int
    paused: bool
    indexing: int = 0

    @property
    def files(self) -> int:
        """Files that wait or are brought in."""
        return self.indexing + self.waiting[JobKind.INDEX]


@dataclass(frozen=True, slots=True)
class Pace:
    """How quickly files were settled lately.

    Attributes:
        settled: Files that were settled, members not counted.
        seconds: Time since the first of them was.
    """

    settled: int
    seconds: float

    @property
    def per_minute(self) -> float | None:
        """Files a minute; None when too few were settled to tell."""
        # The first one began before the time that is counted.
        return 60 * (self.settled - 1) / self.seconds if self.settled > 1 and self.seconds > 0 else None

    def seconds_for(self, files: int) -> float | None:
        """Return how long so many files would take at this pace; None when that is not known."""
        return None if self.per_minute is None else 60 * files / self.per_minute


@dataclass(frozen=True, slots=True)
class QueueView:
    """What is in the queue: the numbers of all jobs, and the first of them."""

    lengths: QueueLengths
    jobs: tuple[JobRecord, ...]


@dataclass(frozen=True, slots=True)
class WorkerOptions:
    """How jobs are done.

    Attributes:
        lanes: Jobs at once.
        attempts: Failures after which a job is parked.
        pause_seconds: Pause after the first failure; each further one is four times as long, an hour at most.
        stalled_seconds: Time without a sign of life after which a worker's jobs are taken over.
        stop_seconds: How long a stopping worker waits for the job in hand before it is given back.
    """

    lanes: int = 1
    attempts: int = 5
    pause_seconds: float = 30.0
    stalled_seconds: float = 30.0
    stop_seconds: float = 10.0

    def pause_after(self, failures: int) -> float:
        """Return for how many seconds a job pauses that has failed so often."""
        return min(self.pause_seconds * 4.0 ** (min(failures, 20) - 1), max(3600.0, self.pause_seconds))
