"""What became of pictures that OCR could not read as JSON, the same at every front door."""

from typing import Any

from schedario.records.picture import PictureCounts


def pictures_json(counts: PictureCounts) -> dict[str, Any]:
    """Return how many pictures and pages were read by a model, and how many were not."""
    return {
        "model": counts.model,
        "read": counts.read,
        "waiting": counts.waiting,
        "failed": counts.failed,
        "beyond": counts.beyond,
        "note": counts.in_words,
    }
