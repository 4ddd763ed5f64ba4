"""Which service runs for a data folder: a file that its clients read, and the lock that says whether it is true.

The kernel drops the lock of a process that is killed, so a file that is left behind deceives nobody. Imports nothing
heavy, since clients would wait for it.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_type_hints

from schedario.errors import DataFolderError, ServiceRunningError

STATE_FILE = "service.json"
LOCK_FILE = "service.lock"

_MOST_BYTES = 64 * 1024
"""Of a state file; a larger one is none."""

_PATIENCE_SECONDS = 1.0
"""A client that looks whether the lock is held has it for some microseconds; whoever serves has it for good."""


@dataclass(frozen=True, slots=True)
class ServiceState:
    """A running service, as its clients find it.

    Attributes:
        pid: Of its process.
        started: When it began to serve, in seconds since 1970.
        host: The address that it listens on, as clients reach it.
        port: The port.
        secret: Lets whoever can read the file in, as a bearer token.
        archive: The archive that it serves.
        version: Of the program.
        settings: The mark of the settings under which it was started.
    """

    pid: int
    started: float
    host: str
    port: int
    secret: str
    archive: str
    version: str
    settings: str

    @property
    def url(self) -> str:
        """Where it is."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"


def running_service(home: Path) -> ServiceState | None:
    """Return the service that runs for a data folder; None when none does, or it is not ready to be asked."""
    try:
        if not _is_held(home / LOCK_FILE):
            return None
        return _read(home / STATE_FILE)
    except (OSError, ValueError, TypeError, RecursionError):
        # No folder, no file yet, one that is just being written, or one of another version: nobody who can be asked.
        return None


def _read(path: Path) -> ServiceState:
    # A pipe in its place would be waited for, and a link may lead to one.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
        said = json.loads(file.read(_MOST_BYTES))
    state = ServiceState(**said)
    for name, kind in get_type_hints(ServiceState).items():
        if not isinstance(getattr(state, name), kind):
            raise TypeError(name)
    return state


@dataclass(frozen=True, slots=True)
class Claim:
    """A data folder whose only service this process is.

    Attributes:
        home: The folder.
        lock: The file that is locked, opened.
    """

    home: Path
    lock: int

    @property
    def holds(self) -> bool:
        """Whether the lock is still the one that others look at; it is not where the folder or the file was removed."""
        try:
            there = (self.home / LOCK_FILE).lstat()
        except OSError:
            return False
        held = os.fstat(self.lock)
        return (there.st_dev, there.st_ino) == (held.st_dev, held.st_ino)

    def publish(self, state: ServiceState) -> None:
        """Let clients find the service, if they do not yet; only the owner can read how.

        Raises:
            DataFolderError: The data folder cannot be written to.
        """
        try:
            if _found(self.home / STATE_FILE) != state:
                _write(self.home / STATE_FILE, state)
        except OSError as error:
            raise _unwritable(error, self.home) from error


def _found(path: Path) -> ServiceState | None:
    try:
        return _read(path)
    except (OSError, ValueError, TypeError, RecursionError):
        return None


@contextmanager
def only_service(home: Path) -> Iterator[Claim]:
    """Be the only service of a data folder, which is made if there is none.

    Raises:
        ServiceRunningError: There is one already.
        DataFolderError: The folder cannot be made, or written to.
    """
    lock = _opened(home)
    try:
        if not _take(lock):
            known = running_service(home)
            at = f" at {known.url} (process {known.pid})" if known else ""
            raise ServiceRunningError(
                f"a service runs already{at}", subject=str(home), remedy="Use it, or end it first"
            )
        # Whoever left it was killed; clients must not take it for ours before we are ready.
        (home / STATE_FILE).unlink(missing_ok=True)
        claim = Claim(home, lock)
        try:
            yield claim
        finally:
            if claim.holds:
                (home / STATE_FILE).unlink(missing_ok=True)
    finally:
        os.close(lock)


def _opened(home: Path) -> int:
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.open(home / LOCK_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _unwritable(error, home) from error


def _unwritable(error: OSError, home: Path) -> DataFolderError:
    return DataFolderError(
        f"the data folder cannot be written to ({error.strerror})",
        subject=str(home),
        remedy="Make room or give permission, or name another one by SCHEDARIO_HOME",
    )


def _write(path: Path, state: ServiceState) -> None:
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
    unfinished.replace(path)


def _is_held(path: Path) -> bool:
    lock = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(lock)
    return False


def _take(lock: int) -> bool:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        else:
            return True
