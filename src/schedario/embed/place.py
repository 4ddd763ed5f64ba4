"""A place where a model gives vectors, and how it fails."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from schedario.remote import RemoteError

Kind = Literal["query", "passage"]
Vectors = NDArray[np.float32]
"""One row a text, as the model gives them: neither of unit length nor centered."""


class PlaceError(RemoteError):
    """A place gave no vectors."""


class Place(Protocol):
    """One model at one place: a server, or a folder."""

    @property
    def name(self) -> str:
        """The place, for people: an address without what is secret in it, or a folder."""
        ...

    def version(self, seconds: float) -> str:
        """Return what tells this version of the model from any other; empty where the place has no word for it.

        Raises:
            RemoteError: It does not answer within the time, or has no such model.
        """
        ...

    def vectors(self, texts: Sequence[str], kind: Kind, seconds: float) -> Vectors:
        """Return one row a text, in their order.

        Raises:
            RemoteError: It does not answer within the time, refuses, or answers with something else.
        """
        ...

    def close(self) -> None:
        """Release what was opened; calling it twice is fine."""
        ...


def rows(values: Sequence[Sequence[float]], count: int) -> Vectors:
    """Return an answer's lists as rows.

    Raises:
        PlaceError: There are too few or too many, they differ in width, or hold something else than numbers.
    """
    if len(values) != count:
        raise PlaceError(f"it gave {len(values)} vectors for {count} texts")
    try:
        made = np.array(values, np.float32)
    except (TypeError, ValueError) as error:
        raise PlaceError("its vectors are no rows of numbers of one width") from error
    if made.ndim != 2 or not made.shape[1]:
        raise PlaceError("its vectors are no rows of numbers of one width")
    return made
