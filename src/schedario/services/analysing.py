"""Says what is to be analysed, what it would take and how far it is; has it done, and does it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from schedario.analyse.pipeline import AnalysisPipeline
from schedario.analyse.plan import CHARACTERS_A_TOKEN, RESERVED_TOKENS, plan
from schedario.ports import AnalysisStore, JobQueue, StructuredModel, WordFrequencies
from schedario.records.analysis import (
    AnalysisCoverage,
    AnalysisPart,
    AnalysisPlan,
    ServerMemory,
    Wanted,
)
from schedario.records.document import DocumentId
from schedario.records.job import JobEnd, JobKind, NewJob, Queued
from schedario.services.analysis_rules import AnalysisRules
from schedario.services.documents import Documents
from schedario.services.picture_reading import PictureReading

_MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class Selection:
    """Which documents are meant.

    Attributes:
        documents: Ids or paths; empty for all.
        everything: Whether each part of them is to be made anew; otherwise what is missing or stale.
    """

    documents: tuple[str, ...] = ()
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Analysing:
    """The analysis of one archive.

    Attributes:
        documents: Finds them.
        store: Keeps what is made.
        words: How common the archive's words are.
        queue: Where jobs wait for a worker.
        rules: The settings in force.
        pictures: What a vision model is to be asked about first.
        memory: What the model's server takes; None without one.
    """

    documents: Documents
    store: AnalysisStore
    words: WordFrequencies
    queue: JobQueue
    rules: AnalysisRules
    pictures: PictureReading
    memory: Callable[[], ServerMemory | None] = lambda: None

    @property
    def model(self) -> StructuredModel | None:
        """What writes; None for extracts."""
        return self.rules.model

    @property
    def needs_worker(self) -> bool:
        """Whether models are asked, which is a worker's part; extracts are made at once."""
        return bool(self.model or self.pictures.model)

    def analyse(
        self, document: DocumentId, turn_over: Callable[[], bool] = lambda: False, model: StructuredModel | None = None
    ) -> JobEnd:
        """Make what is missing or stale of a document's analysis.

        Args:
            document: The document; nothing is done for one that is not indexed, has no text, or is to be removed since
                its folder has become private.
            turn_over: Says whether the turn is over; it is asked before every call of the model.
            model: Stands for the archive's own.

        Raises:
            AnalysisError: The model gave no answer, or none that can be used.
        """
        if not self.is_there(document):
            return JobEnd.DONE
        pipeline = AnalysisPipeline(self.store, self.words, self.rules.options(), model or self.model)
        return pipeline.run(document, turn_over)

    def is_there(self, document: DocumentId) -> bool:
        """Tell whether the archive has a document and may go on having it."""
        record = self.documents.store.by_id(document)
        return record is not None and not self.documents.adding.is_private(record)

    def wanted(self, selection: Selection) -> Sequence[Wanted]:
        """Return the documents that are to be analysed, by path.

        Raises:
            DocumentUnknownError: No document has the id or path.
        """
        ids = self._ids(selection)
        now, extracting = self.rules.in_force().fingerprints, self.model is None
        return self.store.wanted(now, extracting=extracting, documents=ids, everything=selection.everything)

    def plan(self, selection: Selection) -> AnalysisPlan:
        """Say what it would take; nothing is written. Raises as ``wanted``."""
        wanted, pictures = self.wanted(selection), self.pictures.calls(self._ids(selection))
        if self.model is None:
            return AnalysisPlan("", len(wanted), 0, 0.0, 0, pictures)
        calls = sum(map(self._calls, wanted))
        speed = self.store.speed(self.model.name)
        minutes = None if speed.seconds_a_call is None else calls * speed.seconds_a_call / _MINUTE
        return AnalysisPlan(self.model.name, len(wanted), calls, minutes, speed.calls, pictures)

    def enqueue(self, selection: Selection) -> Queued:
        """Let a worker analyse documents; what was named is tried again although it failed. Raises as ``wanted``."""
        self.prepare(selection)
        described = [wanted.document for wanted in self.wanted(replace(selection, everything=False))]
        documents = dict.fromkeys([*described, *self.pictures.documents(self._ids(selection))])
        return self.queue.enqueue([NewJob(JobKind.ANALYSE, document) for document in documents])

    def again(self, document: str) -> bool:
        """Analyse a document anew: at once without a model, else by a worker; returns whether it was queued.

        Raises:
            DocumentUnknownError: No document has the id or path.
        """
        selection = Selection((document,), everything=True)
        if self.needs_worker:
            return bool(self.enqueue(selection).new)
        self.prepare(selection)
        for wanted in self.wanted(Selection((document,))):
            self.analyse(wanted.document)
        return False

    def prepare(self, selection: Selection) -> None:
        """Mark what is to be made anew as stale, and forget that what was named failed. Raises as ``wanted``."""
        ids = self._ids(selection)
        if selection.everything:
            # What a model wrote is not given up for an extract.
            self.store.forget_fingerprints(ids, extracts_only=self.model is None)
        elif ids is not None:
            self.store.forget_failures(ids)
        if ids is not None or selection.everything:
            self.pictures.ask_again(ids)

    def coverage(self) -> AnalysisCoverage:
        """Say how far the analysis is."""
        counts = self.store.counts(self.rules.in_force().fingerprints, extracting=self.model is None)
        return AnalysisCoverage(
            model=self.model.name if self.model else "",
            documents=counts["documents"],
            written=counts["written"],
            extracted=counts["extracted"],
            stale={part.value: counts[part.value] for part in AnalysisPart},
            failed=counts["failed"],
            categories=len(self.store.categories()),
            memory=self.memory(),
        )

    def _calls(self, wanted: Wanted) -> int:
        if AnalysisPart.SUMMARY not in wanted.parts:
            return 1
        # A text of half a group is one, however dense; longer ones are looked at.
        if wanted.characters <= (self.rules.context_tokens - RESERVED_TOKENS) * CHARACTERS_A_TOKEN // 2:
            return 1
        source = self.store.source(wanted.document)
        return plan(source.text, self.rules.context_tokens).calls if source else 0

    def _ids(self, selection: Selection) -> list[DocumentId] | None:
        if not selection.documents:
            return None
        records = [self.documents.show(document) for document in selection.documents]
        return [record.duplicate_of or record.id for record in records]
