"""Chunks on their way through a search, before they are passages."""

from dataclasses import dataclass

from schedario.records.document import ChunkId, DocumentId, Header
from schedario.records.extraction import Origin, PageKind


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
        description: What its document is, in a sentence or two; or empty.
    """

    text: str
    name: str
    title: str
    heading_path: tuple[str, ...]
    language: str
    score: float
    description: str = ""

    @property
    def described(self) -> str:
        """The text under what names it: file, title, description, headings."""
        title = self.title if self.title != self.name else ""
        above = [self.name, title, self.description, " > ".join(self.heading_path)]
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
