"""What the operating system and the bytes say of a file."""

import hashlib
import os
import stat
from datetime import UTC, datetime
from pathlib import Path

from schedario.errors import FileChangedError, FileUnreadableError
from schedario.records.document import FileFacts


def read_file(path: Path) -> FileFacts:
    """Hash a regular file.

    Raises:
        FileUnreadableError: It cannot be opened, is gone, or is no regular file.
    """
    try:
        # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            facts = os.fstat(file.fileno())
            if not stat.S_ISREG(facts.st_mode):
                raise FileUnreadableError("not a regular file", subject=str(path))
            digest = hashlib.file_digest(file, "sha256")
    except OSError as error:
        raise FileUnreadableError(
            f"cannot read the file ({error.strerror or error})",
            subject=str(path),
            remedy="Check its permissions",
        ) from error
    return FileFacts(
        path=str(path),
        size_bytes=facts.st_size,
        modified=_time(facts),
        content_hash=digest.hexdigest(),
    )


def ensure_unchanged(facts: FileFacts) -> None:
    """Refuse a file that was written to since it was hashed.

    Raises:
        FileChangedError: Its size or time differs, or it is gone.
    """
    try:
        now = os.stat(facts.path)  # noqa: PTH116 - the path is kept as text with surrogate escapes
    except OSError as error:
        raise FileChangedError("the file went away while it was read", subject=facts.path) from error
    if now.st_size != facts.size_bytes or _time(now) != facts.modified:
        raise FileChangedError(
            "the file changed while it was read",
            subject=facts.path,
            remedy="Add it again when it is complete",
        )


def _time(facts: os.stat_result) -> datetime:
    """Return the time of change in UTC, to the microsecond, which is what the database keeps."""
    return datetime.fromtimestamp(facts.st_mtime_ns // 1000 / 1_000_000, tz=UTC)
