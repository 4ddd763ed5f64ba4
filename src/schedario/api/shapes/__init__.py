"""What answers look like, for the OpenAPI document; ``services/*_json.py`` makes them."""

from schedario.api.shapes.answers import AnswerShape, FiltersShape, HeadShape, PassageShape, ResultShape, StepShape
from schedario.api.shapes.base import EXAMPLE_ID, ErrorReply, ErrorShape, Shape, ok
from schedario.api.shapes.documents import (
    ContainerShape,
    DocumentShape,
    DocumentsShape,
    FamilyShape,
    MemberShape,
    PlaceShape,
    RemovedShape,
    SectionShape,
    ShownShape,
    UploadShape,
    VersionShape,
)
from schedario.api.shapes.measuring import ReportShape, ReportsShape
from schedario.api.shapes.queue import JobShape, JobsShape, QueueShape, RetriedShape
from schedario.api.shapes.settings import ChangeShape, ChangesShape, SettingShape, SettingsShape
from schedario.api.shapes.sources import ForgottenShape, SourceShape, SourcesShape
from schedario.api.shapes.status import (
    CoverageShape,
    FreshnessShape,
    HealthShape,
    OtherSpaceShape,
    PhasesShape,
    ReadinessShape,
    SpacesShape,
    StatusShape,
)

__all__ = [
    "EXAMPLE_ID",
    "AnswerShape",
    "ChangeShape",
    "ChangesShape",
    "ContainerShape",
    "CoverageShape",
    "DocumentShape",
    "DocumentsShape",
    "ErrorReply",
    "ErrorShape",
    "FamilyShape",
    "FiltersShape",
    "ForgottenShape",
    "FreshnessShape",
    "HeadShape",
    "HealthShape",
    "JobShape",
    "JobsShape",
    "MemberShape",
    "OtherSpaceShape",
    "PassageShape",
    "PhasesShape",
    "PlaceShape",
    "QueueShape",
    "ReadinessShape",
    "RemovedShape",
    "ReportShape",
    "ReportsShape",
    "ResultShape",
    "RetriedShape",
    "SectionShape",
    "SettingShape",
    "SettingsShape",
    "Shape",
    "ShownShape",
    "SourceShape",
    "SourcesShape",
    "SpacesShape",
    "StatusShape",
    "StepShape",
    "UploadShape",
    "VersionShape",
    "ok",
]
