"""Jobs: what is in the queue."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.responses import Response

from schedario.api.parameters import Body, Number
from schedario.api.reply import Reply
from schedario.api.shapes import JobsShape, QueueShape, RetriedShape, ok
from schedario.services.queue_json import lengths_json, queue_json
from schedario.wiring.shared import SharedArchive

JobNumber = Annotated[Number, Path(description="The job's number.")]


class JobsRequest(Body):
    """How many jobs are listed."""

    limit: int = Field(100, ge=0, le=1000, description="Jobs, at most.")


def job_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of jobs."""
    routes = APIRouter(tags=["jobs"])

    @routes.get("/jobs", responses=ok(JobsShape), response_model=None, operation_id="list_jobs")
    def list_jobs(asked: Annotated[JobsRequest, Query()]) -> Response:
        """Show what runs, then what is parked with the reason, then what waits in the order of its turns."""
        return Reply(queue_json(shared.services.queueing.view(asked.limit)))

    @routes.post("/retry-jobs", responses=ok(RetriedShape), response_model=None, operation_id="retry_jobs")
    def retry_all() -> Response:
        """Let all parked jobs wait again, with all their attempts."""
        return Reply({"retried": shared.services.queueing.retry()})

    @routes.post("/jobs/{job}/retry", responses=ok(RetriedShape), response_model=None, operation_id="retry_job")
    def retry(job: JobNumber) -> Response:
        """Let one parked job wait again, with all its attempts."""
        shared.services.queueing.retry_job(job)
        return Reply({"retried": 1})

    @routes.delete("/jobs/{job}", responses=ok(QueueShape), response_model=None, operation_id="remove_job")
    def remove(job: JobNumber) -> Response:
        """Take a job that waits or is parked out of the queue; what is left is shown."""
        shared.services.queueing.remove(job)
        return Reply(lengths_json(shared.services.queueing.view(0).lengths))

    return routes
