"""Measures, on parallel text, whether taking the languages' means out of a model's vectors helps it.

Every question is asked in every language; the paragraph that answers it in each of the other languages should come
before every paragraph on something else, in whatever language. The means are taken over the other paragraphs alone, so
that none helps to find itself.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Stack = NDArray[np.float32]
"""(languages, paragraphs, dimensions), rows of unit length."""


@dataclass(frozen=True, slots=True)
class CenteringGain:
    """Mean reciprocal rank of the paragraphs in other languages, 0 to 1, without and with centering."""

    raw: float
    centered: float

    @property
    def helps(self) -> bool:
        """Whether centering ranks better; where both are equal, the simpler way is taken."""
        return self.centered > self.raw

    def __str__(self) -> str:
        return (
            f"{'on' if self.helps else 'off'} (mean reciprocal rank {self.centered:.3f} with, {self.raw:.3f} without)"
        )


def centering_gain(questions: Stack, paragraphs: Stack) -> CenteringGain:
    """Rank the parallel text without and with centering, leaving each paragraph out of the means it is ranked under."""
    raw, centered = [], []
    for item in range(paragraphs.shape[1]):
        means = np.delete(paragraphs, item, axis=1).mean(axis=1, keepdims=True)
        asked = questions[:, item]
        raw.append(_reciprocal_ranks(asked, paragraphs, item))
        centered.append(_reciprocal_ranks(_unit(asked - means.mean(axis=0)), _unit(paragraphs - means), item))
    return CenteringGain(float(np.mean(raw)), float(np.mean(centered)))


def _reciprocal_ranks(asked: NDArray[np.float32], paragraphs: Stack, item: int) -> NDArray[np.float64]:
    """Return 1 / rank of one content, for each language asked in and each other one it is wanted in.

    The rank counts paragraphs of other contents that are nearer; a tie counts half.
    """
    languages = len(paragraphs)
    wanted = asked @ paragraphs[:, item].T
    others = asked @ np.delete(paragraphs, item, axis=1).reshape(-1, paragraphs.shape[2]).T
    nearer = (others[:, None, :] > wanted[:, :, None]).sum(axis=2) + (others[:, None, :] == wanted[:, :, None]).sum(
        axis=2
    ) / 2
    ranks: NDArray[np.float64] = 1.0 / (1.0 + nearer)
    return ranks[~np.eye(languages, dtype=bool)]


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    made: NDArray[np.float32] = vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-12)
    return made
