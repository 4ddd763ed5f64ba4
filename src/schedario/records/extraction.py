"""What a reader gives for a file: pages in order, each made of blocks in order."""

from dataclasses import dataclass
from enum import StrEnum

from schedario.records.note import NO_MARKUP, Markup


class Origin(StrEnum):
    """Where a text came from."""

    TEXT = "text"
    OCR = "ocr"
    VISION = "vision"
    UNREAD = "unread"


class PageKind(StrEnum):
    """What a page is in its file."""

    PAGE = "page"
    SHEET = "sheet"
    SLIDE = "slide"
    BODY = "body"
    """The whole of a file that has no pages (Markdown, HTML, DOCX, CSV, text)."""


class BlockRole(StrEnum):
    """What a block is on its page."""

    HEADING = "heading"
    TEXT = "text"
    TABLE = "table"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Block:
    r"""One heading, run of paragraphs, table or picture, with line ends as ``\n``.

    Attributes:
        text: For a heading one line without markup; for a table one line a row, cells joined by `` | ``; for a picture
            a line that says how it was read, then its description where the file has one, then what was read.
        role: What the block is.
        level: 1 to 6 for a heading, else 0.
        rows: For a table of a sheet or CSV file: the row number in the file (from 1) of each line; else empty.
        origin: For a picture how it was read; else ``TEXT``.
        sha256: For a picture the hash of its bytes, hexadecimal; else empty.
    """

    text: str
    role: BlockRole = BlockRole.TEXT
    level: int = 0
    rows: tuple[int, ...] = ()
    origin: Origin = Origin.TEXT
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What an engine read on a picture, known by its bytes wherever it is shown.

    Attributes:
        sha256: Hash of the picture's bytes, hexadecimal.
        text: What was read; empty when the picture shows something without text.
        confidence: Mean of its lines by their length, 0 to 1; None without text.
        engine: Name and version of the engine; another one would read it anew.
        origin: ``OCR`` or ``VISION``; ``UNREAD`` without text.
    """

    sha256: str
    text: str
    confidence: float | None
    engine: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class ExtractedPage:
    """One page, sheet or slide, or the whole body of a file without pages.

    Attributes:
        kind: What it is.
        number: Place in the file from 1; None for a body.
        label: A sheet's name; for a page the number printed on it, when the file says so and it is another; else empty.
        origin: Where the page's text came from; ``UNREAD`` when it shows something that could not be read.
        blocks: In reading order; empty for a blank page.
        flattened: Whether it shows a table whose columns could not be told apart, which a model that sees may read.
        confidence: How sure OCR is of the page, 0 to 1: the mean of its lines by their length; None where it read none.
        sha256: Of a page that a model that sees may read, or has read, the hash of how it looks; else empty.
    """

    kind: PageKind
    number: int | None
    label: str
    origin: Origin
    blocks: tuple[Block, ...]
    flattened: bool = False
    confidence: float | None = None
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A file that lies inside another: in an archive, attached to a message or to a PDF.

    Attributes:
        key: By which its container's reader finds it again.
        name: As the container names it, in one line; slashes part folders, and none leads out.
        size_bytes: Length of its content.
        content_hash: SHA-256 of its bytes, hexadecimal; for one that cannot be read, of what is known of it.
        code: A code of ``schedario.errors`` when it is known already that it cannot be read; else empty.
        reason: Why, in one line; empty without a code.
    """

    key: str
    name: str
    size_bytes: int
    content_hash: str
    code: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Extraction:
    """All that was read from one file.

    Attributes:
        media_type: As found from the content, for instance ``application/pdf``.
        title: The file's own title where it has one, else empty.
        pages: In the file's order.
        warnings: What was left out or damaged, one sentence each.
        pictures: What was read on the pictures of its blocks, each once; those that the archive knew are among them.
        members: Files that lie inside it and are documents of their own, in its order.
        markup: What its markup says beside the text.
    """

    media_type: str
    title: str
    pages: tuple[ExtractedPage, ...]
    warnings: tuple[str, ...] = ()
    pictures: tuple[PictureReading, ...] = ()
    members: tuple[Member, ...] = ()
    markup: Markup = NO_MARKUP
