"""Filters as SQL: the condition, and the values that go into it."""

import os

from psycopg import sql

from schedario.db.queries import composed
from schedario.records.filters import Filters


def passes() -> sql.Composed:
    """Return the condition that a row of ``document`` passes the filter of ``filter_values``."""
    return composed(
        "document_passes",
        own_place=composed("place_passes", row=sql.Identifier("document")),
        annotated_place=composed("place_passes", row=sql.Identifier("annotated")),
        duplicates_place=composed("place_passes", row=sql.Identifier("duplicate")),
    )


def passing_chunks() -> sql.Composed:
    """Return the query of every chunk that passes, for a query around it."""
    return composed("passing_chunks", passes=passes())


def filter_values(filters: Filters) -> dict[str, object]:
    """Return the values of the condition; None where the filter asks nothing."""
    # In the order of bytes, "0" follows "/": between the two lies all that is below a path, or within a container.
    folders = [os.fsencode(folder.rstrip("/")) + within for folder in filters.folders for within in (b"", b"!")]
    return {
        "collections": _some(filters.collections),
        "media_types": _some(filters.media_types),
        "languages": _some(filters.languages),
        "documents": _some(filters.documents),
        "tags": _some(filters.tags),
        "after": filters.after,
        "before": filters.before,
        "folders": folders or None,
        "first_below": [folder + b"/" for folder in folders] or None,
        "first_beyond": [folder + b"0" for folder in folders] or None,
    }


def _some(values: tuple[str, ...]) -> list[str] | None:
    return list(values) or None
