"""Documents, and what they consist of."""

from typing import Literal

from pydantic import Field

from schedario.api.shapes.analysis import AnalysisShape
from schedario.api.shapes.base import EXAMPLE_ID, Shape
from schedario.api.shapes.pictures import PicturesShape


class ContainerShape(Shape):
    """The document that a member lies in."""

    id: str
    name: str
    title: str


class VersionShape(Shape):
    """One of several versions of a document."""

    id: str
    name: str
    path: str
    modified: str


class FamilyShape(Shape):
    """Versions of one document, newest first, and what says so."""

    newest: str
    by: Literal["number", "date", "modified"]
    documents: list[VersionShape]
    note: str


class DocumentShape(Shape):
    """What the archive knows of a file."""

    id: str = Field(examples=[EXAMPLE_ID])
    name: str
    path: str
    container: ContainerShape | None
    status: Literal["indexed", "duplicate", "skipped", "failed"]
    code: str
    reason: str
    outdated: str
    duplicate_of: str | None
    collection: str
    media_type: str
    title: str
    language: str
    tags: list[str]
    aliases: list[str]
    summary: str
    date: str | None
    pages: int
    chunks: int
    size_bytes: int
    modified: str
    indexed_at: str
    first_seen: str | None
    attempts: int
    attempted_at: str | None
    warnings: list[str]
    analysis: AnalysisShape | None


class DocumentsShape(Shape):
    """A page of the list of documents; ``next_offset`` is null on the last."""

    documents: list[DocumentShape]
    next_offset: int | None


class PlaceShape(Shape):
    """A page, sheet, slide or section of a document."""

    section: int
    place: str
    page: int | None
    origin: str
    confidence: float | None
    blank: bool
    characters: int


class MemberShape(Shape):
    """A file that lies in a document."""

    id: str
    path: str
    status: str


class ShownShape(DocumentShape):
    """A document with its outline and members."""

    outline: list[PlaceShape]
    members: list[MemberShape]
    versions: FamilyShape | None
    pictures: PicturesShape


class SectionShape(Shape):
    """A part of one section; ``next_offset`` is null at its end."""

    document: str
    section: int
    place: str
    page: int | None
    origin: str
    characters: int
    offset: int
    text: str
    next_offset: int | None


class RemovedShape(Shape):
    """What a removal did; ``adopted`` are copies that were indexed in place of what is gone."""

    removed: list[dict[str, str]]
    adopted: list[str]


class UploadShape(Shape):
    """A file that was taken in; the queue indexes it, and its document is known by the path then."""

    name: str
    path: str
    sha256: str
    size_bytes: int
    queued: bool = Field(description="False when the same file waits already.")


class AddendumShape(Shape):
    """A note on a document."""

    id: str = Field(examples=[EXAMPLE_ID])
    document: str
    written: str
    text: str


class AddendaShape(Shape):
    """The notes on a document, the oldest first."""

    addenda: list[AddendumShape]
