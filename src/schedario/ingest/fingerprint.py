"""What an indexed document depends on besides its bytes, as one short hash."""

import hashlib

from schedario.ingest.options import IngestOptions
from schedario.lexemes import ANALYSER_VERSION
from schedario.records.document import SpaceSpec
from schedario.version import RULES_VERSION


def fingerprint(options: IngestOptions, space: SpaceSpec) -> str:
    """Hash rules, analyser, chunking, languages and embedding space; equal hashes mean equal chunks and vectors."""
    parts = (
        RULES_VERSION, ANALYSER_VERSION, options.chunk_tokens, options.overlap_tokens, options.languages,
        options.rules, space.fingerprint,
    )  # fmt: skip
    return _hash(parts)


def attempt_fingerprint(options: IngestOptions, space: SpaceSpec) -> str:
    """Hash the same and the limits of reading: a file that failed under an equal hash would fail again."""
    return _hash((fingerprint(options, space), options.limits))


def _hash(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
