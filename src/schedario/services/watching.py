"""Makes passes whenever something changes in a source, and from time to time whatever is announced."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from schedario.errors import SyncRunningError
from schedario.ports import ChangeWatch, SourceStore
from schedario.records.source import Source, SourceId, SourceKind, SyncReport
from schedario.services.syncing import Syncing

DEFAULT_MINUTES = 5.0
"""How often a folder is looked at whatever is announced: network folders announce nothing."""


@dataclass(slots=True)
class Watching:
    """Watches the sources of one archive.

    Attributes:
        sources: Which there are; looked up anew after each pass.
        syncing: Makes the passes.
        watch: Waits for changes.
        every_minutes: Of all sources; 0 for each one's own.
        clock: Seconds, from any beginning.
    """

    sources: SourceStore
    syncing: Syncing
    watch: ChangeWatch
    every_minutes: float = 0.0
    clock: Callable[[], float] = time.monotonic
    _seen: dict[SourceId, float] = field(default_factory=dict)

    def run(self, notice: Callable[[str], None]) -> Iterator[SyncReport]:
        """Make a pass over all sources, then one over those that changed or are due, for ever; yields each.

        Args:
            notice: Is told, in a sentence, what cannot be watched.
        """
        roots: list[str] | None = None
        changes: Iterator[frozenset[str]] = iter(())
        wanted: set[SourceId] | None = None
        while True:
            active = [source for source in self.sources.all() if not source.paused]
            folders = [source for source in active if source.given.kind is SourceKind.FOLDER]
            there = [source.given.root for source in folders if os.path.isdir(source.given.root)]
            if there != roots:
                # What changes during the pass that follows is seen after it.
                roots, changes, wanted = there, self._changes(there, notice), None
                next(changes)
            if wanted is None or wanted:
                yield from self._pass(wanted)
            changed = next(changes)
            wanted = self._due(active) | {source.id for source in folders if source.given.root in changed}

    def _pass(self, wanted: set[SourceId] | None) -> Iterator[SyncReport]:
        try:
            report = self.syncing.sync(only=wanted)
        except SyncRunningError:
            # Another process does it; what it missed is seen when the sources are due.
            return
        now = self.clock()
        self._seen.update((done.source.id, now) for done in report.sources)
        yield report

    def _changes(self, roots: Sequence[str], notice: Callable[[str], None]) -> Iterator[frozenset[str]]:
        if roots:
            try:
                yield from self.watch.changes(roots)
            except OSError as error:
                notice(f"changes are not announced ({error}); the folders are looked at every few minutes")
        while True:
            yield frozenset()
            time.sleep(1)

    def _due(self, active: Sequence[Source]) -> set[SourceId]:
        now = self.clock()
        return {source.id for source in active if now - self._seen.get(source.id, 0.0) >= self._interval(source)}

    def _interval(self, source: Source) -> float:
        return 60 * (self.every_minutes or source.given.every_minutes or DEFAULT_MINUTES)
