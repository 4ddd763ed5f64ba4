"""Times the steps of one search and notes what each gave on."""

import time
from collections.abc import Iterable

from schedario.records.document import DocumentId
from schedario.records.search import TraceStep


class TraceRecorder:
    """Collects one line per step; a step's time runs from the end of the one before it."""

    def __init__(self) -> None:
        self._steps: list[TraceStep] = []
        self._mark = time.perf_counter()

    def step(
        self, name: str, documents: Iterable[DocumentId] = (), *, count: int | None = None, note: str = ""
    ) -> None:
        """Close a step; ``documents`` are those of its candidates in order, repeated as they come."""
        now = time.perf_counter()
        ordered = tuple(documents)
        unique = tuple(dict.fromkeys(ordered))
        size = len(ordered) if count is None else count
        self._steps.append(TraceStep(name, (now - self._mark) * 1000, size, note, unique))
        self._mark = now

    def steps(self) -> tuple[TraceStep, ...]:
        """Return all steps in order."""
        return tuple(self._steps)
