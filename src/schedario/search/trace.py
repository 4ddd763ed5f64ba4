"""Times the steps of one search and notes what each gave on."""

import time
from collections.abc import Iterable, Mapping

from schedario.records.document import DocumentId
from schedario.records.search import TraceStep


class TraceRecorder:
    """Collects one line per step; a step's time runs from the end of the one before it."""

    def __init__(self) -> None:
        self._steps: list[TraceStep] = []
        self._mark = time.perf_counter()

    def step(
        self,
        name: str,
        candidates: Iterable[tuple[DocumentId, float]] = (),
        *,
        count: int | None = None,
        note: str = "",
    ) -> None:
        """Close a step; ``candidates`` are documents with scores in order, a document once for each candidate of it."""
        now = time.perf_counter()
        ordered = tuple(candidates)
        first: Mapping[DocumentId, float] = dict(reversed(ordered))
        unique = tuple(dict.fromkeys(document for document, _ in ordered))
        scores = tuple(first[document] for document in unique)
        size = len(ordered) if count is None else count
        self._steps.append(TraceStep(name, (now - self._mark) * 1000, size, note, unique, scores))
        self._mark = now

    def steps(self) -> tuple[TraceStep, ...]:
        """Return all steps in order."""
        return tuple(self._steps)
