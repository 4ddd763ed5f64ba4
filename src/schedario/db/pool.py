"""Connections to one archive, and the driver's errors as ours."""

import logging
import select
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from pgvector.psycopg import register_vector
from psycopg import Connection
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool

from schedario.db.address import Address
from schedario.db.queries import query
from schedario.errors import DatabaseError, DatabaseUnreachableError

# The pool's own notices would go to the terminal; what matters in them is raised here.
logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())

_WAIT_SECONDS = 30.0
_MOST_CONNECTIONS = 20
"""Two for each lane, one of which holds a file, and some for what else goes on."""


class ArchivePool:
    """Connections whose search path is one archive; transactions on them."""

    def __init__(self, address: Address, search_path: str) -> None:
        self._address = address
        self._search_path = search_path
        self._pool: ConnectionPool[Connection[DictRow]] = ConnectionPool(
            address.conninfo,
            connection_class=Connection[DictRow],
            kwargs={"row_factory": dict_row, "autocommit": True},
            min_size=1,
            max_size=_MOST_CONNECTIONS,
            timeout=_WAIT_SECONDS,
            configure=self._configure,
            # A server that was killed and started again leaves connections that look whole.
            check=_require_alive,
            open=True,
        )

    def close(self) -> None:
        """Close all connections; calling it twice is fine."""
        self._pool.close()

    @contextmanager
    def transaction(self) -> Iterator[Connection[DictRow]]:
        """Give a connection with a transaction that is committed at the end, or undone by an exception.

        Raises:
            DatabaseUnreachableError: The server cannot be reached, or went away.
            DatabaseError: The server refused, for instance for want of disk space.
        """
        with translated(self._address), self._pool.connection() as connection, connection.transaction():
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection[DictRow]]:
        """Give a connection for queries that each stand for themselves; raises as ``transaction``."""
        with translated(self._address), self._pool.connection() as connection:
            yield connection

    def _configure(self, connection: Connection[Any]) -> None:
        connection.execute(query("set_search_path"), {"path": self._search_path})
        # Loading pgvector's types also loads its library, without which the server does not know hnsw's settings.
        register_vector(connection)
        connection.execute("SELECT '[1]'::halfvec")
        # Among them: a lock of a machine that fell off the network is free within two minutes (keepalives).
        connection.execute(query("session_settings"))


def _require_alive(connection: Connection[DictRow]) -> None:
    """Ask the server for a sign of life, if there is reason to: it said something unasked, were it only its end.

    A search borrows a connection a dozen times; asking each time would make its way to the server twice as often.
    """
    # Not select(), which refuses the descriptors of a process that has a thousand open.
    socket = select.poll()
    socket.register(connection.fileno(), select.POLLIN)
    if socket.poll(0):
        ConnectionPool.check_connection(connection)


@contextmanager
def translated(address: Address) -> Iterator[None]:
    """Raise the driver's errors of operation as ours, in one line, without the password.

    Errors of a wrong query are no such errors: they stay what they are.
    """
    try:
        yield
    except psycopg.OperationalError as error:
        raise _translate(error, address) from error
    except psycopg.InterfaceError as error:
        raise DatabaseUnreachableError(
            "the connection to the database was lost", subject=address.place, remedy="Try again"
        ) from error


def _translate(error: psycopg.OperationalError, address: Address) -> DatabaseError:
    state = error.sqlstate or ""
    said = " ".join((error.diag.message_primary or str(error)).split())
    if state.startswith(("53", "58")):
        return DatabaseError(
            f"the database refused ({said})", subject=address.place, remedy="Free disk space or memory and try again"
        )
    if state and not state.startswith(("08", "28", "3D", "57P")):
        return DatabaseError(f"the database refused ({said})", subject=address.place, remedy="Try again")
    return DatabaseUnreachableError(
        f"the database cannot be reached ({said})",
        subject=address.place,
        remedy="Check that the server runs and that SCHEDARIO_DATABASE_URL is right",
    )


@contextmanager
def direct_connection(address: Address) -> Iterator[Connection[DictRow]]:
    """Give a connection outside every archive, in autocommit; raises as ``ArchivePool.transaction``."""
    with (
        translated(address),
        psycopg.connect(address.conninfo, autocommit=True, row_factory=dict_row) as connection,
    ):
        yield connection
