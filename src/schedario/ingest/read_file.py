"""What the operating system and the bytes say of a file."""

import hashlib
import os
import stat
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from schedario.errors import FileChangedError, FileUnreadableError, LimitExceededError
from schedario.records.document import FileFacts

_EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
_LATEST = datetime(9999, 12, 30, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file as it was when it was hashed.

    Attributes:
        facts: What is kept of it.
        place: Where it is read, which is its path unless it is kept under another.
        real: Where it really lies, links followed.
        identity: Device and number by which the operating system knows it.
    """

    facts: FileFacts
    place: str
    real: str
    identity: tuple[int, int]


def read_file(path: Path, real: str, *, max_bytes: int, kept_as: str = "") -> FoundFile:
    """Hash a regular file.

    Args:
        path: The file.
        real: Where it really lay when it was found; a link that was put in its place since is not followed.
        max_bytes: Size beyond which it is not read.
        kept_as: The path under which it is kept, when that is another.

    Raises:
        FileUnreadableError: It cannot be opened, is gone, or is no regular file.
        FileChangedError: It, or a folder above it, was replaced by a link.
        LimitExceededError: It is larger than is allowed.
    """
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(file.fileno())
            _ensure_allowed(path, real, status, max_bytes)
            digest = hashlib.file_digest(file, "sha256")
    except OSError as error:
        raise FileUnreadableError(
            f"cannot read the file ({error.strerror or error})", subject=str(path), remedy="Check its permissions"
        ) from error
    facts = FileFacts(kept_as or str(path), status.st_size, modified_time(status), digest.hexdigest())
    return FoundFile(facts, str(path), real, (status.st_dev, status.st_ino))


def unread_facts(path: Path, kept_as: str = "") -> FileFacts | None:
    """Return what can be kept of a file that is too large to read: its hash is of size and time; None if it is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    seen = f"unread {status.st_size} {status.st_mtime_ns}"
    return FileFacts(
        kept_as or str(path), status.st_size, modified_time(status), hashlib.sha256(seen.encode()).hexdigest()
    )


def read_beginning(found: FoundFile, size: int | None) -> bytes:
    """Return the first bytes of a file, or all of them without a size.

    Raises:
        FileUnreadableError: It cannot be read any more.
        FileChangedError: It is not the file that was hashed.
    """
    try:
        with Path(found.real).open("rb") as file:
            content = file.read(size)
    except OSError as error:
        raise FileUnreadableError(f"cannot read the file ({error.strerror})", subject=found.facts.path) from error
    ensure_unchanged(found)
    if size is None and hashlib.sha256(content).hexdigest() != found.facts.content_hash:
        raise FileChangedError("the file changed while it was read", subject=found.facts.path)
    return content


def ensure_unchanged(found: FoundFile) -> None:
    """Refuse a file that was written to, or replaced, since it was hashed.

    Raises:
        FileChangedError: Its place, identity, size or time differs, or it is gone.
    """
    path = found.facts.path
    try:
        now = os.stat(found.real, follow_symlinks=False)
    except OSError as error:
        raise FileChangedError("the file went away while it was read", subject=path) from error
    same = (
        os.path.realpath(found.place) == found.real
        and (now.st_dev, now.st_ino) == found.identity
        and now.st_size == found.facts.size_bytes
        and modified_time(now) == found.facts.modified
    )
    if not same:
        raise FileChangedError(
            "the file changed while it was read", subject=path, remedy="Add it again when it is complete"
        )


def modified_time(status: os.stat_result) -> datetime:
    """Return the time of change in UTC, to the microsecond, which is what the database keeps.

    Times that no calendar has (file systems allow them) become the first or last day that there is.
    """
    try:
        time = datetime.fromtimestamp(status.st_mtime_ns // 1000 / 1_000_000, tz=UTC)
    except (ValueError, OverflowError, OSError):
        return _EARLIEST if status.st_mtime_ns < 0 else _LATEST
    return min(max(time, _EARLIEST), _LATEST)


def _ensure_allowed(path: Path, real: str, status: os.stat_result, max_bytes: int) -> None:
    if os.path.realpath(path) != real:
        raise FileChangedError("the file was replaced by a link while it was waited for", subject=str(path))
    if not stat.S_ISREG(status.st_mode):
        raise FileUnreadableError("not a regular file", subject=str(path))
    if status.st_size > max_bytes:
        allowed, found = f"{max_bytes / 1024**2:.0f}", f"{status.st_size / 1024**2:,.0f} MB"
        raise LimitExceededError.reached("max_file_mb", allowed, found, subject=str(path))
