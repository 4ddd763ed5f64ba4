"""Tries the places where one version of a model is: the first, with growing pauses, then the one to fall back on.

A place is used only while it has the version that the space was made with: by its digest where the place tells one, and
else by the vector of one fixed text. Another model's vectors would be found and mean nothing.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from schedario.embed.place import Kind, Place, PlaceError
from schedario.embed.vectors import Vectors, fault, shortened, unit
from schedario.errors import EmbedderError
from schedario.records.document import Vector
from schedario.remote import RemoteError

PROBE = "The keeper of the lighthouse wrote down the wind and the weather every evening."
"""The text by whose vector a model without versions is known."""

LEAST_LIKENESS = 0.99
"""Cosine from which two vectors of the probe are one model's: it is sent alone, so that only rounding can move it."""

_PAUSES_SECONDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_SURE_SECONDS = 60.0
"""How long a place's version is taken for granted."""

_SORE_SECONDS = 60.0
_SORE_TRY_SECONDS = 2.0
"""A place that was away is tried once, for so long, in the time after: the next search must not wait for it again."""

_LEAST_CHARACTERS = 16

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Expected:
    """What a place must have to be used; all empty while a space is being made.

    Attributes:
        dimensions: Width of the space.
        version: The model's version in its host's words; empty where it has none.
        probe: The vector of ``PROBE``; empty where there are versions.
    """

    dimensions: int = 0
    version: str = ""
    probe: Vector = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of asking a place."""

    place: str
    outcome: str
    remedy: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.outcome}"


@dataclass(slots=True)
class _State:
    """What is known of a place in this process: until when its version is sure, and it is sore."""

    sure_until: float = 0.0
    sore_until: float = 0.0


@dataclass(frozen=True, slots=True)
class Embedded:
    """Vectors of unit length, one row a text, with every attempt; the last one gave them."""

    vectors: Vectors
    attempts: tuple[Attempt, ...]


@dataclass(slots=True)
class Places:
    """One model at the first place that has it.

    Attributes:
        places: In the order in which they are tried.
        dimensions: Width to which vectors are shortened; 0 for the model's own.
    """

    places: Sequence[Place]
    dimensions: int = 0
    _states: list[_State] = field(init=False)

    def __post_init__(self) -> None:
        self._states = [_State() for _ in self.places]

    def embed(self, texts: Sequence[str], kind: Kind, expected: Expected, seconds: float) -> Embedded:
        """Embed texts at the first place that can.

        Args:
            texts: With their instruction before them.
            kind: What they are.
            expected: What the place must have.
            seconds: How long each place is tried.

        Raises:
            EmbedderError: No place could; the message names every attempt.
        """
        attempts: list[Attempt] = []
        for place, state in zip(self.places, self._states, strict=True):
            started = time.monotonic()
            try:
                vectors = self._tried(place, state, texts, kind, expected, seconds)
            except RemoteError as error:
                attempts.append(Attempt(place.name, error.what, error.remedy))
                continue
            attempts.append(Attempt(place.name, f"answered in {(time.monotonic() - started) * 1000:.0f} ms"))
            return Embedded(vectors, tuple(attempts))
        raise EmbedderError(
            "the embedder gave no vectors",
            subject="; ".join(map(str, attempts)),
            remedy=next((attempt.remedy for attempt in attempts if attempt.remedy), "Check that its host runs"),
        )

    def version(self, seconds: float) -> str:
        """Return the version that the first place has; empty where it has no word for it.

        Raises:
            PlaceError: It cannot say.
        """
        return self.places[0].version(seconds)

    def close(self) -> None:
        """Release what was opened."""
        for place in self.places:
            place.close()

    def _tried(
        self, place: Place, state: _State, texts: Sequence[str], kind: Kind, expected: Expected, seconds: float
    ) -> Vectors:
        """Ask one place, again after a passing failure, until the time or the pauses are used up."""
        began = time.monotonic()
        sore = began < state.sore_until
        deadline = began + (min(seconds, _SORE_TRY_SECONDS) if sore else seconds)
        for pause in (*(() if sore else _PAUSES_SECONDS), None):
            try:
                vectors = self._asked(place, state, texts, kind, expected, deadline)
            except RemoteError as error:
                state.sure_until = 0.0
                wait = max(pause or 0.0, error.wait_seconds)
                if not error.retry:
                    raise
                if pause is None or time.monotonic() + wait >= deadline:
                    state.sore_until = time.monotonic() + _SORE_SECONDS
                    raise
                time.sleep(wait)
            else:
                state.sore_until = 0.0
                return vectors
        raise PlaceError("it was not asked")  # the last pause is None, which ends the loop before

    def _asked(
        self, place: Place, state: _State, texts: Sequence[str], kind: Kind, expected: Expected, deadline: float
    ) -> Vectors:
        if time.monotonic() >= state.sure_until:
            self._ensure_version(place, expected, deadline)
            state.sure_until = time.monotonic() + _SURE_SECONDS
        return self._fitting(place, texts, kind, expected.dimensions, deadline)

    def _ensure_version(self, place: Place, expected: Expected, deadline: float) -> None:
        if expected.version and place.version(_left(deadline)) != expected.version:
            raise PlaceError(
                "it has another version of the model than the archive was made with",
                remedy="Give it that version again, or build embeddings of the one it has: schedario reindex --space",
            )
        if expected.probe:
            probed = self._fitting(place, [PROBE], "passage", expected.dimensions, deadline)
            if float(probed[0] @ np.array(expected.probe, np.float32)) < LEAST_LIKENESS:
                raise PlaceError(
                    "it has another model than the archive was made with",
                    remedy="Give it that model again, or build embeddings of the one it has: schedario reindex --space",
                )

    def _fitting(self, place: Place, texts: Sequence[str], kind: Kind, dimensions: int, deadline: float) -> Vectors:
        """Return vectors of unit length and of the width that is expected."""
        vectors = shortened(_fitted(place, texts, kind, deadline), self.dimensions)
        wrong = fault(vectors, dimensions or self.dimensions)
        if wrong:
            raise PlaceError(wrong, remedy="Check embedder_model and embedder_dimensions")
        return unit(vectors)


def _fitted(place: Place, texts: Sequence[str], kind: Kind, deadline: float) -> Vectors:
    """Return a place's vectors; a text that is too long for its model is halved until it is not."""
    try:
        return place.vectors(texts, kind, _left(deadline))
    except RemoteError as error:
        if not error.too_long:
            raise
        if len(texts) == 1:
            shorter = texts[0][: len(texts[0]) // 2]
            if len(shorter) < _LEAST_CHARACTERS:
                raise
            _LOG.warning(
                "a text of %d characters is too long for the model at %s (%s): its first half stands for it",
                len(texts[0]), place.name, error.what,
            )  # fmt: skip
            return _fitted(place, [shorter], kind, deadline)
    return np.concatenate([_fitted(place, [text], kind, deadline) for text in texts])


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise PlaceError("the time for it is used up", retry=True)
    return left
