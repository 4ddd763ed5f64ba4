"""A question on its way to an answer."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from schedario.records.document import ChunkId, Container, DocumentId, Header, Vector
from schedario.records.extraction import Origin, PageKind
from schedario.records.filters import EVERYTHING, Filters
from schedario.records.version import Family

WordKind = Literal["word", "code", "whole"]
"""What a query word is: a word of a language, a number or a part of a code, a code as it stands."""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word of a query with the lexemes by which chunks may hold it.

    Attributes:
        text: The word as typed.
        lexemes: One per language, and the word itself; a chunk that has any of them has the word.
        kind: A word, a part of a code, or a code as it stands.
    """

    text: str
    lexemes: tuple[str, ...]
    kind: WordKind = "word"


@dataclass(frozen=True, slots=True)
class LexemeLike:
    """What a lexeme must be like to be meant by another: as long, within some slips, or longer and begin with it.

    Attributes:
        lexeme: The other one.
        beginning: What both begin with.
        slips: How many letters it may be longer or shorter.
    """

    lexeme: str
    beginning: str
    slips: int


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A query word with what its presence is worth.

    Attributes:
        word: The word.
        frequency: Number of chunks that have any of its lexemes, at most the number of chunks.
        idf: Inverse document frequency, larger for rarer words, never negative.
        credit: The share of its worth that a chunk with it is given; below 1 when its lexemes are only near what was
            typed.
    """

    word: QueryWord
    frequency: int
    idf: float
    credit: float = 1.0


@dataclass(frozen=True, slots=True)
class QueryToken:
    """One token of a question.

    Attributes:
        vector: In its place in the question, of unit length.
        weight: What its match is worth, more for a rarer token.
    """

    vector: Vector
    weight: float


@dataclass(frozen=True, slots=True)
class QueryEmbedding:
    """What an embedder makes of a question.

    Attributes:
        vector: Of the whole question, of unit length.
        tokens: Of each token; empty for an embedder without.
        note: Every attempt to get it, in words; empty for the bundled model.
        degraded: What did not work as it should, in a sentence; empty when all did.
        space: Fingerprint of the space that the vector belongs to.
    """

    vector: Vector
    tokens: tuple[QueryToken, ...] = ()
    note: str = ""
    degraded: str = ""
    space: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A question made ready for both arms.

    Attributes:
        text: As asked, trimmed.
        vector: Its embedding.
        words: Its words in order, without repetition.
        tokens: Its tokens with their vectors; empty when they cannot be compared.
        space: Fingerprint of the space that the vector belongs to; empty without a vector.
    """

    text: str
    vector: Vector
    words: tuple[WeightedWord, ...]
    tokens: tuple[QueryToken, ...] = ()
    space: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """A chunk that an arm found; ``score`` is that arm's own (cosine, or coverage), larger is better."""

    chunk: ChunkId
    document: DocumentId
    score: float


@dataclass(frozen=True, slots=True)
class ChunkWindow:
    """A chunk with a neighbour on each side, by offsets in the document's text.

    Attributes:
        chunk: Its key.
        document: The document it belongs to.
        start: Offset of its first character.
        end: Offset after its last one.
        next_start: Where the next chunk begins; its own end for the last one.
        first: Offset of the first character of the window, on the chunk's page.
        last: Offset after the last character of the window on the chunk's page.
    """

    chunk: ChunkId
    document: DocumentId
    start: int
    end: int
    next_start: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """What scoring and selection need to know of a candidate chunk.

    Attributes:
        chunk: Its key.
        document: The document it belongs to.
        ordinal: Its place in the document from 0.
        cosine: Cosine of its vector and the query's, -1 to 1.
        words_found: Indexes of the query's words that the chunk has.
    """

    chunk: ChunkId
    document: DocumentId
    ordinal: int
    cosine: float
    words_found: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk with its scores.

    Attributes:
        chunk: Its key.
        document: The document it belongs to.
        ordinal: Its place in the document from 0.
        cosine: Cosine of its vector and the query's.
        coverage: Share, by idf, of the query's words that it has, 0 to 1.
        score: The calibrated score, 0 to 1.
        likeness: Its cosine with what its words add to it.
    """

    chunk: ChunkId
    document: DocumentId
    ordinal: int
    cosine: float
    coverage: float
    score: float
    likeness: float = 0.0


@dataclass(frozen=True, slots=True)
class RerankPassage:
    """A candidate as a reranker sees it.

    Attributes:
        text: The chunk's own text.
        name: File name of its document.
        title: The document's own title, or empty.
        heading_path: Headings that are true of all or most of the chunk.
        language: ISO 639-1 code of the chunk, or ``zxx``.
        score: Its calibrated score, for a reranker that adds to it instead of judging anew.
    """

    text: str
    name: str
    title: str
    heading_path: tuple[str, ...]
    language: str
    score: float

    @property
    def described(self) -> str:
        """The text under what names it: file, title, headings."""
        above = [self.name, self.title if self.title != self.name else "", " > ".join(self.heading_path)]
        return "\n".join([*filter(None, above), self.text])


@dataclass(frozen=True, slots=True)
class ChunkSpan:
    """Where a chunk lies, with all that is needed to name its place.

    Attributes:
        document: The document it belongs to.
        ordinal: Its place in the document from 0.
        start: Offset of its first character in the document's text.
        end: Offset after its last one.
        page_index: Which of the document's pages, from 0.
        page_kind: What that page is.
        page_number: Its number, None for a body.
        page_label: A sheet's name, the number printed on a page when it is another, or empty.
        origin: Where the page's text came from.
        heading_path: Headings that are true of all or most of it.
        first_row: First row of a sheet, or None.
        last_row: Last row of a sheet, or None.
        language: ISO 639-1 code or ``zxx``.
        header: Header of the table in whose rows it begins, or None.
        confidence: How sure OCR is of the page, 0 to 1; None where it read nothing.
    """

    document: DocumentId
    ordinal: int
    start: int
    end: int
    page_index: int
    page_kind: PageKind
    page_number: int | None
    page_label: str
    origin: Origin
    heading_path: tuple[str, ...]
    first_row: int | None
    last_row: int | None
    language: str
    header: Header | None = None
    confidence: float | None = None

    @property
    def header_range(self) -> "TextRange":
        """Where the header lies; an empty range without one."""
        start, end = (self.header.start, self.header.end) if self.header else (0, 0)
        return TextRange(self.document, start, end)


@dataclass(frozen=True, slots=True)
class TextRange:
    """A range of one document's text, by character offsets."""

    document: DocumentId
    start: int
    end: int


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
