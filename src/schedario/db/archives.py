"""Archives: one PostgreSQL schema each, so that the wall between them is the database's own."""

import re
from collections.abc import Sequence

from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.address import Address
from schedario.db.locking import lock_archive
from schedario.db.migrate import migrate, missing_migrations
from schedario.db.queries import composed, query
from schedario.errors import ArchiveMissingError, ArchiveNameError
from schedario.records.status import ArchiveFigures

_PREFIX = "archive_"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def validate_archive_name(name: str) -> str:
    """Return the name if it is allowed.

    Raises:
        ArchiveNameError: It is not; says what is.
    """
    if not _NAME.fullmatch(name):
        raise ArchiveNameError(
            "the archive name is not allowed",
            subject=repr(name),
            remedy="Use a lower-case letter, then up to 39 lower-case letters, digits and underscores",
        )
    return name


def schema_of(name: str) -> str:
    """Return the schema of an archive."""
    return _PREFIX + validate_archive_name(name)


def search_path_of(name: str, pgvector_schema: str) -> str:
    """Return the search path on which an archive's names mean its own tables."""
    return f"{schema_of(name)}, {pgvector_schema}"


def list_archives(connection: Connection[DictRow]) -> Sequence[str]:
    """Return the names of all archives, in order."""
    schemas = [row["schema"] for row in connection.execute(query("list_archives"))]
    return [schema.removeprefix(_PREFIX) for schema in schemas]


def archive_exists(connection: Connection[DictRow], name: str) -> bool:
    """Tell whether there is an archive of that name."""
    return validate_archive_name(name) in list_archives(connection)


def open_archive(
    connection: Connection[DictRow], address: Address, name: str, *, pgvector_schema: str, create: bool
) -> None:
    """Bring an archive up to the code, making it if that is wanted.

    Raises:
        ArchiveNameError: The name is not allowed.
        ArchiveMissingError: There is none, and none was to be made.
        DatabaseVersionError: A newer version of the product made it.
    """
    schema = schema_of(name)
    # An archive that lacks nothing exists: the common case costs one look.
    if not missing_migrations(connection, schema):
        return
    if not create and not archive_exists(connection, name):
        known = ", ".join(list_archives(connection))
        raise ArchiveMissingError(
            "there is no such archive",
            subject=name,
            remedy=f"There are: {known}" if known else "Add files to make it: schedario add PATH",
        )
    migrate(connection, address, schema, search_path_of(name, pgvector_schema))


def archive_figures(connection: Connection[DictRow], name: str) -> ArchiveFigures:
    """Return what an archive holds."""
    schema = schema_of(name)
    counting = composed("archive_figures", counter=sql.Identifier(schema, "counter"), schema=sql.Literal(schema))
    row = connection.execute(counting).fetchone() or {}
    return ArchiveFigures(name, row["documents"], row["chunks"], row["size_bytes"])


def drop_archive(connection: Connection[DictRow], name: str, search_path: str) -> bool:
    """Remove an archive with all that is in it, once a write that is under way is done; False when there is none."""
    found = archive_exists(connection, name)
    with connection.transaction():
        connection.execute(query("set_search_path_here"), {"path": search_path})
        lock_archive(connection)
        connection.execute(composed("drop_schema", schema=sql.Identifier(schema_of(name))))
    return found
