"""Locks between processes that the kernel drops when their holder dies, however it dies."""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schedario.db.private_files import open_private
from schedario.errors import DatabaseServerError

_POLL_SECONDS = 0.02

_open: set[int] = set()
"""Descriptors of this process; a forked child closes its copies, or its parent's locks would outlive the parent."""


def _forget_in_child() -> None:
    for descriptor in _open:
        os.close(descriptor)
    _open.clear()


os.register_at_fork(after_in_child=_forget_in_child)


def open_lock_file(path: Path) -> int:
    """Open a lock file, made if it is not there.

    Raises:
        DatabaseServerError: The operating system does not allow it.
    """
    try:
        descriptor = open_private(path, os.O_RDWR)
    except OSError as error:
        raise DatabaseServerError(
            f"cannot open the database's lock file ({error.strerror})",
            subject=str(path),
            remedy="Use a data folder of your own (SCHEDARIO_HOME)",
        ) from error
    _open.add(descriptor)
    return descriptor


def close_lock_file(descriptor: int) -> None:
    """Close a lock file, which drops its lock; nothing happens where a fork has closed it already."""
    if descriptor in _open:
        _open.discard(descriptor)
        os.close(descriptor)


def try_exclusive(descriptor: int) -> bool:
    """Turn a lock into an exclusive one; False, and no lock at all, when anybody else holds one."""
    return _try(descriptor, fcntl.LOCK_EX)


def take_shared(descriptor: int, *, timeout_seconds: float) -> None:
    """Take a shared lock.

    Raises:
        DatabaseServerError: Somebody held an exclusive one for all that time.
    """
    _take(descriptor, fcntl.LOCK_SH, timeout_seconds)


@contextmanager
def exclusive(path: Path, *, timeout_seconds: float) -> Iterator[int]:
    """Hold an exclusive lock on a file; yields its descriptor.

    Raises:
        DatabaseServerError: Somebody else held it for all that time.
    """
    descriptor = open_lock_file(path)
    try:
        _take(descriptor, fcntl.LOCK_EX, timeout_seconds)
        yield descriptor
    finally:
        # The lock stays as long as a program that was given the descriptor is at work.
        close_lock_file(descriptor)


def _take(descriptor: int, kind: int, timeout_seconds: float) -> None:
    deadline = time.monotonic() + timeout_seconds
    while not _try(descriptor, kind):
        if time.monotonic() > deadline:
            raise DatabaseServerError(
                f"another process has been starting or stopping the database for {timeout_seconds:.0f} seconds",
                remedy="Look for a process that hangs, end it and try again",
            )
        time.sleep(_POLL_SECONDS)


def _try(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True
