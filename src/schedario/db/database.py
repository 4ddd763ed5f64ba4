"""The facade: a server, and archives on it."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.address import Address, from_url
from schedario.db.analyses import Analyses
from schedario.db.archives import (
    archive_figures,
    drop_archive,
    list_archives,
    open_archive,
    search_path_of,
    validate_archive_name,
)
from schedario.db.backup import back_up, restore
from schedario.db.check import DatabaseCheck
from schedario.db.documents import Documents
from schedario.db.file_locks import FileLocks
from schedario.db.integrity import Integrity
from schedario.db.moving import move
from schedario.db.notes import Notes
from schedario.db.overrides import Overrides
from schedario.db.pictures import PictureTexts
from schedario.db.pool import ArchivePool, direct_connection
from schedario.db.postmaster import read_postmaster
from schedario.db.queue import Queue
from schedario.db.search import Search
from schedario.db.search_runs import SearchRuns
from schedario.db.server import EmbeddedServer
from schedario.db.sketches import Sketches
from schedario.db.sources import Sources
from schedario.db.space_building import SpaceBuilding
from schedario.db.spaces import Spaces
from schedario.db.tokens import Tokens
from schedario.db.versions import Versions, ensure_versions
from schedario.db.vision import VisionReadings
from schedario.ports import Worker
from schedario.records.backup import BackupFacts
from schedario.records.job import WorkerOptions
from schedario.records.status import ArchiveFigures


@dataclass(frozen=True, slots=True)
class Archive:
    """The stores of one archive; they live as long as their ``Database``.

    Attributes:
        name: The archive's name.
        documents: What is kept of files.
        search: Finding chunks.
        spaces: Which embedding spaces there are.
        building: The building of another one.
        runs: Records of searches.
        pictures: What is known of pictures inside documents.
        vision: What models that see made of them.
        locks: Which files are in hand.
        queue: What is to be done.
        integrity: Whether its tables agree with each other.
        sources: Folders and repositories that are kept up to date.
        notes: Notes, and the links of all documents.
        sketches: By which versions of one document are recognised.
        tokens: Who may ask its service.
        overrides: Settings that hold for it alone.
        analyses: What presents its documents.
    """

    name: str
    documents: Documents
    search: Search
    spaces: Spaces
    building: SpaceBuilding
    runs: SearchRuns
    pictures: PictureTexts
    vision: VisionReadings
    locks: FileLocks
    queue: Queue
    integrity: Integrity
    sources: Sources
    notes: Notes
    sketches: Sketches
    tokens: Tokens
    overrides: Overrides
    analyses: Analyses


class Database:
    """One server with its archives."""

    def __init__(
        self, address: Address, server: EmbeddedServer | None, versions: Versions, stalled_seconds: float
    ) -> None:
        self._stalled_seconds = stalled_seconds
        self._address = address
        self._server = server
        self._versions = versions
        self._pools: dict[str, ArchivePool] = {}
        self._guard = threading.Lock()

    @classmethod
    def open(cls, *, home: Path, url: str = "", stalled_seconds: float = 30.0) -> "Database":
        """Open the server at a URL, or, without one, the embedded server of a data folder.

        Args:
            home: The data folder.
            url: Of another server; empty for none.
            stalled_seconds: Time without a sign of life after which a worker is taken for dead.

        Raises:
            SettingError: The URL cannot be read.
            DatabaseUnreachableError: Nobody answers there.
            DatabaseServerError: The embedded server could not be started.
            DatabaseVersionError: The server or its pgvector is missing or too old.
        """
        server = None if url else EmbeddedServer.open(home)
        try:
            address = server.address if server else from_url(url)
            with direct_connection(address) as connection:
                versions = ensure_versions(connection)
        except BaseException:
            if server:
                server.close()
            raise
        return cls(address, server, versions, stalled_seconds)

    @property
    def opened_folders(self) -> tuple[Path, ...]:
        """Folders that root opened for anybody to pass (not to list); for a notice to the person."""
        return self._server.opened_folders if self._server else ()

    @property
    def server_pid(self) -> int | None:
        """The process of the embedded server; None when it is another's server, or was killed."""
        found = read_postmaster(self._server.folder / "data") if self._server else None
        return found.pid if found else None

    def archive(self, name: str, *, create: bool) -> Archive:
        """Open an archive, brought up to the code.

        Args:
            name: Its name.
            create: Whether to make it if there is none.

        Raises:
            ArchiveNameError: The name is not allowed.
            ArchiveMissingError: There is none, and none was to be made.
            DatabaseVersionError: A newer version of the product made it.
        """
        validate_archive_name(name)
        with self._guard:
            if name not in self._pools:
                self._pools[name] = self._open_pool(name, create=create)
            pool = self._pools[name]
        return Archive(
            name=name,
            documents=Documents(pool, name),
            search=Search(pool),
            spaces=Spaces(pool),
            building=SpaceBuilding(pool),
            runs=SearchRuns(pool),
            pictures=PictureTexts(pool),
            vision=VisionReadings(pool),
            locks=FileLocks(pool),
            queue=Queue(pool, name, self._stalled_seconds),
            integrity=Integrity(pool),
            sources=Sources(pool),
            notes=Notes(pool),
            sketches=Sketches(pool),
            tokens=Tokens(pool),
            overrides=Overrides(pool),
            analyses=Analyses(pool),
        )

    def worker(self, archive: Archive, options: WorkerOptions) -> Worker:
        """Return what does the jobs of an archive."""
        # Loaded here because most commands have no use for it.
        from schedario.db.worker import Worker

        search_path = search_path_of(archive.name, self._versions.pgvector_schema)
        return Worker(self._address, search_path, archive.queue, options)

    def archives(self) -> Sequence[str]:
        """Return the names of all archives, in order."""
        with self._connection() as connection:
            return list_archives(connection)

    def archive_figures(self) -> Sequence[ArchiveFigures]:
        """Return what each archive holds, by name."""
        with self._connection() as connection:
            return [archive_figures(connection, name) for name in list_archives(connection)]

    def drop_archive(self, name: str) -> bool:
        """Remove an archive with all that is in it; False when there is none."""
        validate_archive_name(name)
        with self._guard:
            pool = self._pools.pop(name, None)
            if pool:
                pool.close()
        with self._connection() as connection:
            return drop_archive(connection, name, search_path_of(name, self._versions.pgvector_schema))

    def back_up(self, name: str, path: Path, originals: Path | None = None, *, replace: bool) -> BackupFacts:
        """Write an archive to a file; see ``backup.back_up``."""
        self.archive(name, create=False)
        with self._pools[name].transaction() as connection:
            return back_up(connection, name, path, originals / name if originals else None, replace=replace)

    def restore(self, path: Path, name: str | None, originals: Path | None = None) -> tuple[str, BackupFacts]:
        """Make an archive of a backup; see ``backup.restore``."""
        return restore(self._address, path, name, originals, pgvector_schema=self._versions.pgvector_schema)

    def move_to(self, target: "Database", folder: Path, switch: Callable[[], None], *, keep: bool) -> list[BackupFacts]:
        """Move all archives to another database; see ``moving.move``."""
        return move(self, target, (self._address, target._address), folder, switch, keep=keep)

    def release(self) -> None:
        """Close the connections to all archives; the next use opens others."""
        with self._guard:
            pools, self._pools = list(self._pools.values()), {}
        for pool in pools:
            pool.close()

    def ensure_running(self) -> None:
        """Start the embedded server again if it died under its users; another's server is left to its keeper.

        Raises:
            DatabaseServerError: It could not be started.
        """
        if self._server:
            EmbeddedServer.open(self._server.folder.parent).close()

    def check(self) -> DatabaseCheck:
        """Return the doctor's look at this database."""
        folder = self._server.folder if self._server else None
        return DatabaseCheck(self._connection, self._address.place, folder)

    def close(self) -> None:
        """Close all connections, and stop the embedded server if nobody else uses it; calling it twice is fine."""
        self.release()
        if self._server:
            self._server.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _open_pool(self, name: str, *, create: bool) -> ArchivePool:
        pgvector_schema = self._versions.pgvector_schema
        with self._connection() as connection:
            open_archive(connection, self._address, name, pgvector_schema=pgvector_schema, create=create)
        return ArchivePool(self._address, search_path_of(name, pgvector_schema))

    @contextmanager
    def _connection(self) -> Iterator[Connection[DictRow]]:
        with direct_connection(self._address) as connection:
            yield connection
