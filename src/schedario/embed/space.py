"""An embedder that is configured: makes its space once, and then vectors of that space and no other."""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from schedario.embed.centering import CenteringGain, centering_gain
from schedario.embed.instructions import Instructions
from schedario.embed.parallel_text import parallel_text
from schedario.embed.place import Kind
from schedario.embed.places import LEAST_LIKENESS, PROBE, Embedded, Expected, Places
from schedario.embed.vectors import CONTEXT_SHARE, Vectors, unit
from schedario.errors import EmbedderError, ModelError
from schedario.records.document import PassageEmbedding, SpaceSpec, Vector
from schedario.records.query import QueryEmbedding, QueryToken
from schedario.records.space import Centering, ModelRecipe, SpaceDetail
from schedario.records.status import Finding, Health
from schedario.remote import RemoteError

MOST_DIMENSIONS = 4000
"""The widest vectors that can be indexed, in half precision."""


@dataclass(frozen=True, slots=True)
class EmbedderPlan:
    """What the settings say of an embedder.

    Attributes:
        kind: ollama, openai, voyage or onnx.
        model: Its name.
        instructions: What stands before questions and passages.
        dimensions: Width that vectors are shortened to; 0 for the model's own.
        centering: Whether language means are taken out; ``auto`` measures it when the space is made.
        query_seconds: How long each place is tried for a question.
        index_seconds: How long each place is tried for a batch of passages.
        batch_size: Passages in one request.
        pooling: How an ONNX model's tokens become one vector; empty elsewhere.
        folder: Of an ONNX model; empty elsewhere. The model is known by its files, wherever they lie.
    """

    kind: str
    model: str
    instructions: Instructions
    dimensions: int = 0
    centering: Centering = "auto"
    query_seconds: float = 10.0
    index_seconds: float = 120.0
    batch_size: int = 32
    pooling: str = ""
    folder: str = ""

    @property
    def definition(self) -> str:
        """The hash of all that decides what the vectors are, but the model's version."""
        parts = (
            self.kind, self.model, self.instructions.query, self.instructions.passage, self.dimensions,
            self.centering, self.pooling, parallel_text().fingerprint, CONTEXT_SHARE,
        )  # fmt: skip
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    @property
    def recipe(self) -> ModelRecipe:
        """How the model is asked, to be kept with its space."""
        said = self.instructions
        return ModelRecipe(
            self.kind, self.model, said.query, said.passage, self.dimensions, self.centering, self.pooling, self.folder
        )

    @property
    def shown(self) -> str:
        """The model, for people."""
        return f"{self.model or 'the model of its host'} ({self.kind})"


@dataclass(frozen=True)
class SpaceMaker:
    """Makes a new space of a model: asks it for version and width, and whether centering helps it."""

    plan: EmbedderPlan
    places: Places

    @cached_property
    def made(self) -> tuple[SpaceSpec, SpaceDetail]:
        """The space, made at the first use and the same for every archive that this process makes.

        Raises:
            ModelError: The model cannot be reached, or gives vectors that cannot be used.
        """
        version = self._version()
        expected = replace(Expected(), version=version)
        probe = self._embedded([PROBE], "passage", expected)
        dimensions = probe.shape[1]
        if dimensions > MOST_DIMENSIONS:
            raise ModelError(
                f"vectors of {dimensions} numbers cannot be indexed, the most is {MOST_DIMENSIONS}",
                subject=self.plan.shown,
                remedy="Set embedder_dimensions if the model can give shorter ones, or choose another model",
            )
        means, centering = self._means(replace(expected, dimensions=dimensions))
        detail = SpaceDetail(
            definition=self.plan.definition,
            version=version,
            probe=() if version else _tuple(probe[0]),
            means=means,
            centering=centering,
            recipe=self.plan.recipe,
        )
        return SpaceSpec(self.plan.shown, dimensions, _fingerprint(detail, dimensions)), detail

    def makes(self, space: SpaceSpec, detail: SpaceDetail) -> bool:
        """Tell whether the model, as it is now, gives vectors of a space that is kept.

        Raises:
            ModelError: The model cannot be reached.
        """
        if detail.definition != self.plan.definition:
            return False
        version = self._version()
        if version or detail.version:
            return version == detail.version
        probe = self._embedded([PROBE], "passage", Expected())[0]
        is_as_wide = len(probe) == space.dimensions
        return is_as_wide and float(probe @ np.array(detail.probe, np.float32)) >= LEAST_LIKENESS

    def trial(self) -> "SpaceEmbedder":
        """Return an embedder to measure the model with, into a space that is not kept.

        Raises:
            ModelError: The model cannot be reached.
        """
        version = self._version()
        probe = self._embedded([PROBE], "passage", replace(Expected(), version=version))
        detail = SpaceDetail(version=version, probe=() if version else _tuple(probe[0]))
        return SpaceEmbedder(self.plan, self.places, SpaceSpec(self.plan.shown, probe.shape[1], ""), detail)

    def _version(self) -> str:
        try:
            return self.places.version(self.plan.index_seconds)
        except RemoteError as error:
            raise EmbedderError(
                f"the embedder cannot be used ({error.what})",
                subject=self.places.places[0].name,
                remedy=error.remedy or "Check that its host runs and that the embedder's settings are right",
            ) from error

    def _means(self, expected: Expected) -> tuple[dict[str, Vector], str]:
        """Return the languages' means, empty without centering, and why so in words."""
        if self.plan.centering == "off":
            return {}, "off (by the setting)"
        text = parallel_text()
        paragraphs = np.stack([self._embedded(rows, "passage", expected) for rows in text.paragraphs])
        words = "on (by the setting)"
        if self.plan.centering == "auto":
            questions = np.stack([self._embedded(rows, "query", expected) for rows in text.questions])
            gain: CenteringGain = centering_gain(questions, paragraphs)
            words = str(gain)
            if not gain.helps:
                return {}, words
        means = paragraphs.mean(axis=1)
        return {language: _tuple(mean) for language, mean in zip(text.languages, means, strict=True)}, words

    def _embedded(self, texts: Sequence[str], kind: Kind, expected: Expected) -> Vectors:
        return _batches(self.places, self.plan, texts, kind, expected)


@dataclass(frozen=True)
class SpaceEmbedder:
    """Embeds questions and passages into one space, by whichever place has its model.

    Attributes:
        plan: What the settings say.
        places: Where the model is.
        space: The space, as the archive keeps it.
        detail: How it was made.
    """

    plan: EmbedderPlan
    places: Places
    space: SpaceSpec
    detail: SpaceDetail

    def load(self) -> None:
        """See ``Embedder``; a model elsewhere is loaded by whoever runs it, when it is first asked."""

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """See ``Embedder``."""
        if not texts:
            return []
        vectors = self._passages(texts)
        shares = np.zeros((len(texts), 1), np.float32)
        if any(contexts):
            around, shares = self._around(contexts)
            vectors = vectors + shares * around
        if self._means:
            means = [self._means.get(code, self._overall) for code in languages]
            vectors = vectors - (1 + shares) * np.stack(means)
        return [PassageEmbedding(_tuple(vector), space=self.space.fingerprint) for vector in unit(vectors)]

    def embed_query(self, text: str) -> QueryEmbedding:
        """See ``Embedder``."""
        asked = self.plan.instructions.query + text
        embedded = self.places.embed([asked], "query", self._expected, self.plan.query_seconds)
        vectors = unit(embedded.vectors - self._overall) if self._means else embedded.vectors
        note = "; ".join(map(str, embedded.attempts))
        space = self.space.fingerprint
        return QueryEmbedding(_tuple(vectors[0]), note=note, degraded=_degraded(embedded), space=space)

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """See ``Embedder``; a model elsewhere gives no vectors of tokens, so none match better than others."""
        return [0.0] * len(token_codes)

    def _passages(self, texts: Sequence[str]) -> Vectors:
        return _batches(self.places, self.plan, texts, "passage", self._expected)

    def _around(self, contexts: Sequence[str]) -> tuple[Vectors, Vectors]:
        """Return the vector of each context, and how much it takes part: not at all where it is empty."""
        distinct = [context for context in dict.fromkeys(contexts) if context]
        vectors = dict(zip(distinct, self._passages(distinct), strict=True))
        nothing = np.zeros(self.space.dimensions, np.float32)
        shares = [[CONTEXT_SHARE if context else 0.0] for context in contexts]
        return np.stack([vectors.get(context, nothing) for context in contexts]), np.array(shares, np.float32)

    @cached_property
    def _means(self) -> dict[str, Vectors]:
        return {code: np.array(mean, np.float32) for code, mean in self.detail.means.items()}

    @cached_property
    def _overall(self) -> Vectors:
        made: Vectors = np.mean(list(self._means.values()), axis=0, dtype=np.float32)
        return made

    @property
    def _expected(self) -> Expected:
        return Expected(self.space.dimensions, self.detail.version, self.detail.probe)


@dataclass(frozen=True, slots=True)
class PlacesCheck:
    """Looks whether each place of a configured embedder answers, with what width and how fast."""

    plan: EmbedderPlan
    places: Places

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        return [self._checked(place) for place in range(len(self.places.places))]

    def _checked(self, number: int) -> Finding:
        place = self.places.places[number]
        part = "model" if number == 0 else "fallback"
        try:
            version = place.version(self.plan.query_seconds)
            started = time.perf_counter()
            alone = Places([place], self.plan.dimensions)
            text = self.plan.instructions.query + PROBE
            vectors = alone.embed([text], "query", Expected(), self.plan.query_seconds).vectors
        except RemoteError as error:
            return Finding(part, Health.MISSING, f"{self.plan.shown} at {place.name}: {error.what}", error.remedy)
        except EmbedderError as error:
            return Finding(part, Health.MISSING, f"{self.plan.shown} at {error.subject}", error.remedy)
        milliseconds = (time.perf_counter() - started) * 1000
        known = f"version {version.removeprefix('sha256:')[:12]}, " if version else ""
        detail = (
            f"{self.plan.shown} at {place.name}, {known}{vectors.shape[1]} dimensions, one text {milliseconds:.0f} ms"
        )
        return Finding(part, Health.OK, detail)


def _batches(places: Places, plan: EmbedderPlan, texts: Sequence[str], kind: Kind, expected: Expected) -> Vectors:
    before = plan.instructions.query if kind == "query" else plan.instructions.passage
    batches = [texts[start : start + plan.batch_size] for start in range(0, len(texts), plan.batch_size)]
    made = [
        places.embed([before + text for text in batch], kind, expected, plan.index_seconds).vectors for batch in batches
    ]
    return np.concatenate(made)


def _degraded(embedded: Embedded) -> str:
    """Say that a question was embedded elsewhere than usual, and what it means."""
    *failed, used = embedded.attempts
    if not failed:
        return ""
    reasons = "; ".join(map(str, failed))
    return (
        f"The question was embedded at {used.place}, because the usual host could not ({reasons}). "
        "It has the same version of the model, so the answer is as it would have been"
    )


def _fingerprint(detail: SpaceDetail, dimensions: int) -> str:
    means = [(code, np.array(mean, np.float32).tobytes()) for code, mean in sorted(detail.means.items())]
    probe = np.array(detail.probe, np.float32).tobytes()
    parts = (detail.definition, detail.version, dimensions, probe, means)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _tuple(vector: Vectors) -> Vector:
    return tuple(vector.tolist())
