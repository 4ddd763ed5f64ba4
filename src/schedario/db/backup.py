"""Whole archives out of the database into a file, and back.

What is written is one snapshot, and is read again before the file takes its name. What is restored lies in a schema
that is no archive until its rows, copied out again, have the hashes of those that were written.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from graphlib import TopologicalSorter
from pathlib import Path

import psycopg
from psycopg import Connection, sql
from psycopg.rows import DictRow

from schedario.db.address import Address
from schedario.db.archives import archive_exists, schema_of
from schedario.db.backup_file import BackupReader, BackupWriter, new_file, open_backup
from schedario.db.backup_originals import restored_originals, write_originals
from schedario.db.migrate import known_migrations, make_schema
from schedario.db.pool import direct_connection
from schedario.db.queries import composed, query
from schedario.db.spaces import create_space_index
from schedario.errors import ArchiveExistsError, BackupError, DatabaseVersionError
from schedario.records.backup import BackupFacts, TableFacts
from schedario.records.document import SpaceId
from schedario.version import VERSION

_LOCK_KEY = 0x5C4EDA04
"""Any number that no other program in the database is likely to lock."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table as the database has it."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def composed(self, name: str) -> sql.Composed:
        return composed(
            name, table=sql.Identifier(self.name), columns=_identifiers(self.columns), key=_identifiers(self.key)
        )


def back_up(
    connection: Connection[DictRow], archive: str, path: Path, originals: Path | None, *, replace: bool
) -> BackupFacts:
    """Write an archive to a file that is complete and verified when it has its name.

    Args:
        connection: Whose search path is the archive's, at the beginning of a transaction.
        archive: Its name.
        path: Of the file.
        originals: Folder of the files that were sent to the archive; None to leave them where they are.
        replace: Whether a file of that name gives way.

    Raises:
        BackupError: There is a file of that name, or what was written cannot be read again.
    """
    connection.execute(query("one_snapshot"))
    with new_file(path, replace=replace) as unfinished:
        with BackupWriter(unfinished) as writer:
            facts = BackupFacts(
                archive=archive,
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                product=VERSION,
                migrations=known_migrations(),
                documents=_count(connection, composed("count_rows", table=sql.Identifier("document"))),
                tables=tuple(_write(connection, writer, table) for table in _tables(connection)),
                originals=tuple(write_originals(connection, writer, originals)) if originals else (),
                originals_folder=str(originals or ""),
            )
            writer.finish(facts)
        with open_backup(unfinished) as reader:
            reader.verify()
    return facts


def restore(
    address: Address, path: Path, name: str | None, originals: Path | None, *, pgvector_schema: str
) -> tuple[str, BackupFacts]:
    """Make an archive of a backup; nobody sees it before it is complete and verified.

    Args:
        address: The database.
        path: The backup.
        name: Of the archive; None for the one that it had.
        originals: In whose folder of the archive's name the files go that were sent to it; None to leave them out.
        pgvector_schema: Where pgvector's types lie.

    Returns:
        Its name, and what the backup holds.

    Raises:
        BackupError: The file is no backup, or damaged.
        DatabaseVersionError: A newer version of the product made it.
        ArchiveNameError: The name is not allowed.
        ArchiveExistsError: There is an archive of that name.
    """
    with open_backup(path) as reader, direct_connection(address) as connection:
        name = reader.facts.archive if name is None else name
        schema = schema_of(name)
        _require_known(reader, path)
        connection.execute(query("lock_restores"), {"key": _LOCK_KEY})
        _require_free(connection, name)
        reader.verify()
        with _hidden_schema(connection, name) as hidden:
            search_path = f"{hidden}, {pgvector_schema}"
            make_schema(connection, address, hidden, search_path, reader.facts.migrations)
            with connection.transaction():
                connection.execute(query("set_search_path_here"), {"path": search_path})
                _load(connection, reader, path)
                with restored_originals(connection, reader, originals / name if originals else None):
                    _require_free(connection, name)
                    _rename(connection, hidden, schema)
    return name, reader.facts


def _rename(connection: Connection[DictRow], hidden: str, schema: str) -> None:
    try:
        connection.execute(composed("rename_schema", schema=sql.Identifier(hidden), name=sql.Identifier(schema)))
    except psycopg.errors.DuplicateSchema as error:
        raise _in_the_way(schema) from error


def _load(connection: Connection[DictRow], reader: BackupReader, path: Path) -> None:
    tables = {table.name: table for table in _tables(connection)}
    if {(table.name, table.columns) for table in tables.values()} != {
        (table.name, table.columns) for table in reader.facts.tables
    }:
        raise _not_the_same(path, "its tables are not those of its version")
    for table in reversed(tables.values()):
        connection.execute(table.composed("empty_table"))
    written = {table.name: table for table in reader.facts.tables}
    for name, table in tables.items():
        _read(connection, reader, table, path)
        if _facts(connection, table, hashlib.sha256()) != written[name]:
            raise _not_the_same(path, f"the rows of {name} are not those that were written")
    _continue_keys(connection)
    for space in connection.execute(query("all_spaces")).fetchall():
        create_space_index(connection, SpaceId(space["id"]), space["dimensions"])


def _write(connection: Connection[DictRow], writer: BackupWriter, table: _Table) -> TableFacts:
    rows = _count(connection, table.composed("count_rows"))
    with connection.cursor().copy(table.composed("copy_out")) as copy:
        sha256 = writer.table(table.name, iter(copy))
    return TableFacts(table.name, table.columns, rows, sha256)


def _read(connection: Connection[DictRow], reader: BackupReader, table: _Table, path: Path) -> None:
    try:
        with connection.cursor().copy(table.composed("copy_in")) as copy:
            for piece in reader.table(table.name):
                copy.write(piece)
    except (psycopg.DataError, psycopg.IntegrityError) as error:
        raise _not_the_same(path, f"the database does not take the rows of {table.name}") from error


def _facts(connection: Connection[DictRow], table: _Table, digest: "hashlib._Hash") -> TableFacts:
    with connection.cursor().copy(table.composed("copy_out")) as copy:
        for piece in copy:
            digest.update(piece)
    return TableFacts(table.name, table.columns, _count(connection, table.composed("count_rows")), digest.hexdigest())


def _tables(connection: Connection[DictRow]) -> Sequence[_Table]:
    """Return the tables of the archive, each after those that it refers to; without what belongs to a queued job."""
    found = connection.execute(query("backup_tables")).fetchall()
    known = {row["table"] for row in found}
    rows = {row["table"]: row for row in found if set(row["refers_to"]) <= known}
    order = TopologicalSorter({name: row["refers_to"] for name, row in rows.items()}).static_order()
    return [_Table(name, tuple(rows[name]["columns"]), tuple(rows[name]["key"])) for name in order]


def _continue_keys(connection: Connection[DictRow]) -> None:
    for row in connection.execute(query("counted_keys")).fetchall():
        table = sql.Identifier(row["table"])
        connection.execute(
            composed(
                "continue_keys",
                name=sql.Literal(table.as_string(connection)),
                column_name=sql.Literal(row["column"]),
                column=sql.Identifier(row["column"]),
                table=table,
            )
        )


@contextmanager
def _hidden_schema(connection: Connection[DictRow], name: str) -> Iterator[str]:
    """Give the name of a schema that is no archive; it is empty before, and gone afterwards unless it was renamed."""
    hidden = f"restoring_{name}"
    dropping = composed("drop_schema", schema=sql.Identifier(hidden))
    connection.execute(dropping)
    try:
        yield hidden
    finally:
        # After a success it has another name. Without a connection the next restore removes it.
        if not connection.broken:
            connection.execute(dropping)


def _require_known(reader: BackupReader, path: Path) -> None:
    if unknown := sorted(set(reader.facts.migrations) - set(known_migrations())):
        raise DatabaseVersionError(
            f"the backup was made by a newer version of Schedario ({reader.facts.product}, {', '.join(unknown)})",
            subject=str(path),
            remedy="Install that version or a newer one",
        )


def _require_free(connection: Connection[DictRow], name: str) -> None:
    if archive_exists(connection, name):
        raise ArchiveExistsError(
            "there is an archive of that name",
            subject=name,
            remedy="Restore under another one (--archive NAME), or remove it first: schedario archive remove NAME",
        )


def _in_the_way(schema: str) -> ArchiveExistsError:
    return ArchiveExistsError(
        "there is a schema of that name which is no archive", subject=schema, remedy="Remove it from the database"
    )


def _not_the_same(path: Path, reason: str) -> BackupError:
    return BackupError(f"the backup cannot be used ({reason})", subject=str(path), remedy="Take another copy of it")


def _identifiers(names: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))


def _count(connection: Connection[DictRow], counting: sql.Composed) -> int:
    row = connection.execute(counting).fetchone()
    if row is None:
        raise LookupError("a count gave no row")
    return int(row["count"])
