"""An answer: passages with their places, and what was done to find them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from schedario.records.document import Container, DocumentId
from schedario.records.extraction import Origin
from schedario.records.filters import EVERYTHING, Filters
from schedario.records.version import Family


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of a document's own text that answers.

    Attributes:
        text: Cut from the normalised text, never glued.
        page: Number of the page, sheet or slide; None for a file without pages.
        locator: The place as a person reads it: "page 3", "sheet Costs, rows 10-40", "Install > Network".
        score: The score of the best chunk, 0 to 1.
        origin: Where the text came from.
        language: Of the best chunk.
        start: Offset in the document's text.
        end: Offset after the last character.
        best_start: Offset in the document's text of the best chunk, from which the passage was widened.
        best_end: Offset after that chunk.
        jump: Whether text was left out between this passage and the one before it in the same document.
        rank: Its place among all passages of the answer, from 1.
        header: Header of the table in whose rows the best chunk begins, cut from the text like it; else empty.
        header_start: Offset of the header in the document's text; None without one.
        addendum: Which addendum to the document it is of, in whose text the offsets are; None for the document itself.
        addendum_at: When that was written; None for the document itself.
    """

    text: str
    page: int | None
    locator: str
    score: float
    origin: Origin
    language: str
    start: int
    end: int
    best_start: int
    best_end: int
    jump: bool
    rank: int
    header: str = ""
    header_start: int | None = None
    addendum: DocumentId | None = None
    addendum_at: datetime | None = None

    @property
    def header_before(self) -> str:
        """The header where the text itself does not hold it, else empty."""
        return self.header if self.header_start is not None and self.header_start < self.start else ""

    @property
    def best_text(self) -> str:
        """The text of the best chunk alone."""
        return self.text[self.best_start - self.start : self.best_end - self.start]


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """What an answer says of a document.

    Attributes:
        id: Public id.
        name: File name.
        path: As on disk.
        collection: Group it belongs to.
        modified: The indexed version's time of change, UTC.
        stale: Why a newer version on disk is not indexed; empty when there is none known.
        title: The file's own title, or empty.
        file_path: The file on disk that it is or, for a member, lies in.
        container: For a member the document that it lies in; else None.
        fingerprint: Under what it was made; see ``NewDocument``.
        addendum_at: When it was written, for an addendum; else None.
        description: What it is, in a sentence or two; empty where nothing says so.
        described_by: The model that wrote that; empty when it was extracted from the text.
        described_under: What the description depends on besides.
        description_stale: Whether it would be written otherwise now, where somebody who knows the settings has said so.
    """

    id: DocumentId
    name: str
    path: str
    collection: str
    modified: datetime
    stale: str
    title: str
    file_path: str
    container: Container | None = None
    fingerprint: str = ""
    addendum_at: datetime | None = None
    description: str = ""
    described_by: str = ""
    described_under: str = ""
    description_stale: bool = False


@dataclass(frozen=True, slots=True)
class DocumentPassages:
    """A document and its passages: of its addenda first, then in the order of the text."""

    document: DocumentHead
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class TraceStep:
    """What one step of a search did.

    Attributes:
        name: The step.
        milliseconds: Time it took.
        count: How many candidates it gave on.
        note: What it decided, in words; may be empty.
        documents: The documents of its candidates, best first, each once.
        scores: For each of these documents the step's score of its first candidate; empty for a step without scores.
    """

    name: str
    milliseconds: float
    count: int
    note: str = ""
    documents: tuple[DocumentId, ...] = ()
    scores: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The whole answer to a question.

    Attributes:
        query: As asked.
        archive: Which archive was asked.
        documents_searched: Documents in the index, of those that pass the filters, when it was asked.
        floor: The least score a passage may have.
        best_score: Best score of any candidate, None without candidates.
        degraded: What did not work as it should, one sentence each; empty when all did.
        stale: Public id to reason, for the documents of the results that are not up to date.
        results: Documents by their best passage, best first; empty is an answer.
        trace: The steps in order.
        filters: Which documents might answer.
        versions: Families of versions among the documents of the results.
        outdated: Public id to reason, for those that were indexed under other settings or rules than those in force.
        phrases: What stood in quotes in the query, without the quotes: every passage holds all of it.
    """

    query: str
    archive: str
    documents_searched: int
    floor: float
    best_score: float | None
    degraded: tuple[str, ...]
    stale: dict[DocumentId, str]
    results: tuple[DocumentPassages, ...]
    trace: tuple[TraceStep, ...] = field(default=())
    filters: Filters = EVERYTHING
    versions: tuple[Family, ...] = ()
    outdated: dict[DocumentId, str] = field(default_factory=dict)
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimedAnswer:
    """An answer with the milliseconds that it took, by step and in total."""

    answer: SearchAnswer
    timings_ms: dict[str, float]


def nowhere(phrases: Sequence[str]) -> str:
    """Say that no passage holds what was asked for in quotes."""
    named = [f'"{phrase}"' for phrase in phrases]
    return f"{named[0]} stands nowhere" if len(named) == 1 else f"no passage holds {' and '.join(named)} together"
