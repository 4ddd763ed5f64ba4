"""Keeps the containers open that the last member lay in, so that each of thousands does not open them anew.

Members come one container after the other: what the next does not lie in is closed, and makes room on the disk.
"""

import shutil
from dataclasses import replace
from pathlib import Path

from schedario.extract.members import Taken
from schedario.extract.source import Source
from schedario.extract.workspace import KEPT_FOLDER

_Identity = tuple[str, int, int, int]


class OpenedContainers:
    """The containers of one file on disk, by the keys that lead to them; another file takes their place."""

    def __init__(self) -> None:
        self._file: _Identity | None = None
        self._sources: dict[tuple[str, ...], Source] = {}

    def of(self, path: Path, keys: tuple[str, ...]) -> dict[tuple[str, ...], Source]:
        """Return the containers that are open on the way to a member, to be read and added to.

        Args:
            path: The file on disk; none are open when it has changed.
            keys: The way to the member.
        """
        identity = _identity(path)
        if identity is None or identity != self._file:
            self._file, self._sources = identity, {}
        on_the_way = [keys[:depth] for depth in range(len(keys))]
        for passed in self._sources.keys() - set(on_the_way):
            _forget(self._sources.pop(passed))
        # The parent empties the folder when it starts to read another file.
        self._sources = {keys: source for keys, source in self._sources.items() if source.path.exists()}
        return self._sources


def _forget(source: Source) -> None:
    """Remove a container that was moved aside; a message that lies in one unpacked has that one's path, which stays."""
    if not source.inside and source.path.parent.parent == Path(KEPT_FOLDER).absolute():
        shutil.rmtree(source.path.parent, ignore_errors=True)


def _identity(path: Path) -> _Identity | None:
    """Return what a file is known by; None when it is gone, which its reader will say."""
    try:
        status = path.stat()
    except OSError:
        return None
    return str(path), status.st_ino, status.st_size, status.st_mtime_ns


def moved_aside(source: Source, taken: Taken) -> Taken:
    """Move a container that was taken out to where the parent leaves it until the next file."""
    if taken.path == source.path:
        return taken
    folder = Path(KEPT_FOLDER)
    folder.mkdir(exist_ok=True)
    kept = Path(shutil.move(taken.path.parent, folder))
    return replace(taken, path=kept.absolute() / taken.path.name)
