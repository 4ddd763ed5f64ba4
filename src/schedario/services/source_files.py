"""Brings in single files of sources: in a pass, or handed to the queue by one and taken out of it by a worker."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.errors import StoppedError, error_class
from schedario.ingest.pipeline import IngestPipeline
from schedario.ingest.scan import Scanned, scan_file
from schedario.ports import SourceReader, SourceStore
from schedario.records.document import DocumentId
from schedario.records.job import JobKind, NewJob
from schedario.records.ledger import LedgerEntry
from schedario.records.source import SeenFile, Source, SourceFile, SourceKind
from schedario.services.adding import Adding

_QUEUED_AT_ONCE = 100

Settled = list[tuple[SeenFile, DocumentId, str]]
"""See ``SourceStore.settle``."""


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What became of the files of a pass that were to be queued.

    Attributes:
        put_off: Those that are in the queue.
        queued: How many of them were not before.
    """

    put_off: frozenset[SeenFile] = frozenset()
    queued: int = 0


NOTHING_HANDED_OVER = HandedOver()


@dataclass(frozen=True, slots=True)
class SourceFiles:
    """The files of the sources of one archive."""

    sources: SourceStore
    readers: Mapping[SourceKind, SourceReader]
    pipeline: IngestPipeline
    adding: Adding

    def index(self, source: Source, file: SeenFile, settled: Settled) -> Iterator[LedgerEntry]:
        """Index one file now, and add it to those that are settled, if it is.

        Raises:
            DatabaseError: The archive cannot be written to; the file is as it was.
            ModelError: The embedder cannot be used; likewise.
        """
        path = source.given.document_path(file.path)
        with self.readers[source.given.kind].on_disk(source, file) as place:
            for entry in self.pipeline.run(scanned_at(path, place)):
                yield entry
                if (entry.path, entry.container) == (path, None) and entry.document:
                    retry = entry.code != "" and error_class(entry.code).retryable
                    settled.append((file, entry.document, "" if retry else self.pipeline.attempt))

    def hand_over(self, source: Source, wanted: Sequence[SeenFile], stopped: Callable[[], bool]) -> HandedOver:
        """Queue files; those that are not in the queue then are for the pass itself.

        Nothing of a private note may be written down, not even its path in the queue, and in doubt a note is private.

        Args:
            source: In which they lie.
            wanted: What is to be indexed.
            stopped: Tells that the rest is to be left to another pass.

        Raises:
            StoppedError: It was stopped; what was queued stays so.
        """
        waiting = self._waiting(source, wanted)
        put_off = set(waiting)
        jobs: list[NewJob] = []
        nameless: list[str] = []
        for file in wanted:
            if stopped():
                raise StoppedError("the pass was given up")
            path = source.given.document_path(file.path)
            if file not in put_off and self._may_be_named(source, file):
                put_off.add(file)
                jobs.append(NewJob(JobKind.INDEX, path, met=SourceFile(source.id, file)))
            elif file not in put_off:
                nameless.append(path)
            if len(jobs) >= _QUEUED_AT_ONCE:
                self.adding.queue.enqueue(jobs)
                jobs.clear()
        self.adding.queue.enqueue(jobs)
        # Of a note that failed before it turned private the queue has the path.
        self.adding.queue.forget_parked(nameless)
        return HandedOver(frozenset(put_off), len(put_off) - len(waiting))

    def index_queued(self, met: SourceFile, *, retry_failed: bool = False) -> Iterator[LedgerEntry]:
        """Index a file that a pass handed over, unless it or its source is gone meanwhile, which the next pass sees.

        Args:
            met: The file as the pass met it.
            retry_failed: Whether it is tried again although it failed before and nothing has changed.

        Raises:
            DatabaseError: The archive cannot be written to; the file is as it was.
            ModelError: The embedder cannot be used; likewise.
            StoppedError: The reader was told to stop; likewise.
        """
        source = next((one for one in self.sources.all() if one.id == met.source), None)
        if source is None or not self.readers[source.given.kind].is_there(source, met.file):
            return
        files = replace(self, pipeline=replace(self.pipeline, retry_failed=True)) if retry_failed else self
        settled: Settled = []
        try:
            yield from files.index(source, met.file, settled)
        finally:
            self.sources.settle(source.id, settled)
        yield from self.adding.adopt_orphans()
        self.adding.documents.purge()

    def _waiting(self, source: Source, wanted: Sequence[SeenFile]) -> frozenset[SeenFile]:
        """Find files that the queue has as they are: their turn comes, or they failed and are given up."""
        paths = {source.given.document_path(file.path): file for file in wanted}
        pending = self.adding.queue.pending(list(paths))
        return frozenset(file for path, file in paths.items() if file.version and pending.get(path) == file.version)

    def _may_be_named(self, source: Source, file: SeenFile) -> bool:
        path = source.given.document_path(file.path)
        with self.readers[source.given.kind].on_disk(source, file) as place:
            return self.pipeline.may_be_named(scanned_at(path, place))


def scanned_at(path: str, place: str) -> Scanned:
    """Look at a file that is kept under one path and read in another place."""
    return scan_file(Path(place)) if path == place else Scanned(Path(place), os.path.realpath(place), kept_as=path)
