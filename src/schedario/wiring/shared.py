"""One archive that is open for as long as a service runs, for many threads and all front doors of the process."""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Self, TypeVar

from schedario.errors import ModelError
from schedario.wiring.application import Application
from schedario.wiring.archive_services import ArchiveServices

T = TypeVar("T")

SEARCH_THREADS = max(2, min(8, os.cpu_count() or 2))
"""Searches at once. Each uses the model's threads and Python's time: more of them would only wait for each other
instead of in line, and hold connections meanwhile."""


class SharedArchive:
    """An open archive, with the threads in which it is searched.

    Attributes:
        application: All parts.
        archive: The archive's name.
        token_hashes: Of the tokens that are valid.
        generation: Counts the changes of settings.
    """

    def __init__(self, application: Application, archive: str) -> None:
        self.application = application
        self.archive = archive
        self._open = ExitStack()
        self._threads = ThreadPoolExecutor(SEARCH_THREADS, "search")
        self._warmed = threading.Event()
        self._trouble = ""
        self._changing = threading.Lock()
        self._overrides: dict[str, str] = {}
        self.token_hashes: frozenset[str] = frozenset()
        self.generation = 0

    def __enter__(self) -> Self:
        """Open the archive, which is made if there is none; raises as ``Application.archive``."""
        self._services = self._open.enter_context(self.application.archive(self.archive, create=True))
        self.refresh()
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._open.close()

    @property
    def services(self) -> ArchiveServices:
        """What can be done with the archive; ask for it anew for each request."""
        return self._services

    @contextmanager
    def open(self, name: str = "") -> Iterator[ArchiveServices]:
        """Give an archive for one request: the shared one for no name or its own, else another of the database.

        Raises:
            ArchiveMissingError: There is none of that name.
        """
        if name in ("", self.archive):
            yield self.services
            return
        with self.application.archive(name) as services:
            yield services

    @property
    def ready(self) -> bool:
        """Whether the model was loaded, or found unusable; questions before that wait for it."""
        return self._warmed.is_set()

    @property
    def model_trouble(self) -> str:
        """Why the model could not be loaded, in a sentence; empty when it was, or is yet to be."""
        return self._trouble

    def warm(self) -> None:
        """Load the model, so that no question waits for it."""
        embedder = self.services.searching.pipeline.embedder
        try:
            embedder.load()
            embedder.embed_query("a question")
        except ModelError as error:
            self._trouble = str(error)
        finally:
            self._warmed.set()

    def refresh(self) -> None:
        """Take over what was changed meanwhile, by whatever process: tokens, and settings of the archive.

        Raises:
            DatabaseError: The archive cannot be read; what was known before holds.
            SettingError: A setting has a value that is not allowed; likewise.
        """
        opened = self.application.database.archive(self.archive, create=False)
        self.token_hashes = frozenset(token.hash for token in opened.tokens.all())
        overrides = opened.overrides.all()
        with self._changing:
            if overrides == self._overrides:
                return
            # What was open before goes on for those who are using it, and is closed at the end.
            self._services = self._open.enter_context(self.application.archive(self.archive))
            self._overrides = overrides
            self.generation += 1

    def is_busy(self) -> bool:
        """Tell whether anything is to be done or being done."""
        lengths = self.services.overview.queue_lengths()
        return bool(lengths.running or sum(lengths.waiting.values()))

    def revive(self) -> None:
        """Start the embedded server again if it was killed."""
        self.application.database.ensure_running()

    async def search(self, work: Callable[[], T]) -> T:
        """Do work that asks the model, when its turn has come; a caller that is cancelled before costs nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
