"""Keeps what is good enough, and of that the best."""

from collections.abc import Sequence

from schedario.records.candidate import Candidate


def above_floor(candidates: Sequence[Candidate], floor: float) -> list[Candidate]:
    """Return the candidates at or above an absolute floor, in their order."""
    return [candidate for candidate in candidates if candidate.score >= floor]


def best(candidates: Sequence[Candidate], k: int) -> list[Candidate]:
    """Return the k best passages before any grouping, so that one document does not take the others' places."""
    return list(candidates[:k])
