"""Makes passes whenever something changes in a source, and from time to time whatever is announced."""

import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
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
        later: Whether passes hand files to the queue; see ``Syncing.sync``.
        ended: Tells that no more passes are wanted.
        clock: Seconds, from any beginning.
    """

    sources: SourceStore
    syncing: Syncing
    watch: ChangeWatch
    every_minutes: float = 0.0
    later: bool = False
    ended: Callable[[], bool] = lambda: False
    clock: Callable[[], float] = time.monotonic
    _seen: dict[SourceId, float] = field(default_factory=dict)
    _handed_over: set[SourceId] = field(default_factory=set)

    def run(self, notice: Callable[[str], None]) -> Iterator[SyncReport]:
        """Make a pass over all sources, then one over those that changed or are due, until it is ended; yields each.

        Args:
            notice: Is told, in a sentence, what cannot be watched.

        Raises:
            StoppedError: It was ended in the middle of a pass.
        """
        roots: list[str] | None = None
        changes: Iterator[frozenset[str]] = iter(())
        wanted: set[SourceId] | None = None
        while not self.ended():
            active = [source for source in self.sources.all() if not source.paused]
            folders = [source for source in active if source.given.kind is SourceKind.FOLDER]
            there = [source.given.root for source in folders if os.path.isdir(source.given.root)]
            if there != roots:
                # What changes during the pass that follows is seen after it.
                roots, changes, wanted = there, self._changes(there, notice), None
                next(changes)
            made = True
            if wanted is None or wanted:
                made = yield from self._pass(wanted)
            changed = next(changes)
            more = (
                self._due(active)
                | self._worked_off()
                | {source.id for source in folders if source.given.root in changed}
            )
            if made or wanted is not None:
                wanted = more if made else more | (wanted or set())

    def _pass(self, wanted: set[SourceId] | None) -> Generator[SyncReport, None, bool]:
        """Make a pass, if no other process makes one; what that one met too early is to be looked at after it."""
        try:
            report = self.syncing.sync(only=wanted, later=self.later, stopped=self.ended)
        except SyncRunningError:
            return False
        now = self.clock()
        self._seen.update((done.source.id, now) for done in report.sources)
        self._handed_over.update(done.source.id for done in report.sources if done.queued)
        yield report
        return True

    def _changes(self, roots: Sequence[str], notice: Callable[[str], None]) -> Iterator[frozenset[str]]:
        if roots:
            try:
                yield from self.watch.changes(roots, self.ended)
            except OSError as error:
                notice(f"changes are not announced ({error}); the folders are looked at every few minutes")
        while True:
            yield frozenset()
            time.sleep(1)

    def _worked_off(self) -> set[SourceId]:
        """Return sources whose files are out of the queue: what went away while it was in hand is missed only now."""
        if not self._handed_over:
            return set()
        lengths = self.syncing.adding.queue.lengths()
        if lengths.files:
            return set()
        done = set(self._handed_over)
        self._handed_over.clear()
        return done

    def _due(self, active: Sequence[Source]) -> set[SourceId]:
        now = self.clock()
        return {source.id for source in active if now - self._seen.get(source.id, 0.0) >= self._interval(source)}

    def _interval(self, source: Source) -> float:
        return 60 * (self.every_minutes or source.given.every_minutes or DEFAULT_MINUTES)
