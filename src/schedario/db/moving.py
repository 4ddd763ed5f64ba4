"""All archives from one database into another: copied, compared, and only then left.

Nothing may be written meanwhile. Programs that are connected at the beginning are a reason to refuse; one that connects
later waits for the lock that every write takes first, and is cut off once the other database is the one in use: what
it would have written goes into that one when it is run again.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.address import Address
from schedario.db.archives import archive_exists, search_path_of
from schedario.db.locking import lock_archive
from schedario.db.pool import direct_connection
from schedario.db.queries import query
from schedario.errors import ArchiveExistsError, DatabaseInUseError
from schedario.records.backup import BackupFacts


class Movable(Protocol):
    """What is asked of the database at each end; see ``Database``."""

    def archives(self) -> Sequence[str]: ...  # noqa: D102
    def back_up(self, name: str, path: Path, originals: None, *, replace: bool) -> BackupFacts: ...  # noqa: D102
    def restore(self, path: Path, name: str | None, originals: None) -> tuple[str, BackupFacts]: ...  # noqa: D102
    def drop_archive(self, name: str) -> bool: ...  # noqa: D102
    def release(self) -> None: ...  # noqa: D102


def move(
    source: Movable,
    target: Movable,
    addresses: tuple[Address, Address],
    folder: Path,
    switch: Callable[[], None],
    *,
    keep: bool,
) -> list[BackupFacts]:
    """Move all archives.

    Args:
        source: Where they are.
        target: Where they go.
        addresses: Of both.
        folder: In which copies lie for a while, in a folder that only this user can read.
        switch: Makes the target the database in use.
        keep: Whether the archives also stay where they are.

    Returns:
        What was moved.

    Raises:
        DatabaseInUseError: Another program is connected to the source, or both ends are one database.
        ArchiveExistsError: The target has an archive of the same name; nothing was copied.
        BackupError: What arrived is not what was sent; the source is in use as before.
    """
    with direct_connection(addresses[0]) as guard:
        names = source.archives()
        source.release()
        _require_another(guard, addresses)
        _require_alone(guard, addresses[0])
        _require_free(addresses[1], names)
        with _nothing_written(guard, names):
            facts = _copied(source, target, names, folder, switch)
            guard.execute(query("end_other_connections"))
        if not keep:
            for name in names:
                source.drop_archive(name)
    return facts


def _copied(
    source: Movable, target: Movable, names: Sequence[str], folder: Path, switch: Callable[[], None]
) -> list[BackupFacts]:
    """Copy the archives and switch; what was copied before a failure is taken out of the target again."""
    done: list[BackupFacts] = []
    try:
        with tempfile.TemporaryDirectory(prefix="moving-", dir=folder) as temporary:
            for name in names:
                file = Path(temporary) / name
                source.back_up(name, file, None, replace=False)
                done.append(target.restore(file, name, None)[1])
                file.unlink()
        source.release()
        switch()
    except BaseException:
        for facts in done:
            target.drop_archive(facts.archive)
        raise
    return done


@contextmanager
def _nothing_written(guard: Connection[DictRow], names: Sequence[str]) -> Iterator[None]:
    with guard.transaction():
        for name in names:
            guard.execute(query("set_search_path_here"), {"path": search_path_of(name, "public")})
            lock_archive(guard)
        yield


def _require_another(guard: Connection[DictRow], addresses: tuple[Address, Address]) -> None:
    with direct_connection(addresses[1]) as other:
        if _identity(guard) == _identity(other):
            raise DatabaseInUseError(
                "that is the database in use", subject=addresses[1].place, remedy="Name another one"
            )


def _identity(connection: Connection[DictRow]) -> DictRow | None:
    return connection.execute(query("database_identity")).fetchone()


def _require_alone(guard: Connection[DictRow], address: Address) -> None:
    row = guard.execute(query("count_other_connections")).fetchone()
    if row and row["count"]:
        raise DatabaseInUseError(
            "another program uses the database",
            subject=address.place,
            remedy="End what runs: schedario watch, work, serve and every other command",
        )


def _require_free(address: Address, names: Sequence[str]) -> None:
    with direct_connection(address) as connection:
        for name in names:
            if archive_exists(connection, name):
                raise ArchiveExistsError(
                    "there is an archive of that name in the other database",
                    subject=name,
                    remedy="Remove it there first, or name another database",
                )
