"""The mean vector of each language, which is taken out of every vector so that language does not count as likeness.

The figures are made from parallel text by ``scripts/make_language_means.py`` and belong to the model, not to an
archive: they are part of its fingerprint and never move.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

FILE = "language_means.npz"


@dataclass(frozen=True, slots=True)
class LanguageMeans:
    """Mean vectors, fp32.

    Attributes:
        by_language: ISO 639-1 code to the mean over passages in that language.
        overall: Mean over the languages' means; taken from questions, and from passages of other languages.
        fingerprint: Hash of all figures.
    """

    by_language: dict[str, NDArray[np.float32]]
    overall: NDArray[np.float32]
    fingerprint: str

    def of(self, language: str) -> NDArray[np.float32]:
        """Return the mean to take from a passage in a language."""
        return self.by_language.get(language, self.overall)


@lru_cache(maxsize=1)
def bundled_means() -> LanguageMeans:
    """Load the figures that come with the package."""
    with files("schedario.embed").joinpath(FILE).open("rb") as file, np.load(file, allow_pickle=False) as stored:
        languages, means = [str(code) for code in stored["languages"]], stored["means"].astype(np.float32)
    digest = hashlib.sha256("".join(languages).encode() + means.tobytes()).hexdigest()[:16]
    return LanguageMeans(dict(zip(languages, means, strict=True)), means.mean(axis=0), digest)
