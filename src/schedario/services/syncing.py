"""Brings the index up to what lies in the sources, in one pass.

The order matters: all sources are scanned before anything is removed, so that a file that moved from one to another is
known by its bytes and keeps its document. Nothing is removed unless its absence was proven by a completed scan.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from schedario.errors import FileError, FileInCloudError, FileUnreadableError, SyncRunningError
from schedario.ingest.pipeline import IngestPipeline
from schedario.ingest.read_file import read_file
from schedario.ingest.scan import scan_file
from schedario.ports import DocumentStore, SourceReader, SourceStore
from schedario.records.document import DocumentId
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.records.source import (
    FORCED,
    KnownFile,
    SeenFile,
    Source,
    SourceId,
    SourceKind,
    SourceReport,
    SourceScan,
    SyncReport,
)
from schedario.services.adding import Adding, Progress
from schedario.services.differing import Difference, difference, is_same_root
from schedario.services.source_files import NOTHING_HANDED_OVER, HandedOver, Settled, SourceFiles

_SETTLED_AT_ONCE = 100

Entries = dict[tuple[str, DocumentId | None], LedgerEntry]


@dataclass(slots=True)
class _Visit:
    """One source in a pass."""

    source: Source
    scan: SourceScan
    known: Sequence[KnownFile]
    found: Difference
    reader: SourceReader
    problem: str = ""
    handed_over: HandedOver = NOTHING_HANDED_OVER
    renamed: int = 0
    removed: int = 0
    moved_away: set[str] = field(default_factory=set)

    @property
    def report(self) -> SourceReport:
        found = self.found
        there, away = len(self.scan.files), len(found.in_cloud)
        return SourceReport(
            self.source, there, found.unchanged, self.renamed, self.removed, away, self.problem, self.handed_over.queued
        )

    @property
    def wanted(self) -> list[SeenFile]:
        """Files to index in the pass."""
        return [file for file in self.found.wanted if file not in self.handed_over.put_off]


@dataclass(frozen=True, slots=True)
class Syncing:
    """Makes passes over the sources of one archive."""

    sources: SourceStore
    readers: Mapping[SourceKind, SourceReader]
    documents: DocumentStore
    pipeline: IngestPipeline
    adding: Adding

    def sync(
        self,
        *,
        force: bool = False,
        only: Collection[SourceId] | None = None,
        later: bool = False,
        stopped: Callable[[], bool] = lambda: False,
        on_progress: Callable[[Progress], None] = lambda _: None,
    ) -> SyncReport:
        """Make one pass: index what is new or changed, let what was renamed keep its document, remove what is gone.

        Args:
            force: Whether what is gone is removed also when it is more than a quarter of a source, or when another
                folder lies at its root.
            only: The sources to look at; None for all that are not paused.
            later: Whether files that are to be indexed are handed to the queue; private ones never are.
            stopped: Tells that the pass is to be given up; asked while files are handed over.
            on_progress: Is told after each file.

        Raises:
            SyncRunningError: Another process makes a pass.
            StoppedError: The pass was given up; the next one makes up for it.
            DatabaseError: The archive cannot be written to; what was written before stays.
            ModelError: The embedder cannot be used; likewise.
        """
        with self.sources.alone() as alone:
            if not alone:
                raise SyncRunningError("another sync of this archive is running", remedy="Wait until it has ended")
            self.adding.forget_private()
            wanted = [s for s in self.sources.all() if (only is None and not s.paused) or (only and s.id in only)]
            visits = [self._visit(source, force=force) for source in wanted]
            self._rename(visits)
            for visit in visits:
                self._remove_gone(visit, force=force)
            if later:
                for visit in visits:
                    visit.handed_over = self._files.hand_over(visit.source, visit.found.wanted, stopped)
            ledger = self._index(visits, on_progress)
            for visit in visits:
                self._finish(visit)
            self.documents.purge()
            return SyncReport(tuple(visit.report for visit in visits), ledger)

    @property
    def _files(self) -> SourceFiles:
        return SourceFiles(self.sources, self.readers, self.pipeline, self.adding)

    def read_again(self, paths: Collection[str]) -> Iterator[tuple[str, LedgerEntry]]:
        """Bring single documents of the sources up to date, and remove nothing; yields each path with its entries.

        Args:
            paths: Of documents that are no members.

        Raises:
            SyncRunningError: Another process makes a pass.
            DatabaseError: The archive cannot be written to.
            ModelError: The embedder cannot be used.
        """
        with self.sources.alone() as alone:
            if not alone:
                raise SyncRunningError("another sync of this archive is running", remedy="Wait until it has ended")
            left = set(paths)
            for source in self.sources.all():
                wanted = {path for path in left if path.startswith(source.given.document_path(""))}
                left -= wanted
                if wanted:
                    yield from self._read_source_again(source, wanted)
            for path in sorted(left):
                yield path, self._kept(path, "no source has the file any more")

    def _read_source_again(self, source: Source, wanted: Collection[str]) -> Iterator[tuple[str, LedgerEntry]]:
        scan = self.readers[source.given.kind].scan(source)
        settled: Settled = []
        met = {source.given.document_path(file.path): file for file in scan.files}
        try:
            for path in sorted(wanted):
                if path in met:
                    for entry in self._files.index(source, met[path], settled):
                        yield path, entry
                else:
                    yield path, self._kept(path, scan.problem or "the file is not in its source")
        finally:
            self.sources.settle(source.id, settled)

    def _kept(self, path: str, reason: str) -> LedgerEntry:
        record = self.documents.by_path(path)
        error = FileUnreadableError(f"{reason}; its indexed version was kept", subject=path)
        return LedgerEntry(path, Outcome.FAILED, record.id if record else None, code=error.code, reason=error.reason)

    def remove_documents(self, source: Source) -> int:
        """Remove the documents of a source, which is forgotten with them; returns how many."""
        known = self.sources.files(source.id)
        removed = sum(self._remove(source, file) for file in known)
        self.sources.delete(source.id)
        self.adding.adopt_orphans()
        return removed

    def _visit(self, source: Source, *, force: bool) -> _Visit:
        reader = self.readers[source.given.kind]
        scan, known = reader.scan(source), self.sources.files(source.id)
        problem = scan.problem
        if scan.identity and not force and not is_same_root(known, scan, source.identity):
            problem = (
                "another folder or disk lies there than before, and none of the known files; nothing was done. "
                f"If that is meant, {FORCED} takes it over"
            )
            scan = SourceScan("", problem=problem)
        if not scan.identity:
            nothing = Difference((), (), (), 0, ())
            return _Visit(source, scan, known, nothing, reader, problem)
        return _Visit(source, scan, known, difference(known, scan, self.pipeline.attempt), reader, problem)

    def _rename(self, visits: Sequence[_Visit]) -> None:
        """Give documents whose files were renamed their new paths; the bytes prove that it is the same file."""
        for visit in visits:
            for old, new in visit.found.respelled:
                self._move(visit, old, visit, new)
        gone: dict[int, list[tuple[_Visit, KnownFile]]] = defaultdict(list)
        for visit in visits:
            for file in visit.found.gone:
                if self._is_proven(visit, file):
                    gone[file.size_bytes].append((visit, file))
        for visit in visits:
            known = {file.path for file in visit.known}
            for new in visit.found.wanted:
                if new.path not in known and gone.get(new.size_bytes):
                    self._rename_to(visit, new, gone[new.size_bytes])

    def _rename_to(self, visit: _Visit, new: SeenFile, candidates: list[tuple[_Visit, KnownFile]]) -> None:
        content_hash = self._content_hash(visit, new)
        same = [pair for pair in candidates if pair[1].content_hash == content_hash]
        # Of several files with the same bytes, the one whose name is the same.
        name = os.path.basename(new.path)
        same.sort(key=lambda pair: (os.path.basename(pair[1].path) != name, pair[1].path))
        for was, old in same[:1]:
            if self._move(was, old, visit, new):
                candidates.remove((was, old))

    def _move(self, was: _Visit, old: KnownFile, visit: _Visit, new: SeenFile) -> bool:
        moved = self.sources.move(old.document, visit.source.given.document_path(new.path))
        if moved:
            was.moved_away.add(old.path)
            visit.renamed += 1
            # Known at once, though still to be looked at: else one that is gone before its turn would never be missed.
            self.sources.settle(visit.source.id, [(new, old.document, "")])
        return moved

    def _content_hash(self, visit: _Visit, file: SeenFile) -> str | None:
        with visit.reader.on_disk(visit.source, file) as place:
            scanned = scan_file(Path(place))
            if scanned.problem:
                return None
            try:
                most = self.pipeline.options.max_file_bytes
                return read_file(scanned.path, scanned.real, max_bytes=most).facts.content_hash
            except FileError:
                # Whatever it is, indexing it will meet it again and say so.
                return None

    def _is_proven(self, visit: _Visit, file: KnownFile) -> bool:
        """Tell whether a file that was not met is gone, and not only the disk below the root that it lay on."""
        return not (file.mounted and visit.reader.holds(visit.source, file.path))

    def _remove_gone(self, visit: _Visit, *, force: bool) -> None:
        gone = [file for file in visit.found.gone if file.path not in visit.moved_away]
        if not force and visit.found.too_many_gone(len(visit.known), len(visit.found.gone) - len(gone)):
            visit.problem = (
                f"{len(gone)} of {len(visit.known)} files are gone at once; their documents were kept. "
                f"If that is meant, {FORCED} removes them"
            )
            return
        for file in gone:
            if force or self._is_proven(visit, file):
                visit.removed += self._remove(visit.source, file)
            else:
                visit.problem = (
                    visit.problem or f"the disk on which {file.path} lay is not there; nothing of it was removed"
                )

    def _remove(self, source: Source, file: KnownFile) -> bool:
        record = self.documents.by_id(file.document)
        if record is None or record.file.path != source.given.document_path(file.path):
            return False
        return self.documents.remove(file.document)

    def _index(self, visits: Sequence[_Visit], on_progress: Callable[[Progress], None]) -> Ledger:
        entries: Entries = {}
        total, done = sum(len(visit.wanted) for visit in visits), 0
        for visit in visits:
            entries.update(((entry.path, None), entry) for entry in map(_left(visit), visit.found.in_cloud))
            settled: Settled = []
            try:
                for file in visit.wanted:
                    done += 1
                    for entry in self._files.index(visit.source, file, settled):
                        entries[entry.path, entry.container] = entry
                        on_progress(Progress(done, total, entry))
                    if len(settled) >= _SETTLED_AT_ONCE:
                        self.sources.settle(visit.source.id, settled)
                        settled.clear()
            finally:
                self.sources.settle(visit.source.id, settled)
        entries.update(((entry.path, entry.container), entry) for entry in self.adding.adopt_orphans())
        return Ledger(tuple(entries.values()))

    def _finish(self, visit: _Visit) -> None:
        # A file that is not there and has no document any more would otherwise count as gone for ever.
        completed = visit.scan.identity if not visit.scan.unread and visit.scan.identity else None
        self.sources.finish(visit.source.id, identity=completed, problem=visit.problem)


def _left(visit: _Visit) -> Callable[[SeenFile], LedgerEntry]:
    def entry(file: SeenFile) -> LedgerEntry:
        path = visit.source.given.document_path(file.path)
        error = FileInCloudError(
            "the file lies in a cloud and was not downloaded", subject=path, remedy="Download it, or add it by name"
        )
        return LedgerEntry(path, Outcome.SKIPPED, code=error.code, reason=error.reason)

    return entry
