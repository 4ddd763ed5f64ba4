"""How the service is."""

from fastapi import APIRouter
from starlette.responses import Response

from schedario.api.reply import Reply
from schedario.api.shapes import HealthShape, ReadinessShape, StatusShape, ok
from schedario.services.status_json import status_json
from schedario.version import VERSION
from schedario.wiring.shared import SharedArchive


def health_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of health, readiness and the archive's state."""
    routes = APIRouter(tags=["service"])

    @routes.get("/health", responses=ok(HealthShape), response_model=None, operation_id="health")
    async def health() -> Response:
        """Tell that the service runs; needs no token."""
        return Reply({"status": "ok", "version": VERSION})

    @routes.get(
        "/readiness",
        responses={200: {"model": ReadinessShape}, 503: {"model": ReadinessShape, "description": "Not yet."}},
        response_model=None,
        operation_id="readiness",
    )
    def readiness() -> Response:
        """Tell whether questions are answered without waiting for the model."""
        lengths = shared.services.overview.queue_lengths()
        said = {
            "ready": shared.ready,
            "archive": shared.archive,
            "model": (shared.model_trouble or "ready") if shared.ready else "loading",
            "indexing": lengths.files,
        }
        return Reply(said, 200 if shared.ready else 503)

    @routes.get("/status", responses=ok(StatusShape), response_model=None, operation_id="status")
    def status() -> Response:
        """Show how many documents there are, in which state, and what is in the queue."""
        return Reply(status_json(shared.services.overview.overview()))

    return routes
