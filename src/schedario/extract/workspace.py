"""The child's temporary folder: made, emptied and removed by the parent."""

import contextlib
import os
import re
import shutil
import tempfile
from pathlib import Path

import psutil

KEPT_FOLDER = "containers"
"""Below a child's folder: containers that lie in another, which are kept while their members are read."""
_PREFIX = "schedario-extract-"
_NAME = re.compile(re.escape(_PREFIX) + r"(\d+)-.+")


class Workspace:
    """A folder of one child, named after the parent's process id."""

    def __init__(self, root: Path) -> None:
        self.path = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root))

    def clear(self, *, keep_containers: bool = False) -> None:
        """Remove what a file left behind; a folder that the system tidied away is made again.

        Args:
            keep_containers: Leave the containers whose other members may be asked for next.
        """
        self.path.mkdir(mode=0o700, exist_ok=True)
        for entry in self.path.iterdir():
            if not (keep_containers and entry.name == KEPT_FOLDER):
                _remove(entry)

    def remove(self) -> None:
        """Remove the folder; calling it twice is fine."""
        _remove(self.path)


def remove_stale(root: Path) -> None:
    """Remove folders whose parent was killed before it could remove them."""
    for entry in root.glob(f"{_PREFIX}*"):
        match = _NAME.fullmatch(entry.name)
        if match and not psutil.pid_exists(int(match[1])) and _is_mine(entry):
            _remove(entry)


def _is_mine(folder: Path) -> bool:
    """Tell whether a folder in a place that all users share is this user's."""
    try:
        return folder.lstat().st_uid == os.getuid()
    except FileNotFoundError:
        return False


def _remove(entry: Path) -> None:
    # Another process may be removing the same stale folder.
    with contextlib.suppress(FileNotFoundError):
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
