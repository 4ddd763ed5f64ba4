"""Where the embedded server's socket lies: in the data folder, or, when that path is too long, in a private one."""

import hashlib
import os
import stat
import tempfile
from pathlib import Path

from schedario.db.account import Account
from schedario.errors import DatabaseServerError

SOCKET_NAME = ".s.PGSQL.5432"
"""PostgreSQL's own name for it; the number is a mere name where no port is listened on."""

_LONGEST_PATH = 103
"""Bytes: macOS takes 104 with the closing NUL, Linux 108; one limit for both keeps data folders movable."""


def choose_socket_folder(data: Path, account: Account) -> Path:
    """Return the folder for the socket of a server that is about to start, made if it is not there.

    Raises:
        DatabaseServerError: There is no folder that is private and has a short enough path.
    """
    if _usable(data):
        return data
    folder = next((folder for folder in _private_folders(data, account) if _usable(folder)), None)
    if folder is None:
        raise DatabaseServerError(
            "the path of the data folder is too long for a socket",
            subject=str(data),
            remedy="Use a data folder with a shorter path (SCHEDARIO_HOME)",
        )
    _make_private(folder, account)
    return folder


def _usable(folder: Path) -> bool:
    # The client library reads a comma as the end of one host and the start of the next.
    return len(os.fsencode(folder / SOCKET_NAME)) <= _LONGEST_PATH and "," not in str(folder)


def _private_folders(data: Path, account: Account) -> list[Path]:
    digest = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    name = f"schedario-{account.uid}-{digest}"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    roots = [Path(runtime)] if runtime and not account.switch and Path(runtime).is_dir() else []
    # Another user can seldom pass through the temporary folder that root's environment names.
    roots += [Path("/tmp")] if account.switch else [Path(tempfile.gettempdir()), Path("/tmp")]
    return [root / name for root in roots]


def _make_private(folder: Path, account: Account) -> None:
    """Make the folder for the account alone, or prove that it is: in a shared folder anybody may have made it."""
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        pass
    else:
        if account.switch:
            os.chown(folder, account.uid, account.gid)
    facts = folder.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != account.uid or facts.st_mode & 0o077:
        raise DatabaseServerError(
            "the folder for the database's socket is not private",
            subject=str(folder),
            remedy="Remove it, or use a data folder with a shorter path (SCHEDARIO_HOME)",
        )
