"""Vectors that lie as those of real chunks do: in clusters within clusters, more spread in some directions than others.

The index finds its way by who is near whom, so that vectors drawn evenly from the sphere would make it look worse than
it is, and copies of a few points better. Topics are embeddings of phrases by the real model; documents lie around their
topic and chunks around their document, at distances at which neighbourhoods are like those of real texts
(docs/measurement.md).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from schedario.ports import Embedder

COMMON, TOPIC, DOCUMENT, CHUNK = 0.4, 0.5, 0.35, 0.8
"""Lengths of what a vector is added up from: what all have in common, and how topic, document and chunk differ."""


class Topics:
    """Topics with the directions in which they differ."""

    def __init__(self, embedder: Embedder, phrases: Sequence[str]) -> None:
        topics = np.array([embedder.embed_query(phrase).vector for phrase in phrases], np.float32)
        common = topics.mean(axis=0)
        self._common = COMMON * common / np.linalg.norm(common)
        _, lengths, self._directions = np.linalg.svd(topics - common, full_matrices=False)
        self._spreads = lengths / np.sqrt((lengths**2).sum())
        self._topics = TOPIC * (topics - common) * np.sqrt(len(topics) / (lengths**2).sum())

    def vectors(self, documents: int, chunks: int, chance: np.random.Generator) -> NDArray[np.float32]:
        """Return the vectors of so many chunks of each of so many documents: (documents x chunks, dimensions)."""
        topics = self._topics[chance.integers(len(self._topics), size=documents)]
        about = self._common + topics + DOCUMENT * self._noise(documents, chance)
        made = np.repeat(about, chunks, axis=0) + CHUNK * self._noise(documents * chunks, chance)
        vectors: NDArray[np.float32] = made / np.linalg.norm(made, axis=1, keepdims=True)
        return vectors

    def _noise(self, count: int, chance: np.random.Generator) -> NDArray[np.float32]:
        """Return vectors of about unit length that are spread as the topics are."""
        drawn = chance.standard_normal((count, len(self._spreads)), np.float32)
        noise: NDArray[np.float32] = (drawn * self._spreads) @ self._directions
        return noise
