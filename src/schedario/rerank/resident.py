"""Keeps what is costly to load: loaded at its first use, once, and released when it rests."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from schedario.errors import RerankerError

_RETRY_SECONDS = 60.0
"""How long a failure to load stands before it is tried again: loading may take many seconds to fail."""

_Model = TypeVar("_Model")


class Resident(Generic[_Model]):
    """A model that is in memory while it is used, and for a while after; one use at a time."""

    def __init__(self, load: Callable[[], _Model], *, idle_seconds: float, on_release: Callable[[], None]) -> None:
        """Remember how to load.

        Args:
            load: Makes the model; raises RerankerError when it cannot.
            idle_seconds: Time without a use after which it is released.
            on_release: Called when the last reference of ours is gone.
        """
        self._load = load
        self._idle_seconds = idle_seconds
        self._on_release = on_release
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._failure: RerankerError | None = None
        self._failed_at = 0.0
        self._timer: threading.Timer | None = None

    @contextmanager
    def use(self) -> Iterator[_Model]:
        """Give the model to one user; it is loaded first when it is not there.

        Raises:
            RerankerError: It cannot be loaded, or could not be a short while ago.
        """
        with self._lock:
            self._stop_timer()
            if self._model is None:
                self._model = self._loaded()
            try:
                yield self._model
            finally:
                self._start_timer()

    def release(self) -> None:
        """Let the model go, unless it is in use: then its user's end is not waited for."""
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._stop_timer()
            if self._model is not None:
                self._model = None
                self._on_release()
        finally:
            self._lock.release()

    def _loaded(self) -> _Model:
        if self._failure and time.monotonic() - self._failed_at < _RETRY_SECONDS:
            raise self._failure
        try:
            model = self._load()
        except RerankerError as error:
            self._failure, self._failed_at = error, time.monotonic()
            raise
        self._failure = None
        return model

    def _start_timer(self) -> None:
        self._timer = threading.Timer(self._idle_seconds, self.release)
        self._timer.daemon = True
        self._timer.start()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None
