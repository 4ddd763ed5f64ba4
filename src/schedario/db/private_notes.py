"""Private notes: what was stored of them goes, out of the tables and out of the files below them."""

import hashlib
import os

import psycopg
from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.pool import ArchivePool
from schedario.db.public_id import new_public_id
from schedario.db.queries import composed, query
from schedario.records.document import DocumentId, FileFacts


def put_private_note(connection: Connection[DictRow], file: FileFacts, *, stored: bool) -> DocumentId:
    """Keep that a private note was met, within a transaction that holds the archive's lock.

    Args:
        connection: Of the transaction.
        file: The note; of its path and bytes a hash of both is kept.
        stored: Whether something was kept of it until now.
    """
    both = b"\0".join((os.fsencode(file.path), file.content_hash.encode()))
    values = {"id": new_public_id(), "hash": hashlib.sha256(both).hexdigest(), "purged": not stored}
    row = connection.execute(query("put_private_note"), values).fetchone()
    return DocumentId(row["id"]) if row else DocumentId("")


def purge(pool: ArchivePool) -> bool:
    """Take the remains of removed rows out of the database's files, where some are to be; False when none were.

    PostgreSQL leaves the bytes of a removed row where they were until it needs the room. So every table of the archive
    is written anew with its indexes and statistics, and the write-ahead log is begun anew; the embedded server then
    deletes the old one. On a server where this role may not do the last of that, it is left to the server's own time.
    """
    with pool.reading() as connection:
        wanted = connection.execute(query("is_purge_wanted")).fetchone()
        if not (wanted and wanted["wanted"]):
            return False
        for row in connection.execute(query("tables_of_archive")).fetchall():
            connection.execute(composed("rewrite_table", table=sql.Identifier(row["name"])))
        _begin_log_anew(connection)
        connection.execute(query("purge_done"))
        return True


def _begin_log_anew(connection: Connection[DictRow]) -> None:
    try:
        connection.execute(query("rewrite_statistics"))
        for name in ("switch_wal", "checkpoint", "switch_wal", "checkpoint"):
            connection.execute(query(name))
    except psycopg.errors.InsufficientPrivilege:
        # Its administrator's, on a server that others use too; docs/privacy.md says so.
        return
