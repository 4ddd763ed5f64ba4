"""Puts the best candidates into a reranker's order, within a budget of time.

The reranker decides the order and nothing else: scores stay the calibrated ones, so that what is above the floor does
not depend on whether the reranker answered in time (docs/decisions/0008).
"""

import logging
import math
from collections.abc import Sequence
from dataclasses import dataclass

from schedario.errors import RerankerError
from schedario.ports import Reranker, SearchStore
from schedario.records.candidate import Candidate, ChunkSpan, RerankPassage, TextRange
from schedario.records.search import DocumentHead
from schedario.search.budget import SkippedError, TimeBudget

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reranked:
    """Candidates in their new order.

    Attributes:
        candidates: All that were given; those that the reranker did not see follow in the order they had.
        scores: The reranker's own numbers for the first of them; empty when it was skipped.
        skipped: Why the order is still that of the scores; empty when it is the reranker's.
        note: The reranker, how many it saw and its own numbers, in words.
    """

    candidates: Sequence[Candidate]
    scores: Sequence[float]
    skipped: str
    note: str = ""


class Reranking:
    """A reranker with its budget; one for a process, shared by all its searches."""

    def __init__(self, reranker: Reranker, *, candidates: int, seconds: float) -> None:
        """Remember the reranker.

        Args:
            reranker: Judges passages.
            candidates: How many of the best it sees.
            seconds: Its budget for one search, loading included.
        """
        self._reranker = reranker
        self._candidates = candidates
        self._budget = TimeBudget(seconds)
        self._out_of_order = False

    def order(self, store: SearchStore, question: str, candidates: Sequence[Candidate]) -> Reranked:
        """Put the best candidates into the reranker's order; equal numbers keep the order of the scores."""
        if not candidates:
            return Reranked(candidates, (), "")
        seen, passages = _passages(store, candidates[: self._candidates])
        try:
            scores = _checked(self._budget.run(lambda: self._reranker.scores(question, passages)), len(passages))
        except SkippedError as reason:
            return _skipped(candidates, str(reason))
        except RerankerError as error:
            self._log_once(error)
            return _skipped(candidates, str(error))
        self._out_of_order = False
        best = sorted(zip(scores, seen, strict=True), key=lambda pair: -pair[0])
        ordered = [candidate for _, candidate in best]
        placed = {candidate.chunk for candidate in ordered}
        rest = [candidate for candidate in candidates if candidate.chunk not in placed]
        numbers = [score for score, _ in best]
        return Reranked([*ordered, *rest], numbers, "", self._note(numbers))

    def _note(self, numbers: Sequence[float]) -> str:
        span = f", its numbers {numbers[0]:.3g} to {numbers[-1]:.3g}" if numbers else ""
        return f"{self._reranker.name}: the best {len(numbers)}{span}"

    def _log_once(self, error: RerankerError) -> None:
        """Log the first of a row of failures; every answer says it besides."""
        if not self._out_of_order:
            _LOG.error("the reranker %s cannot be used: %s", self._reranker.name, error)
        self._out_of_order = True


def _skipped(candidates: Sequence[Candidate], reason: str) -> Reranked:
    return Reranked(candidates, (), f"rerank skipped: {reason}; passages are in the order of their scores")


def _checked(scores: Sequence[float], count: int) -> Sequence[float]:
    if len(scores) != count or not all(map(math.isfinite, scores)):
        raise RerankerError(
            f"the reranker gave {sum(map(math.isfinite, scores))} numbers for {count} passages",
            remedy="Its model may overflow in half precision, or is no reranker: choose another",
        )
    return scores


def _passages(store: SearchStore, candidates: Sequence[Candidate]) -> tuple[list[Candidate], list[RerankPassage]]:
    """Return candidates that are still there, with what the reranker sees of each."""
    spans = {(span.document, span.ordinal): span for span in store.neighbourhood([c.chunk for c in candidates], 0)}
    heads = store.heads(list(dict.fromkeys(candidate.document for candidate in candidates)))
    seen = [c for c in candidates if (c.document, c.ordinal) in spans and c.document in heads]
    found = [spans[(candidate.document, candidate.ordinal)] for candidate in seen]
    texts = store.cut([TextRange(span.document, span.start, span.end) for span in found])
    headers = store.cut([span.header_range for span in found])
    # Rows of a table say little without the names of its columns.
    whole = [f"{header}\n{text}" if header else text for header, text in zip(headers, texts, strict=True)]
    shown = zip(seen, found, whole, strict=True)
    return seen, [_passage(candidate, span, heads[span.document], text) for candidate, span, text in shown]


def _passage(candidate: Candidate, span: ChunkSpan, head: DocumentHead, text: str) -> RerankPassage:
    return RerankPassage(
        text, head.name, head.title, span.heading_path, span.language, candidate.score, head.description
    )
