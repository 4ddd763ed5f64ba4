"""One child process as the parent holds it: start, talk, measure, kill."""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr import OcrOptions
from schedario.extract.protocol import Hello, Message, ProtocolError, read_message, write_message

CHILD_COMMAND = (sys.executable, "-P", "-m", "schedario.extract.child")
# The folder that holds our package, which need not be installed.
_PACKAGE_ROOT = str(Path(__file__).resolve().parents[2])
_END_SECONDS = 5.0
# Finding them means reading the whole table of processes, a millisecond for each hundred.
_SEEK_PROGRAMS_SECONDS = 0.25


class ChildClosedError(Exception):
    """The child is gone, or says what it should not."""


class ChildProcess:
    """A running child; messages from it are queued by a thread of its own."""

    def __init__(
        self, folder: Path, limits: ExtractionLimits, ocr: OcrOptions, command: Sequence[str] = CHILD_COMMAND
    ) -> None:
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._started: queue.Queue[subprocess.Popen[bytes] | OSError] = queue.Queue()
        threading.Thread(target=self._run, args=(folder, command), daemon=True).start()
        started = self._started.get()
        if isinstance(started, OSError):
            raise started
        self._process = started
        self._measured = psutil.Process(started.pid)
        self._programs: list[psutil.Process] = []
        self._programs_sought = time.monotonic()
        self.files_served = 0
        self.send(Hello(limits, ocr))

    @property
    def pid(self) -> int:
        """Process id, which is also that of its group."""
        return self._process.pid

    def send(self, message: Message) -> None:
        """Send a message.

        Raises:
            ChildClosedError: The child is gone.
        """
        assert self._process.stdin is not None
        try:
            write_message(self._process.stdin, message)
        except OSError as error:
            raise ChildClosedError from error

    def receive(self, timeout_seconds: float) -> Message | None:
        """Return the next message, None when none came in time.

        Raises:
            ChildClosedError: The child is gone.
        """
        try:
            message = self._inbox.get(timeout=timeout_seconds)
        except queue.Empty:
            return None
        if message is None:
            # Left in the inbox, so that a later call does not wait for ever.
            self._inbox.put(None)
            raise ChildClosedError
        return message

    def memory_bytes(self) -> int:
        """Resident memory of the child with the programs that it runs; zero when it is gone."""
        now = time.monotonic()
        if now - self._programs_sought >= _SEEK_PROGRAMS_SECONDS:
            self._programs_sought, self._programs = now, self._running_programs()
        return sum(map(_resident_bytes, [self._measured, *self._programs]))

    def _running_programs(self) -> list[psutil.Process]:
        try:
            return list(self._measured.children(recursive=True))
        except psutil.Error:
            return []

    def alive(self) -> bool:
        """Tell whether it can be asked."""
        if self._process.poll() is not None:
            return False
        # A process of several threads is a zombie for a moment before it can be waited for.
        try:
            return bool(self._measured.status() != psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return False

    def end(self) -> str:
        """Kill the whole group, wait for it and say how the child ended."""
        # Also when the child has died: a program that it ran is still in its group. An empty group is gone.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait(_END_SECONDS)
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        return signal.Signals(-code).name if code < 0 else f"exit status {code}"

    def _run(self, folder: Path, command: Sequence[str]) -> None:
        """Start the child and queue what it says.

        The child is started here, not by the caller: on Linux it is killed with the thread that started it, and this
        thread lives as long as the child does.
        """
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=_environment(folder),
                process_group=0,
            )
        except OSError as error:
            self._started.put(error)
            return
        self._started.put(process)
        assert process.stdout is not None
        with contextlib.suppress(ProtocolError, OSError, ValueError):
            while (message := read_message(process.stdout)) is not None:
                self._inbox.put(message)
        self._inbox.put(None)


def _resident_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _environment(folder: Path) -> dict[str, str]:
    paths = [_PACKAGE_ROOT, *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TMPDIR": str(folder),
        "OMP_NUM_THREADS": "1",
        "OMP_THREAD_LIMIT": "1",
    }
