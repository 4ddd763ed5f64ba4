"""What an indexed document depends on besides its bytes, as a short text whose parts tell what changed.

The embedding space is no part of it: vectors of chunks that stay as they are can be made anew beside the old ones.
"""

import hashlib

from schedario.ingest.options import IngestOptions
from schedario.lexemes import ANALYSER_VERSION
from schedario.records.extraction import BlockRole, ExtractedPage, Extraction, Origin
from schedario.version import RULES_VERSION

_CHANGED = ("other rules", "another chunk size or overlap", "other languages or rules for words", "other OCR settings")
"""What another hash in each place of a fingerprint means."""

_UNKNOWN = "rules that are no longer known"
_SEEN = "made before a model read what it shows"
_DAMAGED = "incomplete, since something of it was lost"
_NOT_SHOWN = "none"

SEEN = "seen"
"""Fingerprint of a document whose pictures a model has read since its text was made."""


def fingerprint(options: IngestOptions, *, shown: bool) -> str:
    """Hash rules, chunking, words and the reading of pictures, each by itself; equal texts mean equal chunks.

    Args:
        options: The settings in force.
        shown: Whether the text depends on how pictures are read; that of other documents outlives another engine.
    """
    parts = (
        _hash((RULES_VERSION, options.rules)),
        _hash((options.chunk_tokens, options.overlap_tokens)),
        _hash((ANALYSER_VERSION, options.languages)),
        _hash((options.ocr,)) if shown else _NOT_SHOWN,
    )
    return "-".join(parts)


def fingerprints_in_force(options: IngestOptions) -> frozenset[str]:
    """Return both fingerprints that a document may bear which is not outdated."""
    return frozenset(fingerprint(options, shown=shown) for shown in (False, True))


def outdated_reason(made: str, options: IngestOptions) -> str:
    """Say in words under what a document was made that is not in force; empty when it is not outdated.

    Args:
        made: Its fingerprint.
        options: The settings in force.
    """
    if made in fingerprints_in_force(options):
        return ""
    if made == SEEN:
        return _SEEN
    if not made:
        return _DAMAGED
    parts = made.split("-")
    now = fingerprint(options, shown=parts[-1] != _NOT_SHOWN).split("-")
    if len(parts) != len(now):
        return f"made under {_UNKNOWN}"
    changed = [words for words, was, is_ in zip(_CHANGED, parts, now, strict=True) if was != is_]
    return f"made under {', '.join(changed)}"


def is_shown(extraction: Extraction) -> bool:
    """Tell whether a file's text depends on how pictures are read."""
    return any(_is_shown(page) for page in extraction.pages)


def _is_shown(page: ExtractedPage) -> bool:
    return page.origin is not Origin.TEXT or any(b.role is BlockRole.PICTURE for b in page.blocks)


def attempt_fingerprint(options: IngestOptions) -> str:
    """Hash the same and the limits of reading: a file that failed under an equal hash would fail again."""
    return _hash((fingerprint(options, shown=True), options.limits), length=16)


def _hash(parts: tuple[object, ...], length: int = 8) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:length]
