"""Which files are being brought in, on any machine: an advisory lock of the database for each."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from schedario.db.pool import ArchivePool
from schedario.db.queries import query


class FileLocks:
    """The files of one archive that are in hand (``ports.FileLocks``).

    A lock belongs to a connection, which is held as long, and goes with it: nobody waits for one who was killed.
    """

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    @contextmanager
    def held(self, path: str) -> Iterator[None]:
        """Hold a file, once whoever holds it has let go."""
        values = {"path": os.fsencode(path)}
        with self._pool.reading() as connection:
            connection.execute(query("lock_file"), values)
            try:
                yield
            finally:
                if not connection.closed:
                    connection.execute(query("unlock_file"), values)
