"""The state of the archive and of the service."""

from typing import Literal

from pydantic import Field

from schedario.api.shapes.analysis import AnalysisCoverageShape
from schedario.api.shapes.base import Shape
from schedario.api.shapes.pictures import PicturesShape
from schedario.api.shapes.queue import QueueShape


class PhasesShape(Shape):
    """How many documents have come so far."""

    phases: int
    documents: int


class CoverageShape(Shape):
    """How far the documents are."""

    phases: list[str]
    done: list[PhasesShape]
    note: str


class FreshnessShape(Shape):
    """How far the index is behind a source."""

    name: str
    scanned_at: str | None
    files: int
    behind: int
    newest_file: str | None
    newest_chunk: str | None


class OtherSpaceShape(Shape):
    """A space beside the one that answers, and how many chunks have a vector in it."""

    model: str
    embedded: int


class SpacesShape(Shape):
    """Which model answers, which one the settings name if it is another, and which others there are."""

    active: str
    unbuilt: str
    others: list[OtherSpaceShape]


class StatusShape(Shape):
    """The state of the archive."""

    archive: str
    documents: dict[str, int]
    stale: int
    outdated: int
    outdated_reasons: dict[str, int]
    chunks: int
    tokens: int
    fits_one_prompt: bool
    text_characters: int
    languages: dict[str, int]
    model: str
    size_bytes: int
    newest: str | None
    coverage: CoverageShape
    sources: list[FreshnessShape]
    spaces: SpacesShape
    queue: QueueShape
    analysis: AnalysisCoverageShape
    pictures: PicturesShape


class HealthShape(Shape):
    """The service runs."""

    status: Literal["ok"]
    version: str


class ReadinessShape(Shape):
    """Whether questions are answered without waiting, and what is still to be indexed."""

    ready: bool
    archive: str
    model: str = Field(examples=["ready"], description="ready, loading, or why it cannot be used.")
    indexing: int = Field(description="Files that wait or are being indexed.")
