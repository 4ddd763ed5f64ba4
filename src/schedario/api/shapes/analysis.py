"""What presents documents, and the categories that they may be in."""

from typing import Literal

from pydantic import Field

from schedario.api.shapes.base import Shape


class FailureShape(Shape):
    """Why the last attempt came to nothing, and what the model wrote."""

    code: str
    reason: str
    answer: str


class AnalysisShape(Shape):
    """What presents a document."""

    summary: str
    description: str
    key_terms: list[str]
    categories: list[str]
    language: str
    made_by: str = Field(description="The model; empty for extracts of the text.")
    made_at: str
    stale: list[Literal["summary", "description", "categories"]]
    failure: FailureShape | None


class AnalysedShape(Shape):
    """A document that was analysed at once, as without a model, or queued for it."""

    queued: bool
    analysis: AnalysisShape | None


class MemoryShape(Shape):
    """What the model's server takes, in megabytes, as the operating system counts it and as it says."""

    server: str
    resident_mb: int | None
    reported_mb: int | None
    trouble: str


class AnalysisCoverageShape(Shape):
    """How far the analysis of the archive is."""

    model: str
    documents: int
    written: int
    extracted: int
    missing: int
    failed: int
    stale: dict[str, int]
    categories: int
    memory: MemoryShape | None
    note: str


class CategoryShape(Shape):
    """A category."""

    id: int
    name: str


class ListedCategoryShape(CategoryShape):
    """A category with the number of documents in it."""

    documents: int


class CategoriesShape(Shape):
    """All categories by name."""

    categories: list[ListedCategoryShape]
