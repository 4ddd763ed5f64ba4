"""Evaluation reports that are kept."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import Response

from schedario.api.reply import Reply
from schedario.api.shapes import ReportsShape, ok
from schedario.services.evaluation_json import report_json
from schedario.wiring.shared import SharedArchive

ReportName = Annotated[str, Path(max_length=200, pattern=r"^[^\x00/]*$", description="The report's name.")]


def evaluation_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of evaluation reports."""
    routes = APIRouter(prefix="/evaluations", tags=["evaluations"])
    evaluation = shared.application.evaluation()

    @routes.get("", responses=ok(ReportsShape), response_model=None, operation_id="list_reports")
    def list_reports() -> Response:
        """List the reports that 'schedario evaluate run' kept, the newest first."""
        return Reply({"reports": [_line(name, report_json(report)) for name, report in evaluation.kept()]})

    @routes.get(
        "/{name}",
        responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}},
        response_model=None,
        operation_id="show_report",
    )
    def show(name: ReportName) -> Response:
        """Give one report, as 'schedario evaluate run --json' prints it."""
        return Reply(report_json(evaluation.kept_report(name)))

    return routes


def _line(name: str, report: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, **{key: report[key] for key in ("dataset", "made_at", "questions", "overall")}}
