"""What presents a document: its summary, description, key terms and categories, and how they were made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NewType

from schedario.records.identity import DocumentId, Problem

CategoryId = NewType("CategoryId", int)


class AnalysisPart(StrEnum):
    """What an analysis consists of; each is stale by itself."""

    SUMMARY = "summary"
    DESCRIPTION = "description"
    CATEGORIES = "categories"


_MANY = {"summary": "summaries", "description": "descriptions", "categories": "categories"}


@dataclass(frozen=True, slots=True)
class Category:
    """A category that a person keeps; a new name leaves it the same."""

    id: CategoryId
    name: str


@dataclass(frozen=True, slots=True)
class ListedCategory:
    """A category with the number of documents that are in it."""

    category: Category
    documents: int


@dataclass(frozen=True, slots=True)
class Fingerprints:
    """Hashes of what each part depends on besides the text."""

    summary: str
    description: str
    categories: str

    @property
    def whole(self) -> str:
        """All of them in one."""
        return f"{self.summary}-{self.description}-{self.categories}"

    def differing(self, now: "Fingerprints") -> tuple[AnalysisPart, ...]:
        """Return the parts that would be made otherwise now; where there are no categories, none are missing."""
        pairs = {
            AnalysisPart.SUMMARY: (self.summary, now.summary),
            AnalysisPart.DESCRIPTION: (self.description, now.description),
            AnalysisPart.CATEGORIES: (self.categories if now.categories else "", now.categories),
        }
        return tuple(part for part, (was, is_) in pairs.items() if was != is_)


@dataclass(frozen=True, slots=True)
class Presentation:
    """What presents a document.

    Attributes:
        summary: In whole sentences; empty where the text has none.
        description: One or two sentences.
        key_terms: Words that weigh most in it, as they are written, the weightiest first.
        language: ISO 639-1 code of the document's text, in which it is written.
    """

    summary: str
    description: str
    key_terms: tuple[str, ...]
    language: str


@dataclass(frozen=True, slots=True)
class NewAnalysis:
    """Everything that is written for one document in one transaction.

    Attributes:
        presentation: What presents it.
        categories: Those that it is in.
        made_by: The model; empty when it was extracted from the text.
        made_under: What its parts depend on.
    """

    presentation: Presentation
    categories: tuple[CategoryId, ...]
    made_by: str
    made_under: Fingerprints


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a document could not be analysed.

    Attributes:
        problem: Code and message.
        answer: What the model wrote, or its beginning; empty when it wrote nothing.
        made_under: The fingerprints under which it failed, in one.
    """

    problem: Problem
    answer: str
    made_under: str


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is kept of a document's analysis.

    Attributes:
        document: The document.
        presentation: What presents it.
        categories: Names of those that it is in, in alphabetical order.
        made_by: The model; empty when it was extracted from the text.
        made_under: What its parts depend on.
        made_at: Time of the last write, UTC.
        failure: Why the last attempt came to nothing; None when it did not.
        stale: The parts that another model, prompt, context or list of categories would make otherwise, where somebody
            who knows the settings has said so.
    """

    document: DocumentId
    presentation: Presentation
    categories: tuple[str, ...]
    made_by: str
    made_under: Fingerprints
    made_at: datetime
    failure: Failure | None = None
    stale: tuple[AnalysisPart, ...] = ()


@dataclass(frozen=True, slots=True)
class AnalysisSource:
    """What a document is analysed from.

    Attributes:
        document: The document.
        name: Of its file.
        title: Its own title, or empty.
        text: The whole normalised text.
        text_hash: Of that text; when the document has another by then, what was made of this one is not kept.
        language: ISO 639-1 code of most of the text; ``zxx`` or empty where there is none.
        headings: Titles of its sections, outermost first, in order and each once.
        noted: The summary that a note's header or opening gives; empty for what is no note.
        key_terms: As they are kept from its indexing.
    """

    document: DocumentId
    name: str
    title: str
    text: str
    text_hash: str
    language: str
    headings: tuple[str, ...] = ()
    noted: str = ""
    key_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A document that is to be analysed.

    Attributes:
        document: The document.
        name: Of its file.
        characters: Length of its text.
        parts: What is to be made.
    """

    document: DocumentId
    name: str
    characters: int
    parts: tuple[AnalysisPart, ...]


@dataclass(frozen=True, slots=True)
class ModelSpeed:
    """What the calls of a model took here so far.

    Attributes:
        calls: How many there were.
        seconds: All of them together.
    """

    calls: int
    seconds: float

    @property
    def seconds_a_call(self) -> float | None:
        """The mean; None without calls."""
        return self.seconds / self.calls if self.calls else None


@dataclass(frozen=True, slots=True)
class AnalysisPlan:
    """What an analysis would take.

    Attributes:
        model: What would do it; empty for extracts, which take no call.
        documents: How many would be analysed.
        calls: Calls of the model.
        minutes: Estimated from the calls so far; None when there were none.
        measured_calls: How many calls that is measured on.
        pictures: Pictures and pages that the vision model would be asked about.
    """

    model: str
    documents: int
    calls: int
    minutes: float | None
    measured_calls: int
    pictures: int = 0


@dataclass(frozen=True, slots=True)
class ServerMemory:
    """What a model's server takes.

    Attributes:
        server: Its address.
        resident_mb: As the operating system counts its processes; None when it is elsewhere or cannot be seen.
        reported_mb: As it says of its loaded models itself; None when it says nothing.
        trouble: Why it could not be asked; empty when it could, or need not.
    """

    server: str
    resident_mb: int | None
    reported_mb: int | None
    trouble: str = ""

    @property
    def in_words(self) -> str:
        """The same as a sentence."""
        counted = "cannot be seen from here" if self.resident_mb is None else f"{self.resident_mb:,} MB"
        said = self.trouble or ("says nothing" if self.reported_mb is None else f"says {self.reported_mb:,} MB")
        return f"{self.server}: memory {counted} by the operating system, the server {said}"


@dataclass(frozen=True, slots=True)
class AnalysisCoverage:
    """How far the analysis of an archive is; documents without text are not counted.

    Attributes:
        model: What the settings name; empty for extracts.
        documents: Documents with text.
        written: Those whose summary a model wrote.
        extracted: Those that are presented by extracts.
        stale: Number of documents by the part of theirs that is stale.
        failed: Those whose last attempt failed.
        categories: How many categories there are.
        memory: Of the model's server; None without one.
    """

    model: str
    documents: int
    written: int
    extracted: int
    stale: Mapping[str, int] = field(default_factory=dict)
    failed: int = 0
    categories: int = 0
    memory: ServerMemory | None = None

    @property
    def missing(self) -> int:
        """Documents that nothing presents."""
        return self.documents - self.written - self.extracted

    @property
    def in_words(self) -> str:
        """The same as a sentence."""
        if not self.documents:
            return "no documents yet"
        parts = [f"summaries of {self.written:,} of {self.documents:,} documents, {self.extracted:,} extracted"]
        parts += [f"{number:,} with stale {_MANY[name]}" for name, number in self.stale.items() if number]
        parts += [f"{self.missing:,} missing"] if self.missing else []
        parts += [f"{self.failed:,} failed"] if self.failed else []
        return ", ".join(parts)
