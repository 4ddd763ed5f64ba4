"""What is in the archive, and how the parts of the product are."""

import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.ingest.fingerprint import fingerprints_in_force, outdated_reason
from schedario.ingest.options import IngestOptions
from schedario.ports import Checkable, DocumentStore, JobQueue, SourceStore
from schedario.records.analysis import AnalysisCoverage
from schedario.records.job import QueueLengths
from schedario.records.overview import ArchiveOverview
from schedario.records.picture import PictureCounts
from schedario.records.space import SpaceState
from schedario.records.status import ArchiveStatus, Coverage, Finding, Freshness, Health

_LOW_DISK_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Overview:
    """The state of one archive."""

    documents: DocumentStore
    queue: JobQueue
    sources: SourceStore
    options: IngestOptions
    spaces: Callable[[], SpaceState]
    analysis: Callable[[], AnalysisCoverage]
    pictures: Callable[[], PictureCounts]

    def status(self) -> ArchiveStatus:
        """Count what is there, under the settings in force."""
        reasons: Counter[str] = Counter()
        for made, number in self.documents.fingerprints().items():
            reasons[outdated_reason(made, self.options)] += number
        del reasons[""]
        state = self.documents.status(fingerprints_in_force(self.options))
        return replace(state, outdated_reasons=dict(reasons.most_common()))

    def coverage(self) -> Coverage:
        """Count how far the documents are."""
        return self.documents.coverage()

    def freshness(self) -> Sequence[Freshness]:
        """Say of each source how far the index is behind it."""
        return self.sources.freshness()

    def overview(self) -> ArchiveOverview:
        """Say all of it."""
        return ArchiveOverview(
            self.status(),
            self.coverage(),
            tuple(self.freshness()),
            self.queue_lengths(),
            self.spaces(),
            self.analysis(),
            pictures=self.pictures(),
        )

    def queue_lengths(self) -> QueueLengths:
        """Count what is to be done."""
        return self.queue.lengths()


@dataclass(frozen=True, slots=True)
class Doctor:
    """Looks at every part, also when some of them do not work."""

    home: Path
    parts: Sequence[Checkable]

    def examine(self) -> list[Finding]:
        """Return the findings of all parts, the disk last."""
        return [*(finding for part in self.parts for finding in part.check()), *_disk(self.home)]


def _disk(home: Path) -> list[Finding]:
    place = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(place).free
    detail = f"{free / 1024**3:.1f} GB free at {home}"
    if free < _LOW_DISK_BYTES:
        return [Finding("disk", Health.WARNING, detail, "Free some space: the index and its log grow with the archive")]
    return [Finding("disk", Health.OK, detail)]
