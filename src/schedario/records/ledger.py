"""What became of each file of one run."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from schedario.records.document import DocumentId


class Outcome(StrEnum):
    """What became of one file."""

    INDEXED = "indexed"
    UNCHANGED = "unchanged"
    DUPLICATE = "duplicate"
    SKIPPED = "skipped"
    FAILED = "failed"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One file of a run.

    Attributes:
        path: As given to the run, absolute; a member's is that of its container, "!/" and its name. A private note's is
            ``private:`` and its id, or nothing for one that lies in a private folder.
        outcome: What became of it.
        document: Its document, None where none was made.
        code: For SKIPPED and FAILED a code of ``schedario.errors``; else empty.
        reason: One line for a person; for DUPLICATE it names the document that has the text.
        chunks: Chunks written.
        seconds: Time spent on this file.
        warnings: What the reader left out.
        container: For a member the document that it lies in; else None.
        unread: Pictures and pages that show something which nobody has read.
    """

    path: str
    outcome: Outcome
    document: DocumentId | None = None
    code: str = ""
    reason: str = ""
    chunks: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()
    container: DocumentId | None = None
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Ledger:
    """All files of a run with their members, in the order in which they were met; each is in it exactly once."""

    entries: tuple[LedgerEntry, ...]

    def count(self, outcome: Outcome) -> int:
        """Count the files that ended this way."""
        return Counter(entry.outcome for entry in self.entries)[outcome]

    @property
    def unread(self) -> int:
        """Pictures and pages of these files that show something which nobody has read."""
        return sum(entry.unread for entry in self.entries)
