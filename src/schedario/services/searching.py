"""Answers questions out of the archive, and says when an answer is not up to date."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.ingest.fingerprint import outdated_reason
from schedario.ingest.options import IngestOptions
from schedario.ingest.read_file import modified_time
from schedario.records.document import DocumentId
from schedario.records.filters import EVERYTHING, Filters
from schedario.records.search import DocumentHead, DocumentPassages, SearchAnswer, TimedAnswer
from schedario.records.source import GIT_MARK
from schedario.search.options import SearchOptions
from schedario.search.pipeline import SearchPipeline
from schedario.services.analysis_rules import AnalysisRules
from schedario.services.versions import Versions


@dataclass(frozen=True, slots=True)
class Searching:
    """Searches one archive.

    Attributes:
        pipeline: The way through.
        keep: Keeps an answer's trace in the archive; None when searches are not kept.
        versions: Recognises versions of one document among the results.
        rules: The settings by which documents are indexed; what was made under others is outdated.
        analysis: Those by which they are described; what was written under others is stale. None where nobody asks.
    """

    pipeline: SearchPipeline
    keep: Callable[[SearchAnswer], None] | None
    versions: Versions
    rules: IngestOptions
    analysis: AnalysisRules | None = None

    def search(
        self, text: str, *, passages: int | None = None, floor: float | None = None, filters: Filters = EVERYTHING
    ) -> TimedAnswer:
        """Answer a question; see ``SearchPipeline.run`` for what can go wrong.

        Args:
            text: The question.
            passages: The k best passages instead of the setting's number.
            floor: The least score instead of the setting's, 0 to 1.
            filters: Which documents may answer.
        """
        started = time.perf_counter()
        answer = self._pipeline(passages, floor).run(text, filters)
        stale = dict(answer.stale)
        for group in answer.results:
            reason = _changed_on_disk(group.document)
            if reason:
                stale.setdefault(group.document.id, reason)
        families = self.versions.among([group.document.id for group in answer.results])
        answer = replace(
            answer, stale=stale, outdated=self._outdated(answer), versions=families, results=self._described(answer)
        )
        total = (time.perf_counter() - started) * 1000
        if self.keep:
            self.keep(answer)
        return TimedAnswer(answer, {**{step.name: step.milliseconds for step in answer.trace}, "total": total})

    def under(self, options: SearchOptions) -> "Searching":
        """Return the same under other options."""
        return replace(self, pipeline=replace(self.pipeline, options=options))

    def _outdated(self, answer: SearchAnswer) -> dict[DocumentId, str]:
        heads = [group.document for group in answer.results]
        reasons = {head.id: outdated_reason(head.fingerprint, self.rules) for head in heads}
        return {document: reason for document, reason in reasons.items() if reason}

    def _described(self, answer: SearchAnswer) -> tuple[DocumentPassages, ...]:
        """Say of which documents the description is stale."""
        if self.analysis is None or not answer.results:
            return answer.results
        in_force = self.analysis.in_force()
        return tuple(replace(group, document=in_force.of_head(group.document)) for group in answer.results)

    def _pipeline(self, passages: int | None, floor: float | None) -> SearchPipeline:
        options = self.pipeline.options
        options = replace(
            options,
            passages=options.passages if passages is None else passages,
            floor=options.floor if floor is None else floor,
        )
        return replace(self.pipeline, options=options)


def _changed_on_disk(head: DocumentHead) -> str:
    """Say how a document's file differs from what was indexed, by its time of change; empty if not at all."""
    if head.file_path.startswith(GIT_MARK):
        # It is in a repository, and not on the disk.
        return ""
    try:
        modified = modified_time(Path(head.file_path).stat())
    except FileNotFoundError:
        return "the file is no longer where it was"
    except OSError:
        return "the file cannot be looked at"
    if modified != head.modified:
        return "the file was changed after it was indexed"
    return ""
