"""What an indexed document depends on besides its bytes, as one short hash."""

import hashlib

from schedario.ingest.options import IngestOptions
from schedario.lexemes import ANALYSER_VERSION
from schedario.records.document import SpaceSpec
from schedario.records.extraction import BlockRole, ExtractedPage, Extraction, Origin
from schedario.version import RULES_VERSION


def fingerprint(options: IngestOptions, space: SpaceSpec, *, shown: bool) -> str:
    """Hash rules, analyser, chunking, languages and embedding space; equal hashes mean equal chunks and vectors.

    Args:
        options: The settings in force.
        space: The embedding space.
        shown: Whether the text depends on how pictures are read; that of other documents outlives another engine.
    """
    parts = (
        RULES_VERSION, ANALYSER_VERSION, options.chunk_tokens, options.overlap_tokens, options.languages,
        options.rules, space.fingerprint, options.ocr if shown else "",
    )  # fmt: skip
    return _hash(parts)


def fingerprints_in_force(options: IngestOptions, space: SpaceSpec) -> frozenset[str]:
    """Return both fingerprints that a document may bear which is not outdated."""
    return frozenset(fingerprint(options, space, shown=shown) for shown in (False, True))


def is_shown(extraction: Extraction) -> bool:
    """Tell whether a file's text depends on how pictures are read."""
    return any(_is_shown(page) for page in extraction.pages)


def _is_shown(page: ExtractedPage) -> bool:
    return page.origin in {Origin.OCR, Origin.UNREAD} or any(b.role is BlockRole.PICTURE for b in page.blocks)


def attempt_fingerprint(options: IngestOptions, space: SpaceSpec) -> str:
    """Hash the same and the limits of reading: a file that failed under an equal hash would fail again."""
    return _hash((fingerprint(options, space, shown=True), options.limits))


def _hash(parts: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
