"""Brings an archive's schema up to the code: plain SQL files, each applied once, in order, wholly or not at all."""

from collections.abc import Collection
from importlib.resources import files

from psycopg import Connection, sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow

from schedario.db.address import Address
from schedario.db.pool import direct_connection
from schedario.db.queries import composed, query
from schedario.db.queue_schema import queue_schema
from schedario.errors import DatabaseVersionError

_TABLE = "_yoyo_migration"
_LOCK_KEY = 0x5C4EDA02
"""Any number that no other program in the database is likely to lock."""


def migrate(connection: Connection[DictRow], address: Address, schema: str, search_path: str) -> None:
    """Apply what is missing; cheap when nothing is.

    Args:
        connection: In autocommit, outside every archive.
        address: Of the same database, for the connections of the migrations.
        schema: The archive's schema; it is made if it is not there.
        search_path: The archive's, with pgvector's schema.

    Raises:
        DatabaseVersionError: The schema has migrations that this version of the product does not know.
    """
    if missing_migrations(connection, schema):
        # The lock goes with its connection, so nobody waits for one who was killed.
        with direct_connection(address) as locked:
            locked.execute(query("lock_migrations"), {"key": _LOCK_KEY})
            locked.execute(composed("create_schema", schema=sql.Identifier(schema)))
            if missing_migrations(locked, schema):
                _apply(address, search_path, known_migrations())


def make_schema(
    connection: Connection[DictRow], address: Address, schema: str, search_path: str, migrations: Collection[str]
) -> None:
    """Make a schema as it was after some of the migrations; see ``migrate``."""
    with direct_connection(address) as locked:
        locked.execute(query("lock_migrations"), {"key": _LOCK_KEY})
        connection.execute(composed("create_schema", schema=sql.Identifier(schema)))
        _apply(address, search_path, migrations)


def missing_migrations(connection: Connection[DictRow], schema: str) -> tuple[str, ...]:
    """Return the ids of the migrations that a schema lacks, in order; all of them where there is no schema.

    Raises:
        DatabaseVersionError: It has some that this version of the product does not know.
    """
    applied = _applied(connection, schema)
    unknown = sorted(applied - set(known_migrations()))
    if unknown:
        raise DatabaseVersionError(
            "the archive was made by a newer version of Schedario",
            subject=f"{schema} ({', '.join(unknown)})",
            remedy="Install that version or a newer one",
        )
    return tuple(name for name in known_migrations() if name not in applied)


def known_migrations() -> tuple[str, ...]:
    """Return the ids of the migrations in the package, in order."""
    names = [file.name for file in files(__package__).joinpath("migrations").iterdir()]
    return tuple(sorted(name.removesuffix(".sql") for name in names if name.endswith(".sql")))


def _applied(connection: Connection[DictRow], schema: str) -> set[str]:
    table = sql.Identifier(schema, _TABLE)
    known = connection.execute(query("migrations_table"), {"table": table.as_string(connection)}).fetchone() or {}
    if not known["known"]:
        return set()
    return {row["id"] for row in connection.execute(composed("applied_migrations", table=table))}


def _apply(address: Address, search_path: str, wanted: Collection[str]) -> None:
    """Apply those that are wanted and missing in one transaction with the note that they were applied."""
    # Loaded here because most commands have nothing to migrate.
    from yoyo import read_migrations
    from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend
    from yoyo.connections import DatabaseURI

    # yoyo takes the pieces of the address, and sets what it calls the schema as the search path.
    arguments = {**conninfo_to_dict(address.conninfo), "schema": search_path}
    place = DatabaseURI("postgresql+psycopg", None, None, None, None, arguments.pop("dbname", None), arguments)
    with PostgresqlPsycopgBackend(place, _TABLE) as backend:
        backend.init_database()
        # The advisory lock is ours, so whoever left yoyo's own lock behind is dead.
        backend.break_lock()
        backend.ensure_internal_schema_updated()
        with backend.transaction():
            known = backend.to_apply(read_migrations(f"package:{__package__}:migrations"))
            missing = [migration for migration in known if migration.id in wanted]
            # Before yoyo's first savepoint, after which PostgreSQL would not let new values of an enumeration be used.
            for statements in (text for migration in missing for text in queue_schema(migration.id)):
                backend.connection.execute(statements)
            for migration in missing:
                migration.process_steps(backend, "apply")
                backend.mark_one(migration, log=False)
