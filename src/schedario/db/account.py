"""The operating system's user under which the embedded server runs.

An ordinary user runs it as himself. PostgreSQL refuses to run as root, so root runs it as the owner of the data, or,
for new data, as a system user that is made once. This module also opens the way to the data for that user, and no
more than the way.
"""

import os
import pwd
import shutil
import stat
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import DatabaseServerError

SYSTEM_USER = "schedario"

_PASS_OTHERS = stat.S_IXOTH
_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Account:
    """Who runs the server.

    Attributes:
        uid: The user.
        gid: The user's group.
        switch: Whether the current process must become this user first, which only root can.
    """

    uid: int
    gid: int
    switch: bool


def account_for(data: Path) -> Account:
    """Choose who runs the server for a data folder that may not exist yet.

    Raises:
        DatabaseServerError: The data is another user's, or root could not make the system user.
    """
    owner = data.stat().st_uid if data.exists() else None
    if os.geteuid() != 0:
        if owner not in (None, os.geteuid()):
            raise DatabaseServerError(
                "the database belongs to another user",
                subject=str(data),
                remedy="Use a data folder of your own (SCHEDARIO_HOME)",
            )
        return Account(os.geteuid(), os.getegid(), switch=False)
    entry = _user(owner, data) if owner else _system_user()
    return Account(entry.pw_uid, entry.pw_gid, switch=True)


def _user(uid: int, data: Path) -> pwd.struct_passwd:
    try:
        return pwd.getpwuid(uid)
    except KeyError as error:
        raise DatabaseServerError(
            f"the database belongs to user {uid}, whom this machine does not know",
            subject=str(data),
            remedy="Make that user, or run as another one with a data folder of his own (SCHEDARIO_HOME)",
        ) from error


def _system_user() -> pwd.struct_passwd:
    """Return the system user, making it if it is missing."""
    for attempt in range(_ATTEMPTS):
        try:
            return pwd.getpwnam(SYSTEM_USER)
        except KeyError:
            # Another process may be making the same user, and holds the lock of the user list meanwhile.
            time.sleep(0.2 if attempt else 0)
            reason = _make_system_user()
    raise DatabaseServerError(
        f"PostgreSQL does not run as root, and the system user could not be made ({reason})",
        subject=SYSTEM_USER,
        remedy="Run as an ordinary user, make that user yourself, or name a server in SCHEDARIO_DATABASE_URL",
    )


def _make_system_user() -> str:
    """Make the system user; returns why it could not be made."""
    program = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    if program is None:
        return "there is no useradd"
    made = subprocess.run(
        [
            program, "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent",
            "--shell", shutil.which("nologin", path="/usr/sbin:/sbin:/usr/bin:/bin") or "/bin/false", SYSTEM_USER,
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    return made.stderr.strip()


def open_the_way(folder: Path, account: Account) -> tuple[Path, ...]:
    """Let the account pass through to a folder: the folder's parent by its group, the rest by anybody.

    Passing is not listing: nobody can read what lies in these folders.

    Args:
        folder: The folder that holds the data; it belongs to root.
        account: Who must pass.

    Returns:
        The folders that had to be opened for anybody to pass, outermost first.
    """
    for ours in (folder, folder.parent):
        _let_group_pass(ours, account)
    opened = [parent for parent in folder.parent.parents if not _passable(parent, account)]
    for parent in opened:
        parent.chmod(stat.S_IMODE(parent.stat().st_mode) | _PASS_OTHERS)
    return tuple(reversed(opened))


def _let_group_pass(folder: Path, account: Account) -> None:
    if _passable(folder, account):
        return
    os.chown(folder, -1, account.gid)
    folder.chmod(0o710)


def _passable(folder: Path, account: Account) -> bool:
    facts = folder.stat()
    if facts.st_uid == account.uid:
        return bool(facts.st_mode & stat.S_IXUSR)
    if facts.st_gid == account.gid:
        return bool(facts.st_mode & stat.S_IXGRP)
    return bool(facts.st_mode & _PASS_OTHERS)


def open_the_programs(installation: Path, account: Account) -> tuple[Path, ...]:
    """Let the account run the package's programs where a strict umask at installation forbids it.

    Returns:
        The folders on the way that had to be opened for anybody to pass, outermost first.
    """
    # The wheel keeps the libraries that it was built with beside its package.
    libraries = installation.parent.with_name(f"{installation.parent.name}.libs")
    for folder in (*(installation / name for name in ("bin", "lib", "share")), libraries):
        for path in (folder, *folder.rglob("*")) if folder.exists() else ():
            _let_others_read(path)
    opened = [parent for parent in (installation, *installation.parents) if not _passable(parent, account)]
    for parent in opened:
        parent.chmod(stat.S_IMODE(parent.stat().st_mode) | _PASS_OTHERS)
    return tuple(reversed(opened))


def _let_others_read(path: Path) -> None:
    if path.is_symlink():
        return
    mode = stat.S_IMODE(path.stat().st_mode)
    wanted = mode | stat.S_IROTH | (_PASS_OTHERS if mode & stat.S_IXUSR else 0)
    if wanted != mode:
        path.chmod(wanted)
