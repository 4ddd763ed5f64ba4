"""Compares a question with passages token by token: late interaction (MaxSim; Khattab and Zaharia, 2020).

A passage's tokens are kept at one bit a dimension, the sign of the centered vector, without those that its language
uses everywhere; a question's keep all their digits. So a passage takes a few kilobytes, and comparing takes no model.

The figures are made from parallel text by ``scripts/make_token_statistics.py`` and belong to the model, not to an
archive: they are part of its fingerprint and never move.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from schedario.records.query import QueryToken

FILE = "token_statistics.npz"

_COMMON_SHARE = 0.15
"""A token that this share of a language's paragraphs have tells no passage from another."""
_LEAST_SHARE = 0.02
"""Shares below are too few paragraphs to count; all such tokens are equally rare."""
_LEAST_WEIGHT = 0.05


@dataclass(frozen=True, slots=True)
class TokenStatistics:
    """What is known of tokens beforehand.

    Attributes:
        means: ISO 639-1 code to the mean vector of a passage's tokens in that language, fp32.
        overall: Mean over the languages' means; taken from questions, and from passages of other languages.
        shares: Token id to the share of paragraphs that have it, in the language where that is largest.
        fingerprint: Hash of all figures.
    """

    means: dict[str, NDArray[np.float32]]
    overall: NDArray[np.float32]
    shares: dict[int, float]
    fingerprint: str


@lru_cache(maxsize=1)
def bundled_statistics() -> TokenStatistics:
    """Load the figures that come with the package."""
    with files("schedario.embed").joinpath(FILE).open("rb") as file, np.load(file, allow_pickle=False) as stored:
        languages, means = [str(code) for code in stored["languages"]], stored["means"].astype(np.float32)
        tokens, shares = stored["tokens"], stored["shares"]
    digest = hashlib.sha256("".join(languages).encode() + means.tobytes() + tokens.tobytes() + shares.tobytes())
    return TokenStatistics(
        means=dict(zip(languages, means, strict=True)),
        overall=means.mean(axis=0),
        shares=dict(zip(tokens.tolist(), shares.astype(np.float64).tolist(), strict=True)),
        fingerprint=digest.hexdigest()[:16],
    )


def passage_codes(vectors: NDArray[np.float32], ids: Sequence[int], language: str) -> bytes:
    """Return the codes of a passage's tokens, each of a bit for every dimension, token after token.

    Args:
        vectors: Of (tokens, dimensions), before centering.
        ids: Of the tokens.
        language: ISO 639-1 code.
    """
    known = bundled_statistics()
    kept = [place for place, token in enumerate(ids) if known.shares.get(token, 0.0) < _COMMON_SHARE]
    centered = vectors[kept or slice(None)] - known.means.get(language, known.overall)
    return np.packbits(centered > 0, axis=1).tobytes()


def query_tokens(vectors: NDArray[np.float32], ids: Sequence[int]) -> tuple[QueryToken, ...]:
    """Return a question's tokens, centered without regard to its language; the weights fall with a token's share."""
    known = bundled_statistics()
    centered = vectors - known.overall
    centered /= np.maximum(np.linalg.norm(centered, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    return tuple(
        QueryToken(tuple(vector), _weight(known.shares.get(token, 0.0)))
        for vector, token in zip(centered.tolist(), ids, strict=True)
    )


def _weight(share: float) -> float:
    return _LEAST_WEIGHT - float(np.log(max(share, _LEAST_SHARE)))


def closeness(tokens: Sequence[QueryToken], codes: Sequence[bytes]) -> list[float]:
    """Return how well each passage matches a question, token by token, -1 to 1.

    It is the weighted mean, over the question's tokens, of the largest cosine to a token of the passage. A passage or a
    question without tokens has 0.
    """
    found = [index for index, code in enumerate(codes) if code]
    result = [0.0] * len(codes)
    if not tokens or not found:
        return result
    asked = np.array([token.vector for token in tokens], np.float32)
    weights = np.array([token.weight for token in tokens], np.float32)
    width = asked.shape[1] // 8
    bits = np.frombuffer(b"".join(codes[index] for index in found), np.uint8).reshape(-1, width)
    signs = np.unpackbits(bits, axis=1).astype(np.float32)
    # A sign is 2 x bit - 1, and a vector of signs has the length of the square root of its dimensions.
    cosines = (2 * asked @ signs.T - asked.sum(axis=1, keepdims=True)) / np.sqrt(asked.shape[1])
    starts = np.cumsum([0, *(len(codes[index]) // width for index in found[:-1])])
    best = np.maximum.reduceat(cosines, starts, axis=1)
    values = weights @ best / weights.sum()
    for index, value in zip(found, values.tolist(), strict=True):
        result[index] = value
    return result
