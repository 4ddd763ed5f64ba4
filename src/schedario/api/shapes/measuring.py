"""Reports of evaluations."""

from typing import Any

from schedario.api.shapes.base import Shape


class ReportShape(Shape):
    """An evaluation report that is kept."""

    name: str
    dataset: str
    made_at: str
    questions: int
    overall: dict[str, Any]


class ReportsShape(Shape):
    """The evaluation reports that are kept, the newest first."""

    reports: list[ReportShape]
