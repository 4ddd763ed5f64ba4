"""The embedder that comes with the product: multilingual-e5-small on onnxruntime."""

import hashlib
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from schedario.embed.language_means import bundled_means
from schedario.embed.model_store import MODEL_NAME, ModelStore, StoredModel
from schedario.embed.session import cores, open_session
from schedario.embed.token_match import bundled_statistics, closeness, passage_codes, query_tokens
from schedario.embed.tokenizer import load_tokenizer, token_ids, token_starts
from schedario.embed.vectors import CONTEXT_SHARE, fault, unit
from schedario.embed.weights import Precision
from schedario.errors import ModelError, SchedarioError
from schedario.records.document import PassageEmbedding, SpaceSpec
from schedario.records.query import QueryEmbedding, QueryToken
from schedario.records.status import Finding, Health

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from sentencepiece import SentencePieceProcessor

DIMENSIONS = 384
_QUERY_PREFIX = "query: "
_PASSAGE_PREFIX = "passage: "
_POSITIONS = 512
_PREFIX_TOKENS = 3
"""Tokens of the longer prefix, counted generously."""

_MESSAGE_CHARACTERS = 200

_LOADING = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A model in memory."""

    session: "InferenceSession"
    tokenizer: "SentencePieceProcessor"
    stored: StoredModel


class BundledEmbedder:
    """Embeds questions and passages; loaded at the first use, safe to use from several threads."""

    def __init__(
        self,
        models: Path,
        *,
        precision: Precision = "mixed",
        threads: int = 0,
        batch_size: int = 1,
        centering: bool = True,
    ) -> None:
        """Remember how to load the model.

        Args:
            models: Folder in which the model is made once.
            precision: int8, mixed or fp32.
            threads: Threads of one call; 0 for one a core.
            batch_size: Passages that go through the model at once.
            centering: Whether the language means are taken out.
        """
        self._store = ModelStore(models, precision)
        self._threads = threads or cores()
        self._batch_size = batch_size
        self._centering = centering

    @cached_property
    def space(self) -> SpaceSpec:
        """See ``Embedder``."""
        means = bundled_means().fingerprint if self._centering else "none"
        tokens = bundled_statistics().fingerprint
        parts = (self._store.fingerprint(), _QUERY_PREFIX, _PASSAGE_PREFIX, "mean", means, CONTEXT_SHARE, tokens)
        digest = hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
        return SpaceSpec(f"{MODEL_NAME} ({self._store.precision})", DIMENSIONS, digest)

    def load(self) -> None:
        """See ``Embedder``."""
        self._model()

    def token_starts(self, text: str) -> Sequence[int]:
        """See ``Tokenizer``."""
        return token_starts(self._model().tokenizer, text)

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """See ``Embedder``."""
        codes = [b""] * len(texts)

        def keep(index: int, tokens: NDArray[np.float32], ids: list[int]) -> None:
            codes[index] = passage_codes(tokens, ids, languages[index]) if ids else b""

        vectors = self._encode(_PASSAGE_PREFIX, texts, keep)
        shares = np.zeros((len(texts), 1), np.float32)
        if any(contexts):
            around, shares = self._around(contexts)
            vectors = vectors + shares * around
        if self._centering and len(texts):
            means = [bundled_means().of(language) for _, language in zip(texts, languages, strict=True)]
            vectors = vectors - (1 + shares) * np.stack(means)
        made = unit(vectors).tolist()
        space = self.space.fingerprint
        return [PassageEmbedding(tuple(vector), code, space) for vector, code in zip(made, codes, strict=True)]

    def embed_query(self, text: str) -> QueryEmbedding:
        """See ``Embedder``."""
        tokens: list[QueryToken] = []
        vectors = self._encode(_QUERY_PREFIX, [text], lambda _, found, ids: tokens.extend(query_tokens(found, ids)))
        if self._centering:
            vectors = unit(vectors - bundled_means().overall)
        return QueryEmbedding(tuple(vectors[0].tolist()), tuple(tokens), space=self.space.fingerprint)

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """See ``Embedder``."""
        return closeness(tokens, token_codes)

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[NDArray[np.float32], list[int]]]:
        """Return the vectors of each passage's tokens, before centering, with the tokens' ids."""
        found: dict[int, tuple[NDArray[np.float32], list[int]]] = {}
        self._encode(_PASSAGE_PREFIX, texts, lambda index, tokens, ids: found.update({index: (tokens, ids)}))
        return [found[index] for index in range(len(texts))]

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        try:
            made = self._store.is_made()
            space = self.space
        except SchedarioError as error:
            return [Finding("model", Health.MISSING, error.what, error.remedy)]
        state = "ready" if made else "will be made at the first use, in a few seconds"
        return [Finding("model", Health.OK, f"{space.model}, {space.dimensions} dimensions, {state}")]

    def _around(self, contexts: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the vector of each context, and how much it takes part: not at all where it is empty."""
        distinct = list(dict.fromkeys(contexts))
        vectors = self._encode(_PASSAGE_PREFIX, distinct, lambda *_: None)
        places = [distinct.index(context) for context in contexts]
        shares = [[CONTEXT_SHARE if context else 0.0] for context in contexts]
        return vectors[places], np.array(shares, np.float32)

    def _encode(
        self, prefix: str, texts: Sequence[str], on_tokens: Callable[[int, NDArray[np.float32], list[int]], None]
    ) -> NDArray[np.float32]:
        """Return the vectors of texts as (texts, dimensions), before centering.

        Args:
            prefix: Put before each text.
            texts: The texts.
            on_tokens: Is given the number of each text with the vectors and ids of its tokens, without the prefix, as
                they come: all of a long document at once would not fit into memory.
        """
        model = self._model()
        rows = [self._row(ids, model.stored) for ids in token_ids(model.tokenizer, [prefix + text for text in texts])]
        first = 1 + len(token_ids(model.tokenizer, [prefix.strip()])[0])
        # Neighbours in a batch are of like length, so that little of it is padding.
        order = sorted(range(len(rows)), key=lambda index: len(rows[index]))
        vectors = np.empty((len(rows), DIMENSIONS), np.float32)
        for start in range(0, len(order), self._batch_size):
            batch = order[start : start + self._batch_size]
            vectors[batch], tokens = _run(model, [rows[index] for index in batch])
            for place, index in enumerate(batch):
                on_tokens(index, tokens[place, first : len(rows[index]) - 1], rows[index][first:-1])
        return vectors

    def _row(self, ids: list[int], stored: StoredModel) -> list[int]:
        return [stored.begin, *ids[: _POSITIONS - 2], stored.end]

    def _model(self) -> _Loaded:
        with _LOADING:
            return _load(self._store, self._threads)


@dataclass(frozen=True, slots=True)
class BundledTokenizer:
    """Counts tokens as the bundled model does, without loading the model: for chunks that another one embeds."""

    models: Path
    precision: Precision = "mixed"

    def token_starts(self, text: str) -> Sequence[int]:
        """See ``Tokenizer``."""
        with _LOADING:
            tokenizer = _loaded_tokenizer(ModelStore(self.models, self.precision))
        return token_starts(tokenizer, text)


@lru_cache(maxsize=2)
def _loaded_tokenizer(store: ModelStore) -> "SentencePieceProcessor":
    stored = store.open()
    try:
        return load_tokenizer(stored.tokenizer)
    except Exception as error:  # the library raises exceptions without a class of their own
        raise _unloadable(stored, error) from error


@lru_cache(maxsize=2)
def _load(store: ModelStore, threads: int) -> _Loaded:
    """Load a model; one process holds it once, however many embedders use it."""
    stored = store.open()
    try:
        return _Loaded(open_session(stored.graph, threads), load_tokenizer(stored.tokenizer), stored)
    except Exception as error:  # both libraries raise exceptions without a class of their own
        raise _unloadable(stored, error) from error


def _run(model: _Loaded, rows: Sequence[list[int]]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the vectors of a batch's texts, and those of their tokens."""
    width = max(map(len, rows))
    ids = np.full((len(rows), width), model.stored.padding, np.int64)
    mask = np.zeros((len(rows), width), np.int32)
    for index, row in enumerate(rows):
        ids[index, : len(row)] = row
        mask[index, : len(row)] = 1
    try:
        vectors, tokens = model.session.run(["embedding", "tokens"], {"input_ids": ids, "mask": mask})
    except Exception as error:  # the library raises exceptions without a class of their own
        raise _failed(model, " ".join(str(error).split())[:_MESSAGE_CHARACTERS]) from error
    made = np.array(vectors, np.float32)
    wrong = fault(made, DIMENSIONS)
    if wrong:
        raise _failed(model, wrong)
    return made, np.array(tokens, np.float32)


def _unloadable(stored: StoredModel, error: Exception) -> ModelError:
    return ModelError(
        f"the model cannot be loaded ({error})",
        subject=str(stored.graph.parent),
        remedy="Delete this folder; it will be made again",
    )


def _failed(model: _Loaded, reason: str) -> ModelError:
    return ModelError(
        f"the model failed ({reason})",
        subject=str(model.stored.graph.parent),
        remedy="Free some memory and try again; if it fails again, delete this folder: it will be made again",
    )
