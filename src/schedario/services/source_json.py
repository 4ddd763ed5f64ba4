"""Sources as JSON, the same at every front door."""

from typing import Any

from schedario.records.source import Source


def source_json(source: Source) -> dict[str, Any]:
    """Return a source as the JSON that ``folder list`` prints."""
    given = source.given
    return {
        "kind": given.kind.value,
        "root": given.root,
        "branch": given.branch,
        "include": list(given.include),
        "exclude": list(given.exclude),
        "every_minutes": given.every_minutes,
        "paused": source.paused,
        "files": source.files,
        "scanned_at": source.scanned_at.isoformat() if source.scanned_at else None,
        "problem": source.problem,
    }
