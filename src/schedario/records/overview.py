"""All that is said of the state of an archive."""

from dataclasses import dataclass

from schedario.records.analysis import AnalysisCoverage
from schedario.records.job import QueueLengths
from schedario.records.space import SpaceState
from schedario.records.status import ArchiveStatus, Coverage, Freshness


@dataclass(frozen=True, slots=True)
class ArchiveOverview:
    """The state of an archive.

    Attributes:
        status: What is there.
        coverage: How far the documents are.
        sources: How far the index is behind each source.
        queue: What is to be done.
        spaces: Which model answers, and which others there are.
        analysis: How far the summaries, descriptions and categories are.
    """

    status: ArchiveStatus
    coverage: Coverage
    sources: tuple[Freshness, ...]
    queue: QueueLengths
    spaces: SpaceState
    analysis: AnalysisCoverage
