"""Files and folders that are their owner's alone."""

import os
from pathlib import Path


def open_private(path: Path, flags: int) -> int:
    """Open a file, made for its owner alone if it is not there; it belongs to whom its folder belongs to."""
    # Python's descriptors are not inherited by the programs it starts: the server must never hold a user's lock.
    descriptor = os.open(path, flags | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    if os.geteuid() == 0:
        # Root leaves no file of its own behind in another user's data folder.
        os.fchown(descriptor, path.parent.stat().st_uid, -1)
    return descriptor


def make_private_folders(folder: Path, *, within: Path) -> None:
    """Make a folder, and ``within`` above it, for their owner alone; those that exist stay as they are."""
    for path in (within, folder):
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
