"""What is there, what is missing, what to do."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class ArchiveStatus:
    """The state of one archive.

    Attributes:
        archive: Its name.
        documents: Number of files by status (indexed, duplicate, skipped, failed).
        stale: Indexed documents whose newest version on disk is not indexed.
        outdated: Documents that were indexed under other settings or rules than those in force, duplicates included.
        chunks: Number of chunks.
        tokens: Length of all chunks in the model's tokens, what chunks repeat of each other counted twice.
        text_characters: Length of all indexed text.
        languages: Number of chunks by language, most first.
        model: The active embedding space's model, empty for a new archive.
        size_bytes: What the archive takes in the database.
        newest: Time of the newest write, None for an empty archive.
        outdated_reasons: Number of outdated documents by what they were made under, in words.
    """

    archive: str
    documents: dict[str, int]
    stale: int
    outdated: int
    chunks: int
    tokens: int
    text_characters: int
    languages: dict[str, int]
    model: str
    size_bytes: int
    newest: datetime | None
    outdated_reasons: dict[str, int] = field(default_factory=dict)

    @property
    def fits_one_prompt(self) -> bool:
        """Whether the whole archive is small enough to be pasted into one prompt."""
        return self.tokens <= MOST_PROMPT_TOKENS


PHASES = ("read", "indexed", "members")
"""What is done with a document: its text is read, its words and vectors are kept, what lies in it is brought in."""

MOST_PROMPT_TOKENS = 150_000
"""An archive of no more can be pasted into one prompt: a usual model takes 200,000, its answer among them."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the documents of an archive are; a file whose kind has no reader is none.

    Attributes:
        done: Number of documents by how many of ``PHASES`` are done, most first; none without documents.
    """

    done: dict[int, int]

    @property
    def in_words(self) -> str:
        """The same as a sentence."""
        counts = [f"{phases} of {len(PHASES)} phases done for {counted(n)}" for phases, n in self.done.items()]
        return "; ".join(counts) or "no documents yet"


@dataclass(frozen=True, slots=True)
class Freshness:
    """How far the index is behind a source.

    Attributes:
        name: The source's.
        scanned_at: End of the last completed scan, UTC; None before the first.
        files: Files that were seen.
        behind: Those of them that are not indexed in their newest version.
        newest_file: Time of change of the newest file that was seen; None without files.
        newest_chunk: When the newest chunk of its documents was written; None without chunks.
    """

    name: str
    scanned_at: datetime | None
    files: int
    behind: int
    newest_file: datetime | None
    newest_chunk: datetime | None

    @property
    def in_words(self) -> str:
        """The same as a sentence."""
        late = "" if not self.behind else f", {counted(self.behind, 'file')} not indexed in the newest version"
        times = f"newest file {_time(self.newest_file)}, newest chunk {_time(self.newest_chunk)}"
        return f"{times}, last scan {_time(self.scanned_at)}{late}"


def counted(number: int, noun: str = "document") -> str:
    """Return a number with its noun: "1 file", "2,000 files"."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _time(time: datetime | None) -> str:
    return time.isoformat(timespec="seconds") if time else "never"


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
