"""Makes the language means that ship with the bundled model, from parallel text.

Usage: python scripts/make_language_means.py PARALLEL.jsonl [OUTPUT.npz]

Each line of the input is {"id", "texts": {language: text}}, the same content in several languages. Not every line has
every language, so a language's mean is anchored on English: the mean of all English vectors, plus the mean difference
over the lines that have both. Languages with fewer than 30 lines are left out. Only figures are written.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np

from schedario.embed.bundled import BundledEmbedder
from schedario.embed.language_means import FILE

ANCHOR = "en"
MIN_LINES = 30
RENAMED = {"nb": "no"}
"""Codes by which the language detector calls a language otherwise than the text does."""


def main(arguments: list[str]) -> None:
    """Read the parallel text, embed it in full precision, write the means."""
    source = Path(arguments[0])
    package = Path(__file__).resolve().parents[1] / "src" / "schedario" / "embed"
    output = Path(arguments[1]) if len(arguments) > 1 else package / FILE
    lines = [json.loads(line)["texts"] for line in source.read_text(encoding="utf-8").splitlines()]
    pairs = [(number, language) for number, texts in enumerate(lines) for language in sorted(texts)]
    with tempfile.TemporaryDirectory() as models:
        embedder = BundledEmbedder(Path(models), precision="fp32", centering=False)
        texts = [lines[number][language] for number, language in pairs]
        vectors = np.array([made.vector for made in embedder.embed_passages(texts, ["zxx"] * len(texts))])
    by_line = dict(zip(pairs, vectors, strict=True))
    anchored = [number for number in range(len(lines)) if (number, ANCHOR) in by_line]
    anchor = np.mean([by_line[number, ANCHOR] for number in anchored], axis=0)
    languages, means = [], []
    for language in sorted({language for _, language in pairs}):
        shared = [number for number in anchored if (number, language) in by_line]
        if len(shared) < MIN_LINES:
            print(f"{language}: left out, {len(shared)} lines")
            continue
        offset = np.mean([by_line[number, language] - by_line[number, ANCHOR] for number in shared], axis=0)
        languages.append(RENAMED.get(language, language))
        means.append(anchor + offset)
        print(f"{language}: {len(shared)} lines, {np.linalg.norm(offset):.3f} from {ANCHOR}")
    np.savez(output, languages=np.array(languages), means=np.array(means, np.float32))
    print(f"{len(languages)} languages written to {output}")


if __name__ == "__main__":
    main(sys.argv[1:])
