"""Whether a server and its pgvector are of versions that can be used; installs pgvector where it may."""

from dataclasses import dataclass

import psycopg
from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.queries import query
from schedario.errors import DatabaseVersionError

OLDEST_SERVER = 16
OLDEST_PGVECTOR = (0, 8)

_LOCK_KEY = 0x5C4EDA01
"""Any number that no other program in the database is likely to lock."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What a server is.

    Attributes:
        server: Version of PostgreSQL, for people.
        pgvector: Version of pgvector.
        pgvector_schema: Where its types lie, quoted as an identifier where need be.
    """

    server: str
    pgvector: str
    pgvector_schema: str


def ensure_versions(connection: Connection[DictRow]) -> Versions:
    """Check a server, and install pgvector if it only has to be switched on.

    Raises:
        DatabaseVersionError: Either is missing or too old; says what to do.
    """
    found = connection.execute(query("server_versions")).fetchone() or {}
    if found["server"] // 10000 < OLDEST_SERVER:
        raise DatabaseVersionError(
            "the PostgreSQL server is too old",
            subject=found["server_name"],
            remedy=f"Use PostgreSQL {OLDEST_SERVER} or newer, or the embedded one (no SCHEDARIO_DATABASE_URL)",
        )
    if found["pgvector"] is None:
        _install(connection, found["pgvector_available"])
        found = connection.execute(query("server_versions")).fetchone() or {}
    if _numbers(found["pgvector"]) < OLDEST_PGVECTOR:
        raise DatabaseVersionError(
            "pgvector is too old",
            subject=found["pgvector"],
            remedy="Install pgvector 0.8 or newer on the server, then run ALTER EXTENSION vector UPDATE",
        )
    return Versions(found["server_name"], found["pgvector"], found["pgvector_schema"])


def _install(connection: Connection[DictRow], available: str | None) -> None:
    if available is None:
        raise DatabaseVersionError(
            "the server has no pgvector", subject="vector", remedy="Install pgvector 0.8 or newer on the server"
        )
    try:
        with connection.transaction():
            # IF NOT EXISTS alone does not keep two from installing at once.
            connection.execute(query("lock_in_transaction"), {"key": _LOCK_KEY})
            connection.execute(query("create_pgvector"))
    except psycopg.errors.InsufficientPrivilege as error:
        raise DatabaseVersionError(
            "pgvector is not switched on in this database",
            subject="vector",
            remedy="Ask the database's owner to run CREATE EXTENSION vector in it",
        ) from error


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
