"""Sources, the files that were seen in them, and what a pass over them did."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NewType

from schedario.records.document import DocumentId
from schedario.records.ledger import Ledger

SourceId = NewType("SourceId", int)

GIT_MARK = "git:"
"""Begins the path of a document that was read out of a repository; paths on disk begin with a slash."""


FORCED = "'schedario sync --force'"
"""Stands in a problem that ends when a person says that what a pass found is meant."""

EVERY_MINUTES, MOST_MINUTES = 5, 1440
"""How often a branch is looked at where nothing is said, and how seldom it may be."""


class SourceKind(StrEnum):
    """Where files come from."""

    FOLDER = "folder"
    GIT = "git"


@dataclass(frozen=True, slots=True)
class NewSource:
    """A source that is to be kept.

    Attributes:
        kind: Where its files come from.
        root: The folder or the repository, absolute, as on disk.
        branch: Of a repository; empty for a folder.
        include: Globs in gitignore's syntax, of which a file must match one; empty for all files.
        exclude: Globs of files and folders that are left out.
        every_minutes: How often ``watch`` looks at a repository; 0 for a folder, which is watched.
    """

    kind: SourceKind
    root: str
    branch: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    every_minutes: int = 0

    @property
    def name(self) -> str:
        """What the paths of its documents begin with."""
        return self.root if self.kind is SourceKind.FOLDER else f"{GIT_MARK}{self.root}@{self.branch}"

    def document_path(self, path: str) -> str:
        """Return the path of a document by that of its file below the root."""
        return f"{self.name.rstrip('/')}/{path}"


@dataclass(frozen=True, slots=True)
class Source:
    """A source that is kept.

    Attributes:
        id: Its key.
        given: What was said of it.
        paused: Whether passes leave it out.
        identity: How the operating system knew the root at the last completed scan; empty before the first.
        scanned_at: End of the last completed scan, UTC.
        problem: What kept the last pass from being whole, as a sentence; empty when nothing did.
        files: Number of its files that are kept.
    """

    id: SourceId
    given: NewSource
    paused: bool
    identity: str
    scanned_at: datetime | None
    problem: str
    files: int

    @property
    def name(self) -> str:
        """See ``NewSource.name``."""
        return self.given.name

    @property
    def is_to_be_confirmed(self) -> bool:
        """Whether the problem is one that a forced pass would end, since what was found may be meant."""
        return FORCED in self.problem


@dataclass(frozen=True, slots=True)
class SeenFile:
    """A file as a scan met it, by its name alone: its bytes were not looked at.

    Attributes:
        path: Below the root, as on disk.
        size_bytes: Length.
        version: Another one means that the bytes may be others; empty when that cannot be told.
        mounted: Whether it lies on another file system than the root.
        in_cloud: Whether its bytes are elsewhere and reading would fetch them.
    """

    path: str
    size_bytes: int
    version: str
    mounted: bool = False
    in_cloud: bool = False


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a pass met, with the source in which it lies."""

    source: SourceId
    file: SeenFile


@dataclass(frozen=True, slots=True)
class SourceScan:
    """What lies in a source.

    Attributes:
        identity: How the operating system knows the root; empty when it is not there.
        files: All files that are wanted, by path.
        unread: Folders below the root whose content could not be listed; "" for the root.
        problem: Why the scan is not whole, as a sentence; empty when it is.
    """

    identity: str
    files: tuple[SeenFile, ...] = ()
    unread: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file of a source as it was when it was settled.

    Attributes:
        path: Below the root, as on disk.
        size_bytes: Length.
        version: See ``SeenFile``.
        mounted: See ``SeenFile``.
        attempt: Fingerprint under which it was settled; empty when it is to be tried at every pass.
        document: Its document.
        content_hash: Of the bytes that were settled.
        whole: Whether nothing of the document is still to be done, as members to bring in or an original that is gone.
    """

    path: str
    size_bytes: int
    version: str
    mounted: bool
    attempt: str
    document: DocumentId
    content_hash: str
    whole: bool


@dataclass(frozen=True, slots=True)
class SourceReport:
    """What a pass did with one source.

    Attributes:
        source: It.
        files: Files that were seen.
        unchanged: Those of them that did not have to be looked at.
        renamed: Documents that took the path of a file that was renamed.
        removed: Documents whose files are gone.
        in_cloud: Files that were left where they are.
        queued: Files that were handed to the queue instead of being indexed in the pass.
        problem: What kept the pass from being whole, as a sentence; empty when nothing did.
    """

    source: Source
    files: int = 0
    unchanged: int = 0
    renamed: int = 0
    removed: int = 0
    in_cloud: int = 0
    problem: str = ""
    queued: int = 0


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a pass over sources did.

    Attributes:
        sources: One for each source that was not paused.
        ledger: The files that had to be looked at.
    """

    sources: tuple[SourceReport, ...]
    ledger: Ledger
