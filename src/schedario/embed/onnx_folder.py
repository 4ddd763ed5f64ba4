"""Any folder with an ONNX model and its tokenizer, in the form of sentence-transformers and of Optimum."""

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from schedario.embed.onnx_files import file_version, folder_pooling, model_file, most_tokens
from schedario.embed.place import Kind, PlaceError, Vectors
from schedario.embed.session import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Encoding, Tokenizer

_POOLED_OUTPUT = "sentence_embedding"

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A model in memory."""

    session: "InferenceSession"
    tokenizer: "Tokenizer"
    pooling: str
    output: str
    version: str


class OnnxPlace:
    """One folder, loaded at the first use; safe to use from several threads."""

    def __init__(self, folder: Path, *, pooling: str = "", threads: int = 1) -> None:
        """Remember the folder.

        Args:
            folder: Holds ``model.onnx`` or ``onnx/model.onnx``, and ``tokenizer.json``.
            pooling: mean, cls or last; empty for what the folder says.
            threads: Threads of one call.
        """
        self._folder = folder
        self._pooling = pooling
        self._threads = threads
        self._lock = threading.Lock()
        self._model: _Loaded | None = None

    @property
    def name(self) -> str:
        """See ``Place``."""
        return str(self._folder)

    def version(self, seconds: float) -> str:
        """See ``Place``."""
        return self._loaded().version

    def vectors(self, texts: Sequence[str], kind: Kind, seconds: float) -> Vectors:
        """See ``Place``; the time is the machine's own and is not watched."""
        model = self._loaded()
        encodings = model.tokenizer.encode_batch(list(texts))
        cut = sum(bool(encoding.overflowing) for encoding in encodings)
        if cut:
            _LOG.warning("%d texts were longer than the model in %s takes and were cut", cut, self._folder)
        given = _padded(encodings)
        asked = _asked(model.session, given)
        try:
            (output,) = model.session.run([model.output], asked)
        except Exception as error:  # the library raises exceptions without a class of their own
            raise PlaceError(f"the model failed ({' '.join(str(error).split())[:200]})") from error
        return _pooled(np.asarray(output), given["attention_mask"], model.pooling)

    def close(self) -> None:
        """See ``Place``."""
        with self._lock:
            self._model = None

    def _loaded(self) -> _Loaded:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> _Loaded:
        path, tokenizer_path = model_file(self._folder), self._folder / "tokenizer.json"
        try:
            tokenizer = _tokenizer(tokenizer_path, most_tokens(self._folder))
            session = open_session(path, self._threads)
        except PlaceError:
            raise
        except Exception as error:  # both libraries raise exceptions without a class of their own
            raise PlaceError(f"the model cannot be loaded ({' '.join(str(error).split())[:200]})") from error
        output, ready = _output(session)
        pooling = "none" if ready else self._pooling or folder_pooling(self._folder)
        return _Loaded(session, tokenizer, pooling, output, file_version(path, tokenizer_path, pooling, output))


def _tokenizer(path: Path, most_tokens: int) -> "Tokenizer":
    from tokenizers import Tokenizer

    if not path.is_file():
        raise PlaceError("there is no tokenizer.json in it", remedy="Export the model with its fast tokenizer")
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    if most_tokens:
        tokenizer.enable_truncation(most_tokens)
    return tokenizer


def _output(session: "InferenceSession") -> tuple[str, bool]:
    """Return the output to take, and whether it is one vector a text already."""
    outputs = {output.name: output for output in session.get_outputs()}
    if _POOLED_OUTPUT in outputs:
        return _POOLED_OUTPUT, True
    first = session.get_outputs()[0]
    return first.name, len(first.shape) == 2


def _padded(encodings: "Sequence[Encoding]") -> dict[str, NDArray[np.int64]]:
    """Return all that a model may ask for, padded on the right."""
    width = max(len(encoding.ids) for encoding in encodings)
    shape = (len(encodings), width)
    made = {name: np.zeros(shape, np.int64) for name in ("input_ids", "attention_mask", "token_type_ids")}
    for row, encoding in enumerate(encodings):
        made["input_ids"][row, : len(encoding.ids)] = encoding.ids
        made["attention_mask"][row, : len(encoding.ids)] = 1
        made["token_type_ids"][row, : len(encoding.ids)] = encoding.type_ids
    return made | {"position_ids": np.tile(np.arange(width, dtype=np.int64), (len(encodings), 1))}


def _asked(session: "InferenceSession", given: Mapping[str, NDArray[np.int64]]) -> dict[str, NDArray[np.integer[Any]]]:
    """Return what the model asks for, in the type it asks for."""
    asked = {wanted.name: wanted.type for wanted in session.get_inputs()}
    unknown = sorted(set(asked) - set(given))
    if unknown:
        raise PlaceError(
            f"its model asks for what is not known here ({', '.join(unknown[:5])})",
            remedy="Export it for feature extraction",
        )
    return {name: given[name].astype(np.int32 if "int32" in kind else np.int64) for name, kind in asked.items()}


def _pooled(output: NDArray[np.generic], mask: NDArray[np.int64], pooling: str) -> Vectors:
    """Return one vector a text, in fp32 whatever the model computes in.

    Args:
        output: (texts, dimensions) for pooling ``none``, else (texts, tokens, dimensions).
        mask: (texts, tokens), 1 for a token and 0 for padding on the right.
        pooling: mean over the tokens, the first one (cls), the last one, or none.
    """
    if output.ndim != (2 if pooling == "none" else 3):
        raise PlaceError(f"its model gives an output of {output.ndim} axes")
    states = output.astype(np.float32)
    match pooling:
        case "none":
            return states
        case "cls":
            return np.ascontiguousarray(states[:, 0])
        case "last":
            return np.ascontiguousarray(states[np.arange(len(states)), mask.sum(axis=1) - 1])
        case "mean":
            weights = mask[:, :, None].astype(np.float32)
            made: Vectors = (states * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
            return made
        case other:
            raise PlaceError(f"there is no pooling {other}", remedy="Set embedder_pooling to mean, cls or last")
