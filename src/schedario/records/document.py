"""A document from its normalised text to what the archive keeps of it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from schedario.records.analysis import Analysis, NewAnalysis
from schedario.records.extraction import Origin, PageKind, PictureReading
from schedario.records.identity import DocumentId as DocumentId
from schedario.records.identity import Problem as Problem
from schedario.records.note import Link, Note

ChunkId = NewType("ChunkId", int)
SpaceId = NewType("SpaceId", int)

Vector = tuple[float, ...]
"""An embedding: unit length, as many numbers as its space has dimensions."""


@dataclass(frozen=True, slots=True)
class Page:
    """A range of the text that is one page, sheet or slide, or a body.

    Attributes:
        start: Offset of the first character in the document's text.
        end: Offset after the last one; equal to ``start`` for a blank page.
        kind: What it is.
        number: Place in the file from 1; None for a body.
        label: A sheet's name, the number printed on a page when it is another; else empty.
        origin: Where the text came from.
        flattened: Whether it shows a table whose columns could not be told apart.
        confidence: How sure OCR is of it, 0 to 1; None where it read nothing.
        sha256: Of a page that a model that sees may read, or has read, the hash of how it looks; else empty.
    """

    start: int
    end: int
    kind: PageKind
    number: int | None
    label: str
    origin: Origin
    flattened: bool = False
    confidence: float | None = None
    sha256: str = ""

    @property
    def waits(self) -> bool:
        """Whether it shows what only a model that sees may read."""
        return self.origin is Origin.UNREAD or self.flattened


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading at an offset of the text; level 1 is the outermost."""

    offset: int
    level: int
    title: str


@dataclass(frozen=True, slots=True)
class RowMark:
    """The row of a sheet that begins at an offset of the text; rows count from 1, as the sheet shows them."""

    offset: int
    row: int


@dataclass(frozen=True, slots=True)
class PictureRange:
    """A range of the text that stands for a picture: how it was read, its description, what was read.

    Attributes:
        start: Offset of the first character in the document's text.
        end: Offset after the last one.
        sha256: Hash of the picture's bytes, hexadecimal.
        origin: How it was read.
    """

    start: int
    end: int
    sha256: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Header:
    """The range of the text that names a table's columns: its first line, or a title and the lines below it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Table:
    """A range of the text that is one table, a line for each row; None when nothing names its columns.

    The header lies before the rows: at the table's start, or in the table above whose columns it goes on with.
    """

    start: int
    end: int
    header: Header | None


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A file's whole text after normalisation; pages cover it in order, parted by blank lines."""

    text: str
    pages: tuple[Page, ...]
    headings: tuple[Heading, ...] = ()
    rows: tuple[RowMark, ...] = ()
    pictures: tuple[PictureRange, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """Hashes of the pictures and pages that show something which nobody has read, each once, in order."""
        pages = [(page.start, page.sha256) for page in self.pages if page.sha256 and page.waits]
        pictures = [(one.start, one.sha256) for one in self.pictures if one.origin is Origin.UNREAD]
        return tuple(dict.fromkeys(sha256 for _, sha256 in sorted((*pages, *pictures))))


@dataclass(frozen=True, slots=True)
class Chunk:
    """A range of the text that is embedded as one unit; it lies within one page.

    Attributes:
        ordinal: Place in the document from 0.
        start: Offset of the first character.
        end: Offset after the last one.
        page: Index into the document's pages.
        heading_path: Titles from the outermost to the innermost heading that is true of all or most of it.
        first_row: First row of a sheet, or None.
        last_row: Last row of a sheet, or None.
        tokens: Number of the embedder's tokens, with those of the header, without prefix and end marks.
        language: ISO 639-1 code, or ``zxx`` where there is no language (identifiers, numbers).
        lexemes: Sorted, without repetition, each with its language as a prefix.
        header: Header of the table in whose rows it begins, which is embedded before its own text; else None.
    """

    ordinal: int
    start: int
    end: int
    page: int
    heading_path: tuple[str, ...]
    first_row: int | None
    last_row: int | None
    tokens: int
    language: str = "zxx"
    lexemes: tuple[str, ...] = ()
    header: Header | None = None


class DocumentStatus(StrEnum):
    """What became of a file."""

    INDEXED = "indexed"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """A file as the operating system and its bytes show it.

    Attributes:
        path: Absolute, exactly as on disk (bytes that are no UTF-8 are kept by surrogate escapes).
        size_bytes: Length of the content.
        modified: Time of the last change, UTC.
        content_hash: SHA-256 of the bytes, hexadecimal.
        container: The document that it lies in, for a member; its path is then the container's, "!/" and its name,
            its time of change that of the file on disk.
        member_key: By which its container's reader finds it; empty for a file on disk.
        addendum: Whether it is no file at all, but a note that a person hung on its container.
    """

    path: str
    size_bytes: int
    modified: datetime
    content_hash: str
    container: DocumentId | None = None
    member_key: str = ""
    addendum: bool = False


@dataclass(frozen=True, slots=True)
class Container:
    """What a member says of the document that it lies in.

    Attributes:
        id: Public id.
        name: File name, for people.
        title: The subject of a message, the title of a file; may be empty.
    """

    id: DocumentId
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """The last time that a file was brought in, or was to be.

    Attributes:
        content_hash: SHA-256 of the bytes that were tried; of a stale document not those that are indexed.
        fingerprint: What else the attempt depended on; see ``NewDocument``.
        count: How often these bytes were tried so far.
        at: When, UTC.
    """

    content_hash: str
    fingerprint: str
    count: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PassageEmbedding:
    """What an embedder makes of a passage.

    Attributes:
        vector: Of the whole passage, of unit length.
        token_codes: Its tokens' vectors, shortened as the embedder wants them; empty for an embedder without.
        space: Fingerprint of the space that it belongs to; empty where that is not told, and its width must do.
    """

    vector: Vector
    token_codes: bytes = b""
    space: str = ""


@dataclass(frozen=True, slots=True)
class NewDocument:
    """Everything that is written for one file in one transaction.

    Attributes:
        file: The file that was read.
        collection: Group that the document belongs to.
        media_type: As found from the content.
        title: The file's own title, or empty.
        text: The normalised text with its pages.
        text_hash: SHA-256 of the normalised text, with the members' hashes where there are some, hexadecimal.
        language: The language of most of the text.
        chunks: In order.
        embeddings: One for each chunk, in the same order.
        fingerprint: Hash of everything but the bytes that the chunks depend on (settings, rules, space).
        warnings: What the reader left out.
        pictures: What was read on the pictures of its text.
        has_members: Whether files lie in it that are documents of their own, and are to follow.
        note: For a note what is kept of it beside its text; else None.
        note_lexemes: Words of a note's title, aliases, tags and summary.
        links: What it links to, in order.
        sketch: By which versions of it are recognised; see ``ingest.sketch``.
        presentation: What was extracted to present it; None for what needs no presentation.
        to_analyse: Whether a model is to analyse it later; that is queued in the same transaction.
    """

    file: FileFacts
    collection: str
    media_type: str
    title: str
    text: DocumentText
    text_hash: str
    language: str
    chunks: tuple[Chunk, ...]
    embeddings: tuple[PassageEmbedding, ...]
    fingerprint: str
    warnings: tuple[str, ...] = ()
    pictures: tuple[PictureReading, ...] = ()
    has_members: bool = False
    note: Note | None = None
    note_lexemes: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    sketch: tuple[int, ...] = ()
    presentation: NewAnalysis | None = None
    to_analyse: bool = False


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """What the archive knows of a file.

    Attributes:
        id: Public id.
        name: File name, for people.
        file: The version of the file that the index holds (for FAILED and SKIPPED: the one that was tried).
        collection: Group it belongs to.
        media_type: As found from the content; empty when it could not be told.
        title: The file's own title, or empty.
        language: Of most of the text; empty without text.
        status: What became of it.
        problem: For FAILED and SKIPPED the reason; for INDEXED the reason why a newer version on disk is not indexed,
            which makes the document stale; else None.
        duplicate_of: For DUPLICATE the document that holds the text; else None.
        text_hash: SHA-256 of the normalised text; empty without text.
        fingerprint: See ``NewDocument``; for FAILED the one under which it failed.
        pages: Number of pages, sheets or slides (1 for a body).
        chunks: Number of chunks.
        indexed_at: Time of the last write, UTC.
        warnings: What the reader left out.
        container: For a member the document that it lies in; else None.
        members_settled: Whether all its members were brought in; None for a document without members.
        first_seen: When its path was first looked at, UTC.
        attempt: The last attempt to bring it in.
        note: For an indexed note what is kept of it beside its text; else None.
        outdated: Under what its text was indexed that is not in force, in words, where somebody who knows the settings
            has said so; else empty.
        analysis: What presents it, or the original of a duplicate; None where nothing does.
    """

    id: DocumentId
    name: str
    file: FileFacts
    collection: str
    media_type: str
    title: str
    language: str
    status: DocumentStatus
    problem: Problem | None
    duplicate_of: DocumentId | None
    text_hash: str
    fingerprint: str
    pages: int
    chunks: int
    indexed_at: datetime
    warnings: tuple[str, ...] = ()
    container: Container | None = None
    members_settled: bool | None = None
    first_seen: datetime | None = None
    attempt: Attempt | None = None
    note: Note | None = None
    outdated: str = ""
    analysis: Analysis | None = None


@dataclass(frozen=True, slots=True)
class SpaceSpec:
    """One exact way of making vectors; two vectors compare only within one space.

    Attributes:
        model: Name of the model, for people.
        dimensions: Numbers in a vector.
        fingerprint: Hash of weights, prefixes, pooling, precision and language means.
    """

    model: str
    dimensions: int
    fingerprint: str
