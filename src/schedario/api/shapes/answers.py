"""Passages that answer, and what was done to find them."""

from typing import Literal

from pydantic import Field

from schedario.api.shapes.base import EXAMPLE_ID, Shape
from schedario.api.shapes.documents import ContainerShape, FamilyShape


class FiltersShape(Shape):
    """Which documents might answer; a kind that is not set is empty."""

    collections: list[str]
    folders: list[str]
    media_types: list[str]
    languages: list[str]
    documents: list[str]
    tags: list[str]
    after: str | None
    before: str | None


class HeadShape(Shape):
    """What an answer says of a document."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str
    path: str
    container: ContainerShape | None
    collection: str
    modified: str
    description: str
    described_by: str = Field(description="The model that wrote the description; empty for an extract.")
    description_stale: bool


class PassageShape(Shape):
    """A piece of a document's own text that answers."""

    header: str
    text: str
    page: int | None
    locator: str = Field(examples=["page 3"])
    rank: int
    score: float
    origin: Literal["text", "ocr", "vision", "unread"]
    language: str
    addendum: str | None = Field(description="Id of the addendum that it is of; null for the document itself.")
    jump: bool


class ResultShape(Shape):
    """A document with its passages, in the order of its text."""

    document: HeadShape
    passages: list[PassageShape]


class StepShape(Shape):
    """What one step of a search did."""

    step: str
    ms: float
    count: int
    note: str
    documents: list[str]
    scores: list[float]


class AnswerShape(Shape):
    """An answer; without results it says "no matches" by its numbers."""

    query: str
    archive: str
    filters: FiltersShape
    phrases: list[str]
    documents_searched: int
    floor: float
    best_score: float | None
    degraded: list[str]
    stale: dict[str, str]
    outdated: dict[str, str]
    versions: list[FamilyShape]
    results: list[ResultShape]
    timings_ms: dict[str, float]
    trace: list[StepShape] = Field(default_factory=list, description="Only where it was asked for.")
