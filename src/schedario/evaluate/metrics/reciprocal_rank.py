"""MRR: how far down the labelled document stands."""

from collections.abc import Sequence


def mean_reciprocal_rank(ranks: Sequence[int | None]) -> float:
    """Return the mean of 1/rank, 0 for what was not found (Voorhees 1999); ``ranks`` must not be empty."""
    return sum(1 / rank for rank in ranks if rank is not None) / len(ranks)
