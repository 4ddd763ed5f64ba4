"""What is to be done in one archive, over the tables of procrastinate.

Jobs are put in and looked at here; ``worker`` takes them out. What procrastinate does not keep (why a job failed,
whether the queue is paused) lies in tables of ours beside its own.
"""

import hashlib
import json
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote_from_bytes, unquote_to_bytes

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.db.storable import for_people
from schedario.errors import WorkerLostError
from schedario.records.document import DocumentId, Problem
from schedario.records.job import Job, JobId, JobKind, JobRecord, JobState, NewJob, Pace, Queued, QueueLengths
from schedario.records.source import SeenFile, SourceFile, SourceId

PRIORITIES = {JobKind.INDEX: 10, JobKind.ANALYSE: 0}
"""Larger goes first."""

_STATES = {"doing": JobState.RUNNING, "failed": JobState.PARKED, "todo": JobState.WAITING}
_LOST = WorkerLostError("the worker died, or was not heard of for too long")


class Queue:
    """The jobs of one archive (``ports.JobQueue``)."""

    def __init__(self, pool: ArchivePool, archive: str, stalled_seconds: float = 30.0) -> None:
        """Prepare.

        Args:
            pool: The archive's connections.
            archive: Its name, which is the name of procrastinate's queue, so that workers of others are not woken.
            stalled_seconds: Time without a sign of life after which a worker is taken for dead.
        """
        self._pool = pool
        self.name = archive
        self._stalled_seconds = stalled_seconds

    def enqueue(self, jobs: Sequence[NewJob]) -> Queued:
        """Queue jobs in one transaction; of one subject and kind no more than one waits. Parked ones are replaced."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            return put_jobs(connection, self.name, jobs)

    def pending(self, subjects: Sequence[str]) -> dict[str, str]:
        """Say of which files a pass met, in which version, an indexing job runs, waits or is parked."""
        locks = {_lock(JobKind.INDEX, subject): subject for subject in subjects}
        with self._pool.reading() as connection:
            rows = connection.execute(query("versions_in_queue"), {"locks": list(locks)})
            return {locks[row["lock"]]: row["version"] for row in rows}

    def jobs(self, limit: int, states: Sequence[JobState] = tuple(JobState)) -> Sequence[JobRecord]:
        """Return, of jobs in some states, what runs, then what is parked, then what waits in the order of its turns."""
        values = {"limit": limit, "statuses": [status for status, state in _STATES.items() if state in states]}
        with self._pool.reading() as connection:
            return [_record(row) for row in connection.execute(query("list_jobs"), values)]

    def pace(self, seconds: float) -> Pace:
        """Count the files that were settled in the last seconds, by whomever."""
        with self._pool.reading() as connection:
            row = connection.execute(query("settled_lately"), {"seconds": seconds}).fetchone() or {}
        return Pace(row["settled"], row["seconds"])

    def lengths(self) -> QueueLengths:
        """Count what is in the queue."""
        with self._pool.transaction() as connection:
            counts = connection.execute(query("count_jobs")).fetchall()
            state = connection.execute(query("queue_state"), {"seconds": self._stalled_seconds}).fetchone() or {}
        waiting = {row["task_name"]: row["jobs"] for row in counts if row["status"] == "todo"}
        return QueueLengths(
            running=sum(row["jobs"] for row in counts if row["status"] == "doing"),
            waiting={kind: waiting.get(kind.value, 0) for kind in JobKind},
            parked=sum(row["jobs"] for row in counts if row["status"] == "failed"),
            workers=state["workers"],
            paused=state["paused"],
            indexing=sum(r["jobs"] for r in counts if (r["status"], r["task_name"]) == ("doing", JobKind.INDEX.value)),
        )

    def retry_parked(self, subjects: Sequence[str] = (), jobs: Sequence[JobId] = ()) -> int:
        """Let parked jobs wait again, with all their attempts: all, or of some subjects, or some; returns how many."""
        locks = [_lock(kind, subject) for subject in subjects for kind in JobKind] if subjects else None
        values = {"locks": locks, "ids": list(jobs) or None}
        with self._pool.transaction() as connection:
            row = connection.execute(query("retry_parked"), values).fetchone() or {}
        return int(row["jobs"])

    def remove(self, job: JobId) -> bool:
        """Take out a job that waits or is parked; False when it does not."""
        with self._pool.transaction() as connection:
            return connection.execute(query("delete_job"), {"id": job}).rowcount == 1

    def forget_parked(self, subjects: Sequence[str]) -> None:
        """Drop parked indexing jobs of files that were brought in otherwise, or removed."""
        with self._pool.transaction() as connection:
            locks = [_lock(JobKind.INDEX, subject) for subject in subjects]
            connection.execute(query("replace_parked"), {"locks": locks})

    def pause(self) -> None:
        """Begin no further job, on any worker."""
        with self._pool.transaction() as connection:
            connection.execute(query("pause_queue"))

    def resume(self) -> None:
        """Go on."""
        with self._pool.transaction() as connection:
            connection.execute(query("resume_queue"))

    def is_paused(self) -> bool:
        """Tell whether no job is to be begun."""
        return self._truth("queue_state", "paused")

    def index_due(self) -> bool:
        """Tell whether a file waits whose turn would be now."""
        return self._truth("index_job_due", "due")

    def begin(self, job: JobId) -> None:
        """Note that a job was taken, so that its return can meet no other that waits."""
        with self._pool.transaction() as connection:
            connection.execute(query("release_queueing_lock"), {"id": job})

    def note_trouble(self, job: JobId, problem: Problem) -> int:
        """Keep why a job failed; returns how often it has."""
        values = {"id": job, "code": problem.code, "message": for_people(problem.message)}
        with self._pool.transaction() as connection:
            row = connection.execute(query("note_trouble"), values).fetchone() or {}
        return int(row["failures"])

    def show_life(self, jobs: Sequence[JobId]) -> None:
        """Let the worker that has these jobs in hand not be taken for dead."""
        with self._pool.transaction() as connection:
            connection.execute(query("show_life"), {"ids": list(jobs)})

    def take_over(self, attempts: int) -> int:
        """Take the jobs of dead workers back, each a failure of its own; returns how many.

        Args:
            attempts: Failures after which a job is parked: it may be what the workers died of.
        """
        with self._pool.transaction() as connection:
            found = connection.execute(query("stalled_jobs"), {"seconds": self._stalled_seconds}).fetchall()
            for row in found:
                values = {"id": row["id"], "code": _LOST.code, "message": _LOST.reason}
                noted = connection.execute(query("note_trouble"), values).fetchone() or {}
                parked = noted["failures"] >= attempts
                connection.execute(query("take_back"), {"id": row["id"], "parked": parked})
            connection.execute(query("forget_dead_workers"), {"seconds": self._stalled_seconds})
        return len(found)

    def _truth(self, name: str, column: str) -> bool:
        with self._pool.reading() as connection:
            row = connection.execute(query(name), {"seconds": self._stalled_seconds}).fetchone() or {}
        return bool(row[column])


def put_jobs(connection: Connection[DictRow], queue: str, jobs: Sequence[NewJob]) -> Queued:
    """Queue jobs within a transaction that holds the archive's lock; see ``ports.JobQueue.enqueue``."""
    asked = {_lock(job.kind, job.subject): job for job in jobs}
    values = {"locks": list(asked), "args": [_arguments(job) for job in asked.values()]}
    connection.execute(query("replace_parked"), values)
    waiting = {row["lock"] for row in connection.execute(query("hasten_waiting"), values)}
    new = {lock: job for lock, job in asked.items() if lock not in waiting}
    inserted = connection.execute(query("insert_jobs"), _columns(queue, new)).rowcount
    return Queued(inserted, len(jobs) - inserted)


def forget_analysis(connection: Connection[DictRow], document: DocumentId) -> None:
    """Drop the analysing jobs of a document that is removed, unless one runs: it will find nothing to do."""
    connection.execute(query("delete_jobs_of"), {"lock": _lock(JobKind.ANALYSE, document)})


def job_of(id_: int, task_name: str, arguments: dict[str, object]) -> Job:
    """Make the record of a job that was taken."""
    subject, met = _unquoted(arguments["subject"]), arguments.get("met")
    retry_failed = bool(arguments.get("retry_failed", False))
    return Job(JobId(id_), JobKind(task_name), subject, retry_failed, _met(met) if isinstance(met, dict) else None)


def _columns(queue: str, jobs: dict[str, NewJob]) -> dict[str, object]:
    return {
        "queue": queue,
        "tasks": [job.kind.value for job in jobs.values()],
        "priorities": [PRIORITIES[job.kind] for job in jobs.values()],
        "locks": list(jobs),
        "args": [_arguments(job) for job in jobs.values()],
    }


def _arguments(job: NewJob) -> str:
    retry = {"retry_failed": True} if job.retry_failed else {}
    return json.dumps({"subject": _quoted(job.subject), **retry, **({"met": _met_json(job.met)} if job.met else {})})


def _met_json(met: SourceFile) -> dict[str, object]:
    file = met.file
    return {
        "source": met.source,
        "path": _quoted(file.path),
        "size_bytes": file.size_bytes,
        "version": file.version,
        "mounted": file.mounted,
    }


def _met(kept: dict[str, Any]) -> SourceFile:
    file = SeenFile(_unquoted(kept["path"]), int(kept["size_bytes"]), str(kept["version"]), bool(kept["mounted"]))
    return SourceFile(SourceId(int(kept["source"])), file)


def _quoted(path: str) -> str:
    # Percent signs, as in a file's URL: JSON has no word for the bytes of a name that are no UTF-8.
    return quote_from_bytes(os.fsencode(path))


def _unquoted(path: object) -> str:
    return os.fsdecode(unquote_to_bytes(str(path)))


def _lock(kind: JobKind, subject: str) -> str:
    # A hash, since an index of the database cannot hold the longest paths.
    return f"{kind}:{hashlib.sha256(os.fsencode(subject)).hexdigest()}"


def _record(row: DictRow) -> JobRecord:
    job = job_of(row["id"], row["task_name"], row["args"])
    return JobRecord(
        id=job.id,
        kind=job.kind,
        subject=job.subject,
        state=_STATES[row["status"]],
        queued_at=row["queued_at"].astimezone(UTC),
        started_at=_utc(row["started_at"]),
        due_at=_utc(row["due_at"]),
        failures=row["failures"],
        problem=Problem(row["code"], row["message"]) if row["code"] else None,
    )


def _utc(time: datetime | None) -> datetime | None:
    return time.astimezone(UTC) if time else None
