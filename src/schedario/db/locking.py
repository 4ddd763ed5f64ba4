"""The lock that every write of an archive takes first."""

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.queries import query

_KEY = 0x5C4EDA03
"""Any number that no other program in the database is likely to lock; the archive is the lock's second half."""


def lock_archive(connection: Connection[DictRow]) -> None:
    """Let writes of one archive follow each other, until this transaction ends; reading goes on meanwhile."""
    connection.execute(query("lock_archive"), {"key": _KEY})
