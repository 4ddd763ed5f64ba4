"""What is to be done."""

from typing import Literal

from schedario.api.shapes.base import Shape


class JobShape(Shape):
    """A job of the queue."""

    job: int
    kind: Literal["index", "analyse"]
    subject: str
    state: Literal["running", "waiting", "parked"]
    queued_at: str
    started_at: str | None
    due_at: str | None
    failures: int
    code: str
    reason: str


class QueueShape(Shape):
    """What is in the queue."""

    running: int
    waiting: dict[str, int]
    parked: int
    workers: int
    paused: bool


class JobsShape(QueueShape):
    """What is in the queue, with its first jobs."""

    jobs: list[JobShape]


class RetriedShape(Shape):
    """How many jobs wait again."""

    retried: int
