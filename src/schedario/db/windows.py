"""The statements that find chunks which have words together with their neighbours."""

from psycopg import sql

from schedario.db.filters import passes, passing_chunks
from schedario.db.queries import composed


def windows() -> sql.Composed:
    """Return the query over all chunks."""
    return composed("windows_with_all", anchored=composed("chunks_with_word", passing=sql.SQL("")))


def passing_windows() -> sql.Composed:
    """Return the query over those that pass a filter."""
    of_passing = composed("of_passing_document", passes=passes())
    return composed("windows_with_all", anchored=composed("chunks_with_word", passing=of_passing))


def all_passing_windows() -> sql.Composed:
    """Return the same by looking at every chunk that passes."""
    return composed(
        "windows_with_all", anchored=composed("all_passing_chunks_with_word", passing_chunks=passing_chunks())
    )
