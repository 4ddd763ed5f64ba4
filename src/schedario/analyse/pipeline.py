"""The order of the steps for one document."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schedario.analyse.describe import Described, describe, last_call
from schedario.analyse.extracted import extracted
from schedario.analyse.fingerprint import extracted_under
from schedario.analyse.key_terms import weigh
from schedario.analyse.options import AnalysisOptions
from schedario.analyse.summary import last_pieces
from schedario.errors import AnalysisAnswerError
from schedario.ports import AnalysisStore, StructuredModel, WordFrequencies
from schedario.records.analysis import (
    Analysis,
    AnalysisPart,
    AnalysisSource,
    Failure,
    NewAnalysis,
    Presentation,
)
from schedario.records.asking import ChatMessage, ModelImage
from schedario.records.document import DocumentId, Problem
from schedario.records.job import JobEnd


class GivesWayError(Exception):
    """The turn of an analysis is over; what it has is kept."""


class TextGoneError(Exception):
    """The document was removed, is private or has another text by now: of the old one nothing more is sent."""


@dataclass(frozen=True, slots=True)
class AnalysisPipeline:
    """Analyses documents, one at a time.

    Attributes:
        store: Keeps what is made.
        words: How common words are.
        options: The settings in force, categories included.
        model: Writes; None for extracts.
    """

    store: AnalysisStore
    words: WordFrequencies
    options: AnalysisOptions
    model: StructuredModel | None

    def run(self, document: DocumentId, turn_over: Callable[[], bool]) -> JobEnd:
        """Make the parts of a document's analysis that are missing or stale; nothing when there are none.

        Args:
            document: The document.
            turn_over: Says whether the turn is over; it is asked before every call of the model.

        Raises:
            AnalysisAnswerError: The model's answers cannot be used; that is kept.
            AnalysisError: The model gave no answer; another attempt may mend it.
        """
        source = self.store.source(document)
        if source is None:
            return JobEnd.DONE
        known = self.store.analyses([document]).get(document)
        if self.model is None:
            self._extract(source, known)
            return JobEnd.DONE
        stale = tuple(AnalysisPart) if not known else known.made_under.differing(self.options.made_under)
        if not stale:
            return JobEnd.DONE
        try:
            made = self._written(_Called(self.model, self.store, source, turn_over), source, known, stale)
        except GivesWayError:
            return JobEnd.GAVE_WAY
        except TextGoneError:
            return JobEnd.DONE
        except AnalysisAnswerError as error:
            failure = Failure(Problem(error.code, error.reason), error.text, self.options.made_under.whole)
            self.store.fail(document, source.text_hash, failure)
            raise
        self.store.write(document, source.text_hash, made)
        return JobEnd.DONE

    def _extract(self, source: AnalysisSource, known: Analysis | None) -> None:
        """Make extracts; what a model wrote is better, and stays."""
        now = extracted_under()
        if known and (known.made_by or not known.made_under.differing(now)):
            return
        self.store.write(source.document, source.text_hash, NewAnalysis(extracted(source, self.words), (), "", now))

    def _written(
        self, model: "_Called", source: AnalysisSource, known: Analysis | None, stale: tuple[AnalysisPart, ...]
    ) -> NewAnalysis:
        if known is None or AnalysisPart.SUMMARY in stale:
            made = self._summarised(model, source)
            summary, description = made.summary, None
        else:
            summary, made = known.presentation.summary, None
            description = None if AnalysisPart.DESCRIPTION in stale else known.presentation.description
        if made is None or made.description is None:
            made = describe(model, source, self.options, summary, description)
        return self._new(source, made, model.name)

    def _summarised(self, model: "_Called", source: AnalysisSource) -> Described:
        """Return what the last call gave; every answer before it is kept, and its own when it broke off."""
        kept = dict(self.store.pieces(source.document))

        def keep(key: str, text: str) -> str:
            self.store.keep_piece(source.document, source.text_hash, key, text)
            return text

        def piece(key: str, make: Callable[[], str]) -> str:
            return kept[key] if key in kept else keep(key, make())

        last = f"last {self.options.made_under.summary}"
        if last in kept:
            return Described(kept[last], None, ())
        pieces, merging = last_pieces(model, source, self.options, piece)
        made = last_call(model, source, self.options, pieces, merging=merging)
        if made.description is None:
            keep(last, made.summary)
        return made

    def _new(self, source: AnalysisSource, made: Described, model: str) -> NewAnalysis:
        terms = source.key_terms or weigh(source.text, source.language, self.words).terms
        shown = Presentation(made.summary, made.description or "", terms, source.language)
        return NewAnalysis(shown, made.categories, model, self.options.made_under)


@dataclass(frozen=True, slots=True)
class _Called:
    """A model that asks before every call whether the turn is over, and whether the document still has its text.

    Its calls are counted (``StructuredModel``).
    """

    model: StructuredModel
    store: AnalysisStore
    source: AnalysisSource
    turn_over: Callable[[], bool]

    @property
    def name(self) -> str:
        return self.model.name

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        if self.turn_over():
            raise GivesWayError
        if not self.store.has_text(self.source.document, self.source.text_hash):
            raise TextGoneError
        started = time.monotonic()
        try:
            answer = self.model.complete(messages, schema, most_tokens=most_tokens, images=images)
        except AnalysisAnswerError:
            # It took its time all the same.
            self.store.note_call(self.model.name, time.monotonic() - started)
            raise
        self.store.note_call(self.model.name, time.monotonic() - started)
        return answer

    def ready(self) -> str:
        return self.model.ready()

    def close(self) -> None:
        self.model.close()
