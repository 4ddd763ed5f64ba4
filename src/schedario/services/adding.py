"""Brings files and folders into the archive, and reports on every one of them."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.ingest.pipeline import IngestPipeline
from schedario.ingest.scan import scan, scan_file
from schedario.ports import DocumentStore, JobQueue
from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.services.paths import named_path


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes:
        done: Files on disk that were taken up; the members of the last may still be to come.
        total: Files on disk in all.
        entry: The file or member that was settled last.
    """

    done: int
    total: int
    entry: LedgerEntry


@dataclass(frozen=True, slots=True)
class Adding:
    """Adds files through the ingest pipeline."""

    pipeline: IngestPipeline
    documents: DocumentStore
    queue: JobQueue

    def add(self, paths: Iterable[str], on_progress: Callable[[Progress], None] = lambda _: None) -> Ledger:
        """Bring every file at or below the paths up to date in the archive.

        A file that fails is in the ledger with its reason, and the rest go on. A copy whose original was changed or
        removed is indexed in its place.

        Raises:
            PathMissingError: A named path does not exist; nothing was done.
            DatabaseError: The archive cannot be written to; what was written before stays.
            ModelError: The embedder cannot be used; likewise.
        """
        entries: dict[tuple[str, DocumentId | None], LedgerEntry] = {}
        private = self.pipeline.options.privacy.folders
        found = list(scan([named_path(path) for path in paths], private))
        self.forget_private()
        for number, scanned in enumerate(found, 1):
            for entry in self.pipeline.run(scanned):
                entries[entry.path, entry.container] = entry
                on_progress(Progress(number, len(found), entry))
        entries.update(((entry.path, entry.container), entry) for entry in self.adopt_orphans())
        self.queue.forget_parked([e.path for e in entries.values() if e.outcome is not Outcome.FAILED])
        self.documents.purge()
        return Ledger(tuple(entries.values()))

    def index(self, path: Path, *, retry_failed: bool = False) -> Iterator[LedgerEntry]:
        """Bring one file up to date in the archive, with what lies in it, and copies that are to take its place.

        Args:
            path: The file, absolute, as it is known by.
            retry_failed: Whether it is tried again although it failed before and nothing has changed.

        Raises:
            DatabaseError: The archive cannot be written to; the file is as it was.
            ModelError: The embedder cannot be used; likewise.
            StoppedError: The reader was told to stop; likewise.
        """
        pipeline = replace(self.pipeline, retry_failed=True) if retry_failed else self.pipeline
        yield from pipeline.run(scan_file(path))
        yield from self.adopt_orphans()
        self.documents.purge()

    def is_private(self, record: DocumentRecord) -> bool:
        """Tell whether a document lies in a folder that has become private, and is to be removed."""
        return self.pipeline.options.privacy.covers(record.file.path)

    def forget_private(self) -> int:
        """Remove all documents that lie in private folders; returns how many were removed."""
        folders = self.pipeline.options.privacy.folders
        removed = 0
        for folder in folders:
            while found := self.documents.list_documents(under=folder):
                for record in found:
                    # Members go with what they lie in.
                    if not record.file.container:
                        self.documents.write_private(record.file)
                        removed += 1
        return removed

    def adopt_orphans(self) -> list[LedgerEntry]:
        """Index the copies whose original is no longer in the index, if their files are still there."""
        adopted = [entry for record in self.documents.orphans() for entry in self._adopted(record)]
        return [entry for entry in adopted if entry.outcome is not Outcome.UNCHANGED]

    def _adopted(self, record: DocumentRecord) -> Iterator[LedgerEntry]:
        if record.file.container:
            yield from self.pipeline.run_member(record)
        elif os.path.isfile(record.file.path):
            yield from self.pipeline.run(scan_file(Path(record.file.path)))
