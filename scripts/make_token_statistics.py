"""Makes the figures of tokens that ship with the bundled model, from parallel text.

Usage: python scripts/make_token_statistics.py PARALLEL.jsonl [OUTPUT.npz]

Each line of the input is {"id", "texts": {language: text}}, the same content in several languages. A language's mean is
that of its paragraphs' means over tokens, anchored on English as in make_language_means.py. A token's share is that of
a language's paragraphs that have it, in the language where it is largest; small ones are left out. Only figures are
written.
"""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from schedario.embed.bundled import BundledEmbedder
from schedario.embed.token_match import FILE

ANCHOR = "en"
MIN_LINES = 30
MIN_LINES_FOR_SHARES = 60
LEAST_SHARE = 0.02
RENAMED = {"nb": "no"}
"""Codes by which the language detector calls a language otherwise than the text does."""

BATCH = 64


def main(arguments: list[str]) -> None:
    """Read the parallel text, encode it, write means and shares."""
    source = Path(arguments[0])
    package = Path(__file__).resolve().parents[1] / "src" / "schedario" / "embed"
    output = Path(arguments[1]) if len(arguments) > 1 else package / FILE
    lines = [json.loads(line)["texts"] for line in source.read_text(encoding="utf-8").splitlines()]
    pairs = [(number, language) for number, texts in enumerate(lines) for language in sorted(texts)]
    means, holders = _encoded([lines[number][language] for number, language in pairs], pairs)
    languages = sorted({language for _, language in pairs})
    by_language = {language: _mean(means, language) for language in languages}
    kept = [(language, mean) for language, mean in by_language.items() if mean is not None]
    shares = _shares(holders, Counter(language for _, language in pairs))
    np.savez_compressed(
        output,
        languages=np.array([RENAMED.get(language, language) for language, _ in kept]),
        means=np.array([mean for _, mean in kept], np.float32),
        tokens=np.array(list(shares), np.int32),
        shares=np.array(list(shares.values()), np.float16),
    )
    print(f"{len(kept)} languages and {len(shares)} tokens written to {output}")


def _encoded(
    texts: list[str], pairs: list[tuple[int, str]]
) -> tuple[dict[tuple[int, str], NDArray[np.float32]], dict[str, Counter[int]]]:
    """Return the mean of each paragraph's tokens, and in how many paragraphs of each language a token stands."""
    means: dict[tuple[int, str], NDArray[np.float32]] = {}
    holders: dict[str, Counter[int]] = {}
    with tempfile.TemporaryDirectory() as models:
        embedder = BundledEmbedder(Path(models), centering=False)
        for start in range(0, len(texts), BATCH):
            encoded = embedder.token_vectors(texts[start : start + BATCH])
            for pair, (vectors, ids) in zip(pairs[start : start + BATCH], encoded, strict=True):
                means[pair] = vectors.mean(axis=0)
                holders.setdefault(pair[1], Counter()).update(set(ids))
    return means, holders


def _mean(means: Mapping[tuple[int, str], NDArray[np.float32]], language: str) -> NDArray[np.float64] | None:
    """Return a language's mean; None when it shares too few paragraphs with English."""
    anchored = [number for number, of in means if of == ANCHOR]
    shared = [number for number in anchored if (number, language) in means]
    if len(shared) < MIN_LINES:
        return None
    anchor = np.mean([means[number, ANCHOR] for number in anchored], axis=0, dtype=np.float64)
    offsets = [means[number, language] - means[number, ANCHOR] for number in shared]
    return np.asarray(anchor + np.mean(offsets, axis=0, dtype=np.float64))


def _shares(holders: Mapping[str, Counter[int]], paragraphs: Counter[str]) -> dict[int, float]:
    shares: dict[int, float] = {}
    for language, counts in holders.items():
        if paragraphs[language] >= MIN_LINES_FOR_SHARES:
            for token, count in counts.items():
                shares[token] = max(shares.get(token, 0.0), count / paragraphs[language])
    return {token: share for token, share in sorted(shares.items()) if share >= LEAST_SHARE}


if __name__ == "__main__":
    main(sys.argv[1:])
