"""What a person means by a path."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from schedario.errors import PathMissingError
from schedario.records.source import GIT_MARK

_folder: ContextVar[str] = ContextVar("folder", default="")
"""From which relative paths are meant; empty for the current folder."""


def named_path(text: str) -> Path:
    """Return the absolute path that was named; it need not exist.

    Links are kept, so that a file keeps the name it is known by; only a path with ``..`` in it is resolved on the disk,
    where ``..`` above a link means the link's target's parent. That of a document of a repository is as it is.

    Raises:
        PathMissingError: Nothing was named (an empty text must not mean the current folder), or ``~`` a user unknown.
    """
    if not text.strip():
        raise PathMissingError("the path is empty", remedy="Name a file or folder; the current folder is .")
    if "\x00" in text:
        raise PathMissingError("a path cannot hold a NUL character", subject=text.replace("\x00", "\\0"))
    if text.startswith(GIT_MARK):
        return Path(text)
    try:
        path = Path(text).expanduser()
    except RuntimeError as error:
        raise PathMissingError("no such user", subject=text, remedy="Check the spelling") from error
    path = Path(_folder.get()) / path
    return Path(os.path.realpath(path)) if ".." in path.parts else Path(os.path.abspath(path))


@contextmanager
def paths_from(folder: str) -> Iterator[None]:
    """Let relative paths be meant from a folder that is not this process's own, in this thread."""
    token = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(token)
