"""Follows the sources in a thread of the service: a pass whenever something changes, which hands files to the queue."""

import threading
from collections.abc import Callable
from dataclasses import replace

from schedario.errors import SchedarioError, StoppedError
from schedario.records.source import SourceReport
from schedario.wiring.shared import SharedArchive

_PAUSE_SECONDS = 5.0


class Following:
    """The watch of a service over its archive's sources."""

    def __init__(self, shared: SharedArchive, notice: Callable[[str], None], every_minutes: float) -> None:
        self._shared = shared
        self._notice = notice
        self._every_minutes = every_minutes
        self._said: dict[str, str] = {}
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="following")

    def start(self) -> None:
        """Begin with a pass over all sources."""
        self._thread.start()

    def stop(self) -> None:
        """Begin no further pass, and give up the one in hand at its next file."""
        self._ending.set()

    def end(self, seconds: float) -> bool:
        """Stop, and wait for the end; returns whether it came, which a slow disk can keep from it."""
        self.stop()
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        said = ""
        while not self._ending.is_set():
            try:
                self._watch()
                said = ""
            except StoppedError:
                # To end, or to go on under other settings.
                continue
            except SchedarioError as error:
                if str(error) != said:
                    said = str(error)
                    self._notice(f"the sources are not followed: {said}")
                self._ending.wait(_PAUSE_SECONDS)

    def _watch(self) -> None:
        """Make passes under the settings that hold now, until they change."""
        generation = self._shared.generation
        watching = replace(
            self._shared.services.watching,
            every_minutes=self._every_minutes,
            later=True,
            ended=lambda: self._ending.is_set() or self._shared.generation != generation,
        )
        for report in watching.run(self._notice):
            for source in report.sources:
                self._tell(source)

    def _tell(self, source: SourceReport) -> None:
        counts = ((source.queued, "queued"), (source.renamed, "renamed"), (source.removed, "removed"))
        done = ", ".join(f"{count} {name}" for count, name in counts if count)
        if done:
            self._notice(f"{source.source.name}: {done}")
        if source.problem and source.problem != self._said.get(source.source.name):
            self._notice(f"{source.source.name}: {source.problem}")
        self._said[source.source.name] = source.problem
