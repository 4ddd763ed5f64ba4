"""What each part of an analysis depends on besides the text: a change makes the right parts stale, and no others."""

import hashlib
from collections.abc import Sequence

from schedario.analyse.extracted import VERSION as EXTRACT_VERSION
from schedario.analyse.plan import PIECE, WHOLE
from schedario.analyse.prompts import VERSION
from schedario.records.analysis import Category, Fingerprints

_EXTRACTED = f"extract{EXTRACT_VERSION}"


def extracted_under() -> Fingerprints:
    """Return the fingerprints of extracts; categories are never extracted."""
    return Fingerprints(_EXTRACTED, _EXTRACTED, "")


def written_under(model: str, context_tokens: int, categories: Sequence[Category]) -> Fingerprints:
    """Return the fingerprints of what a model writes.

    Args:
        model: Its name.
        context_tokens: What it takes at once, by which a text is cut.
        categories: Those to choose from. Their ids count, not their names: a new name is the same category.
    """
    return Fingerprints(
        summary=_hash((VERSION, model, context_tokens, PIECE, WHOLE)),
        description=_hash((VERSION, model, "description")),
        categories=_hash((VERSION, model, sorted(category.id for category in categories))) if categories else "",
    )


def _hash(parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
