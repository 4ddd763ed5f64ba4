"""What is there, what is missing, what to do."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ArchiveStatus:
    """The state of one archive.

    Attributes:
        archive: Its name.
        documents: Number of files by status (indexed, duplicate, skipped, failed).
        stale: Indexed documents whose newest version on disk is not indexed.
        outdated: Indexed documents that were made under other settings or rules than those in force.
        chunks: Number of chunks.
        text_characters: Length of all indexed text.
        languages: Number of chunks by language, most first.
        model: The active embedding space's model, empty for a new archive.
        size_bytes: What the archive takes in the database.
        newest: Time of the newest write, None for an empty archive.
    """

    archive: str
    documents: dict[str, int]
    stale: int
    outdated: int
    chunks: int
    text_characters: int
    languages: dict[str, int]
    model: str
    size_bytes: int
    newest: datetime | None


@dataclass(frozen=True, slots=True)
class ArchiveFigures:
    """What one archive of several holds.

    Attributes:
        name: The archive's.
        documents: Number of indexed documents.
        chunks: Number of chunks.
        size_bytes: What it takes in the database.
    """

    name: str
    documents: int
    chunks: int
    size_bytes: int


class Health(StrEnum):
    """How a part of the product is."""

    OK = "ok"
    WARNING = "warning"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report.

    Attributes:
        part: database, model, extraction, ocr, libreoffice, disk ...
        health: How it is.
        detail: What is there, in words.
        remedy: What to do; empty when nothing is to be done.
    """

    part: str
    health: Health
    detail: str
    remedy: str = ""
