"""The embedded server: one for a data folder, shared by every process that uses it, stopped by the last.

Each user holds a shared lock on ``users.lock`` for as long as it uses the server; the kernel drops the lock of a
process that is killed, so nobody has to count. Starting and stopping happen under an exclusive lock on
``start.lock``. A server that outlives all its users is taken over, and stopped, by the next one.
"""

import atexit
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

from psycopg import sql

from schedario.db.account import account_for, open_the_programs, open_the_way
from schedario.db.address import DATABASE, Address, on_socket
from schedario.db.binaries import installation
from schedario.db.cluster import Cluster, ensure_data, ensure_running, stop
from schedario.db.locks import close_lock_file, exclusive, open_lock_file, take_shared, try_exclusive
from schedario.db.pool import direct_connection
from schedario.db.private_files import make_private_folders
from schedario.db.queries import composed, query
from schedario.errors import DatabaseServerError

_LOCK_SECONDS = 900
"""Longer than the longest start, which another process may be waiting for."""


@dataclass
class _Use:
    """This process's use of one server.

    Attributes:
        cluster: The server's folders and account.
        users_lock: Descriptor that holds the shared lock.
        address: Where the server is.
        opened: Folders that had to be opened for the server's account to pass.
        handles: How many handles of this process are open.
    """

    cluster: Cluster
    users_lock: int
    address: Address
    opened: tuple[Path, ...]
    handles: int = 1


@dataclass
class _Uses:
    """All servers that this process uses, by data folder."""

    by_folder: dict[Path, _Use] = field(default_factory=dict)
    guard: threading.Lock = field(default_factory=threading.Lock)


_uses = _Uses()


def _forget_in_child() -> None:
    """Let a forked child have no part in its parent's servers."""
    _uses.by_folder = {}
    _uses.guard = threading.Lock()


os.register_at_fork(after_in_child=_forget_in_child)


class EmbeddedServer:
    """A handle on the server of one data folder; close it, or let the end of the process do it."""

    def __init__(self, folder: Path, use: _Use) -> None:
        self.folder = folder
        """Holds the server's data, locks and log."""
        self._use: _Use | None = use
        self.address = use.address
        self.opened_folders = use.opened
        """Folders that root opened for anybody to pass (not to list), so that the server's user reaches its data."""

    @classmethod
    def open(cls, home: Path) -> "EmbeddedServer":
        """Use the server of a data folder: make its data and start it where that has not been done.

        Args:
            home: The product's data folder; the server keeps to ``postgres`` in it.

        Raises:
            DatabaseServerError: The server could not be started; says why.
        """
        folder = home.expanduser().resolve() / "postgres"
        with _uses.guard:
            use = _uses.by_folder.get(folder)
            if use is None:
                use = _uses.by_folder[folder] = _begin(folder)
            else:
                # The server may have been killed since this process began to use it.
                with exclusive(folder / "start.lock", timeout_seconds=_LOCK_SECONDS):
                    ensure_running(use.cluster)
                use.handles += 1
        return cls(folder, use)

    def close(self) -> None:
        """Stop using the server, which stops it when nobody else does; calling it twice is fine.

        Raises:
            DatabaseServerError: It went on running.
        """
        with _uses.guard:
            use, self._use = self._use, None
            # In a forked child, the use is its parent's.
            if use is None or _uses.by_folder.get(self.folder) is not use:
                return
            use.handles -= 1
            if use.handles == 0:
                del _uses.by_folder[self.folder]
                _end(use)


def _begin(folder: Path) -> _Use:
    """Take part in the use of a server, starting it if need be."""
    programs = installation()
    try:
        make_private_folders(folder, within=folder.parent)
        account = account_for(folder / "data")
        opened: tuple[Path, ...] = ()
        if account.switch:
            opened = (*open_the_way(folder, account), *open_the_programs(programs, account))
        cluster = Cluster(folder, programs / "bin", account)
        with exclusive(folder / "start.lock", timeout_seconds=_LOCK_SECONDS) as start_lock:
            users_lock = open_lock_file(folder / "users.lock")
            try:
                take_shared(users_lock, timeout_seconds=_LOCK_SECONDS)
                ensure_data(cluster, start_lock)
                address = _ensure_database(ensure_running(cluster))
            except BaseException:
                close_lock_file(users_lock)
                raise
    except OSError as error:
        raise DatabaseServerError(
            f"the database's folder cannot be used ({error.strerror})",
            subject=str(error.filename or folder),
            remedy="Check its permissions, or use another data folder (SCHEDARIO_HOME)",
        ) from error
    return _Use(cluster, users_lock, address, opened)


def _ensure_database(socket_folder: Path) -> Address:
    """Make the database in which the archives lie."""
    with direct_connection(on_socket(socket_folder, "postgres")) as connection:
        if connection.execute(query("find_database"), {"name": DATABASE}).fetchone() is None:
            connection.execute(composed("create_database", name=sql.Identifier(DATABASE)))
    return on_socket(socket_folder, DATABASE)


def _end(use: _Use) -> None:
    """Give up the use of a server and stop it if that was the last."""
    with exclusive(use.cluster.folder / "start.lock", timeout_seconds=_LOCK_SECONDS):
        try:
            if try_exclusive(use.users_lock):
                stop(use.cluster)
        finally:
            close_lock_file(use.users_lock)


def _end_all() -> None:
    for use in list(_uses.by_folder.values()):
        _end(use)
    _uses.by_folder.clear()


atexit.register(_end_all)
