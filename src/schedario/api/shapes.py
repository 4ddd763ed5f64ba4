"""What answers look like, for the OpenAPI document; ``services/*_json.py`` makes them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE_ID = "k3x9w2ma"


class Shape(BaseModel):
    """A JSON object of an answer, with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ErrorShape(Shape):
    """What went wrong: a stable code, what happened, to what, and what to do."""

    code: str = Field(examples=["document_unknown"])
    message: str = Field(examples=["neither the id nor the path of a document"])
    subject: str = Field(examples=["k3x9w2mb"])
    remedy: str = Field(examples=["'schedario list' shows both"])


class ErrorReply(Shape):
    """Every answer that is an error."""

    error: ErrorShape


class ContainerShape(Shape):
    """The document that a member lies in."""

    id: str
    name: str
    title: str


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


class SourceShape(Shape):
    """A folder or a branch of a repository that is kept up to date."""

    source: int
    kind: Literal["folder", "git"]
    root: str
    branch: str
    include: list[str]
    exclude: list[str]
    every_minutes: int
    paused: bool
    files: int
    scanned_at: str | None
    problem: str


class ForgottenShape(Shape):
    """A source that was forgotten, and how many documents went with it."""

    source: SourceShape
    removed: int


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


class SettingShape(Shape):
    """A setting as it holds for the archive."""

    name: str = Field(examples=["floor"])
    value: str = Field(examples=["0.3"])
    source: Literal["environment", "archive", "file", "default"]
    meaning: str
    effect: str | None = Field(description="What a change does; null for one that cannot be changed here.")


class SettingsShape(Shape):
    """All settings."""

    settings: list[SettingShape]


class ChangeShape(Shape):
    """One change of the archive's settings; null stands for no value of its own."""

    name: str
    before: str | None
    after: str | None
    changed_by: str
    changed_at: str


class ChangesShape(Shape):
    """The last changes, the newest first."""

    changes: list[ChangeShape]


class SourcesShape(Shape):
    """All sources, folders first."""

    sources: list[SourceShape]


def ok(shape: type[Shape], said: str = "Done.") -> dict[int | str, dict[str, Any]]:
    """Return what the OpenAPI document says of an answer."""
    return {200: {"model": shape, "description": said}}
