"""The server's processes as the operating system shows them: alive, dying, or a stale file that names a stranger."""

import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from schedario.db.sockets import SOCKET_NAME
from schedario.errors import DatabaseServerError

_PID_FILE = "postmaster.pid"
_POLITE_SECONDS = 5.0
_LEFTOVER_SECONDS = 30.0
_POLL_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Postmaster:
    """What a server wrote of itself.

    Attributes:
        pid: Its process.
        socket_folder: Where its socket lies.
    """

    pid: int
    socket_folder: Path

    def lives(self, data: Path) -> bool:
        """Tell whether that process still is a server of this data; when in doubt, it is."""
        return _serves(self.pid, data)


def read_postmaster(data: Path) -> Postmaster | None:
    """Read the server's pid file; None without one, or while it is being written."""
    try:
        lines = (data / _PID_FILE).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return None
    # The order is PostgreSQL's: pid, data folder, start time, port, socket folder, ...
    if len(lines) < 5 or not lines[0].strip().isdecimal() or not lines[4]:
        return None
    return Postmaster(int(lines[0]), Path(lines[4]))


def remove_stale_lock_files(data: Path, socket_folder: Path) -> None:
    """Remove the server's lock files whose process is another program's by now, or dead and not yet reaped.

    PostgreSQL itself sees only that a process of that number exists, and refuses to start.
    """
    for lock_file in (data / _PID_FILE, socket_folder / f"{SOCKET_NAME}.lock"):
        pid = _pid_in(lock_file)
        if pid is not None and psutil.pid_exists(pid) and not _serves(pid, data):
            lock_file.unlink(missing_ok=True)


def _pid_in(lock_file: Path) -> int | None:
    try:
        first, *_ = lock_file.read_text(encoding="utf-8", errors="surrogateescape").splitlines() or [""]
    except FileNotFoundError:
        return None
    return int(first) if first.strip().isdecimal() else None


def end_leftovers(data: Path) -> bool:
    """Wait for the processes of a server whose postmaster was killed; the next one cannot start beside them.

    They end by themselves at their next look at the client, but one that computes looks late: after some seconds they
    are asked to end, then made to. Nothing that was committed is lost by it. A server that has only just started, and
    writes its pid file now, is none of them.

    Returns:
        Whether there were any, or a server is there now.

    Raises:
        DatabaseServerError: They could not be ended.
    """
    began = time.monotonic()
    met = False
    while leftovers := _processes_of(data):
        met = True
        postmaster = read_postmaster(data)
        if postmaster and postmaster.lives(data):
            return True
        waited = time.monotonic() - began
        if waited > _LEFTOVER_SECONDS:
            raise DatabaseServerError(
                "processes of a killed database server do not end",
                subject=", ".join(str(process.pid) for process in leftovers),
                remedy="End them by hand and try again",
            )
        if waited > _POLITE_SECONDS:
            for process in leftovers:
                _end(process, forcibly=waited > 2 * _POLITE_SECONDS)
        time.sleep(_POLL_SECONDS)
    return met


def _end(process: psutil.Process, *, forcibly: bool) -> None:
    try:
        process.kill() if forcibly else process.terminate()
    except psutil.NoSuchProcess:
        return


def _processes_of(data: Path) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if _is_postgres(process) and _works_in(process, data)]


def _serves(pid: int, data: Path) -> bool:
    """Tell whether a process is a server's, of this data; unknown counts as yes."""
    try:
        process = psutil.Process(pid)
    except psutil.NoSuchProcess:
        return False
    return _is_postgres(process) and _works_in(process, data, unknown=True)


def _is_postgres(process: psutil.Process) -> bool:
    try:
        return process.status() != psutil.STATUS_ZOMBIE and str(process.name()).startswith("postgres")
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return True


def _works_in(process: psutil.Process, data: Path, *, unknown: bool = False) -> bool:
    """Tell whether a server process has this data folder as its working folder, which all of them have."""
    try:
        return Path(process.cwd()) == data
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return unknown
