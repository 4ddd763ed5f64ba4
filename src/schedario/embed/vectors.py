"""What is done to every vector, whoever made it: its width, its numbers, its length."""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

CONTEXT_SHARE = 0.4
"""How much the vector of what a passage stands under is added to its own; docs/measurement.md."""


def unit(vectors: Vectors) -> Vectors:
    """Return rows at unit length; a row of nothing stays one."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    made: Vectors = vectors / np.maximum(lengths, np.finfo(np.float32).tiny)
    return made


def fault(vectors: Vectors, dimensions: int) -> str:
    """Say why vectors cannot be used; empty when they can.

    Args:
        vectors: One row a text.
        dimensions: The width they must have; 0 for any.
    """
    if dimensions and vectors.shape[1] != dimensions:
        return f"its vectors have {vectors.shape[1]} numbers instead of {dimensions}"
    if not np.isfinite(vectors).all():
        return "a vector has something in it that is no number"
    if not np.linalg.norm(vectors, axis=1).all():
        return "a vector is all zeros"
    return ""


def shortened(vectors: Vectors, dimensions: int) -> Vectors:
    """Return the first numbers of each row (Matryoshka); 0, or more than there are, changes nothing."""
    return vectors[:, :dimensions] if dimensions else vectors
