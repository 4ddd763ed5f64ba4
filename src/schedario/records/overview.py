"""All that is said of the state of an archive."""

from dataclasses import dataclass

from schedario.records.analysis import AnalysisCoverage
from schedario.records.job import QueueLengths
from schedario.records.picture import NO_PICTURES, PictureCounts
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
        pictures: What OCR could not read, and what became of it.
    """

    status: ArchiveStatus
    coverage: Coverage
    sources: tuple[Freshness, ...]
    queue: QueueLengths
    spaces: SpaceState
    analysis: AnalysisCoverage
    pictures: PictureCounts = NO_PICTURES
