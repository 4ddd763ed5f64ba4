"""hit@k: was the labelled document among the first k."""

from collections.abc import Sequence


def hit_at(k: int, ranks: Sequence[int | None]) -> float:
    """Return the share of ranks that are at most k (success@k); ``ranks`` must not be empty."""
    return sum(rank is not None and rank <= k for rank in ranks) / len(ranks)
