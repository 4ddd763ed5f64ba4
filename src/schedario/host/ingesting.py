"""Brings in what is in the queue, in a thread of the service, until it ends."""

import threading
from collections.abc import Callable

from schedario.errors import SchedarioError
from schedario.services.working import Working
from schedario.wiring.shared import SharedArchive

_PAUSE_SECONDS = 5.0


class Ingesting:
    """The worker of a service."""

    def __init__(self, shared: SharedArchive, notice: Callable[[str], None]) -> None:
        self._shared = shared
        self._notice = notice
        self._working: Working | None = None
        self._guard = threading.Lock()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ingesting")

    def start(self) -> None:
        """Load the model, then begin with the queue."""
        self._thread.start()

    def stop(self) -> None:
        """Begin no further file; said again, give the one in hand back now."""
        self._ending.set()
        self.renew()

    def renew(self) -> None:
        """Go on under the settings that hold now, after the file in hand."""
        with self._guard:
            if self._working:
                self._working.stop()

    def end(self, seconds: float) -> bool:
        """Stop, and wait for the end; a file that takes longer than some seconds is given back.

        Returns:
            Whether it ended; a file whose text is at the model cannot be given back before the model is done with it.
        """
        for _ in range(2):
            self.stop()
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._shared.warm()
        said = ""
        while not self._ending.is_set():
            try:
                self._work()
            except SchedarioError as error:
                if str(error) != said:
                    said = str(error)
                    self._notice(f"the queue waits: {said}")
                self._ending.wait(_PAUSE_SECONDS)
                self._shared.revive()

    def _work(self) -> None:
        with self._shared.application.worker(self._shared.archive) as working:
            with self._guard:
                self._working = working
            try:
                if not self._ending.is_set():
                    working.run(lambda _: None)
            finally:
                with self._guard:
                    self._working = None
