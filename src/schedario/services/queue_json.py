"""The queue as JSON, the same at every front door."""

from datetime import datetime
from typing import Any

from schedario.records.job import JobRecord, QueueLengths, QueueView


def queue_json(view: QueueView) -> dict[str, Any]:
    """Return a queue as the JSON that ``queue --json`` prints."""
    return {**lengths_json(view.lengths), "jobs": [_job_json(job) for job in view.jobs]}


def lengths_json(lengths: QueueLengths) -> dict[str, Any]:
    """Return a queue's numbers as JSON."""
    return {
        "running": lengths.running,
        "waiting": {kind.value: jobs for kind, jobs in lengths.waiting.items()},
        "parked": lengths.parked,
        "workers": lengths.workers,
        "paused": lengths.paused,
    }


def _job_json(job: JobRecord) -> dict[str, Any]:
    return {
        "job": job.id,
        "kind": job.kind.value,
        "subject": job.subject,
        "state": job.state.value,
        "queued_at": job.queued_at.isoformat(),
        "started_at": _iso(job.started_at),
        "due_at": _iso(job.due_at),
        "failures": job.failures,
        "code": job.problem.code if job.problem else "",
        "reason": job.problem.message if job.problem else "",
    }


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
