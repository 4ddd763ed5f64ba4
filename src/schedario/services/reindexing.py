"""Indexes anew what is outdated or stale, and nothing else.

It can be interrupted at any point: what was mended is no longer outdated, so the next run goes on with the rest.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.errors import FileUnreadableError
from schedario.ingest.fingerprint import fingerprints_in_force
from schedario.ingest.scan import scan_file
from schedario.records.document import DocumentId, DocumentRecord, DocumentStatus
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.records.source import GIT_MARK
from schedario.services.adding import Adding, Progress
from schedario.services.documents import Documents
from schedario.services.syncing import Syncing

_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Mended:
    """What a run did.

    Attributes:
        ledger: What became of each document that was outdated or stale, and of files that came or went with it.
        left: Documents that are outdated still, because their files could not be had.
    """

    ledger: Ledger
    left: int


@dataclass(frozen=True, slots=True)
class Reindexing:
    """Brings the documents of one archive up to the rules and settings in force."""

    documents: Documents
    adding: Adding
    syncing: Syncing

    def mend(self, on_progress: Callable[[Progress], None] = lambda _: None) -> Mended:
        """Read the files of outdated and stale documents again; a newer version on disk is indexed as ``add`` does.

        A member is read out of the file that it lies in, a file of a repository out of its branch. A file that is not
        there, or cannot be read, is reported, and its document stays as it was.

        Raises:
            SyncRunningError: Files of repositories are to be read, and another process makes a pass over them.
            DatabaseError: The archive cannot be written to; what was written before stays.
            ModelError: The embedder cannot be used; likewise.
        """
        self.adding.forget_private()
        affected = self._affected()
        wanted = {(record.file.path, record.file.container) for record in affected}
        entries: dict[tuple[str, DocumentId | None], LedgerEntry] = {}
        files = self._files(affected)
        numbers = {path: number for number, path in enumerate(files, 1)}
        for path, entry in self._read_again(files):
            # The other members of a container are met, too, and left alone.
            if (entry.path, entry.container) in wanted or entry.outcome in {Outcome.INDEXED, Outcome.PRIVATE}:
                entries[entry.path, entry.container] = entry
            on_progress(Progress(numbers[path], len(files), entry))
        entries.update(((entry.path, entry.container), entry) for entry in self.adding.adopt_orphans())
        self.adding.queue.forget_parked([e.path for e in entries.values() if e.outcome is not Outcome.FAILED])
        self.adding.documents.purge()
        return Mended(Ledger(tuple(entries.values())), self.documents.outdated())

    def _affected(self) -> Sequence[DocumentRecord]:
        """Return all documents that are outdated or stale; originals come before their copies."""
        in_force = fingerprints_in_force(self.adding.pipeline.options)
        found: list[DocumentRecord] = []
        while page := self.adding.documents.list_documents(
            in_force=in_force, or_stale=True, limit=_PAGE, offset=len(found)
        ):
            found.extend(page)
        return sorted(found, key=lambda record: record.status is DocumentStatus.DUPLICATE)

    def _files(self, affected: Sequence[DocumentRecord]) -> list[str]:
        """Return the paths of the files that these documents are or lie in, each once."""
        known = {record.id: record for record in affected}
        return list(dict.fromkeys(self._file(record, known) for record in affected))

    def _file(self, record: DocumentRecord, known: dict[DocumentId, DocumentRecord]) -> str:
        around = record
        while container := around.file.container:
            found = known.get(container) or self.adding.documents.by_id(container)
            if found is None:
                break
            known[container] = around = found
        return around.file.path

    def _read_again(self, files: Sequence[str]) -> Iterator[tuple[str, LedgerEntry]]:
        for path in files:
            if not path.startswith(GIT_MARK):
                for entry in self._of_disk(path):
                    yield path, entry
        if committed := [path for path in files if path.startswith(GIT_MARK)]:
            yield from self.syncing.read_again(committed)

    def _of_disk(self, path: str) -> Iterator[LedgerEntry]:
        if not os.path.lexists(path):
            yield self._missing(path)
            return
        for entry in self.adding.pipeline.run(scan_file(Path(path))):
            # Nothing is written of a file that cannot be had, so its document is named here.
            yield entry if entry.document or entry.container else replace(entry, document=self._known(path))

    def _missing(self, path: str) -> LedgerEntry:
        error = FileUnreadableError(
            "the file is not there or cannot be looked at, so its indexed version was kept",
            subject=path,
            remedy="Bring it back, or remove the document",
        )
        return LedgerEntry(path, Outcome.FAILED, self._known(path), code=error.code, reason=error.reason)

    def _known(self, path: str) -> DocumentId | None:
        record = self.adding.documents.by_path(path)
        return record.id if record else None
