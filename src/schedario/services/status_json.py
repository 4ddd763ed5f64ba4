"""The state of an archive as JSON, the same at every front door."""

from typing import Any

from schedario.records.overview import ArchiveOverview
from schedario.records.space import SpaceState
from schedario.records.status import PHASES, ArchiveStatus, Freshness
from schedario.services.analysis_json import coverage_json
from schedario.services.picture_json import pictures_json
from schedario.services.queue_json import lengths_json


def status_json(found: ArchiveOverview) -> dict[str, Any]:
    """Return the state of an archive as the JSON that ``status --json`` prints."""
    return {
        **_json(found.status),
        "coverage": {
            "phases": list(PHASES),
            "done": [{"phases": phases, "documents": count} for phases, count in found.coverage.done.items()],
            "note": found.coverage.in_words,
        },
        "sources": [_freshness_json(source) for source in found.sources],
        "spaces": _spaces_json(found.spaces),
        "queue": lengths_json(found.queue),
        "analysis": coverage_json(found.analysis),
        "pictures": pictures_json(found.pictures),
    }


def _freshness_json(source: Freshness) -> dict[str, Any]:
    return {
        "name": source.name,
        "scanned_at": source.scanned_at.isoformat() if source.scanned_at else None,
        "files": source.files,
        "behind": source.behind,
        "newest_file": source.newest_file.isoformat() if source.newest_file else None,
        "newest_chunk": source.newest_chunk.isoformat() if source.newest_chunk else None,
    }


def _spaces_json(spaces: SpaceState) -> dict[str, object]:
    others = [{"model": model, "embedded": embedded} for model, embedded in spaces.others]
    return {"active": spaces.active, "unbuilt": spaces.unbuilt, "others": others}


def _json(state: ArchiveStatus) -> dict[str, object]:
    return {
        "archive": state.archive,
        "documents": state.documents,
        "stale": state.stale,
        "outdated": state.outdated,
        "outdated_reasons": state.outdated_reasons,
        "chunks": state.chunks,
        "tokens": state.tokens,
        "fits_one_prompt": state.fits_one_prompt,
        "text_characters": state.text_characters,
        "languages": state.languages,
        "model": state.model,
        "size_bytes": state.size_bytes,
        "newest": state.newest.isoformat() if state.newest else None,
    }
