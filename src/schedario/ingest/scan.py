"""Which files below the named paths are to be looked at."""

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import FileUnreadableError, FormatUnsupportedError, PathMissingError, SchedarioError
from schedario.records.hidden import SKIPPED_FOLDERS, is_hidden

LONGEST_PATH_BYTES = 2600
"""What an index of the database can hold in one entry."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """One entry of a scan: a file to read, or one that cannot be, with the reason.

    Attributes:
        path: The file, absolute, as it was named or met.
        real: Where it really lay when it was met, links followed; empty with a problem.
        problem: Why it cannot be read; None when it can be tried.
        kept_as: The path under which it is kept, when that is not where it lies; else empty.
    """

    path: Path
    real: str = ""
    problem: SchedarioError | None = None
    kept_as: str = ""


def scan(paths: Iterable[Path], never: Collection[str] = ()) -> Iterator[Scanned]:
    """Yield every file at or below the absolute paths, each once, by name within a folder.

    Hidden files and folders below a named folder are not looked at, nor are links that lead out of it. Links that
    lead nowhere, pipes, sockets and unreadable folders are yielded with their problem.

    Args:
        paths: Files and folders.
        never: Folders that are not looked into, absolute, links followed.

    Raises:
        PathMissingError: A named path does not exist; raised before anything is yielded.
    """
    roots = [_ensure_there(path) for path in paths]
    seen: set[Path] = set()
    for root in roots:
        for entry in _walk(root, never) if os.path.isdir(root) else [scan_file(root)]:
            if entry.path not in seen:
                seen.add(entry.path)
                yield entry


def scan_file(path: Path) -> Scanned:
    """Look at one file."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return _problem(error, path)
    if not stat.S_ISREG(mode):
        return Scanned(path, problem=FormatUnsupportedError("not a regular file", subject=str(path)))
    if len(os.fsencode(path)) > LONGEST_PATH_BYTES:
        what = f"the path has more than {LONGEST_PATH_BYTES} bytes"
        return Scanned(path, problem=FileUnreadableError(what, subject=str(path), remedy="Move the file higher up"))
    return Scanned(path, os.path.realpath(path))


def _ensure_there(path: Path) -> Path:
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise PathMissingError("no such file or folder", subject=str(path), remedy="Check the spelling") from error
    except OSError as error:
        raise PathMissingError(
            f"cannot be looked at ({error.strerror})", subject=str(path), remedy="Check its permissions"
        ) from error
    return path


def _walk(root: Path, never: Collection[str]) -> Iterator[Scanned]:
    problems: list[OSError] = []
    for folder, folders, names in os.walk(root, onerror=problems.append):
        for problem in problems:
            yield _problem(problem, Path(os.fsdecode(problem.filename)))
        problems.clear()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED_FOLDERS)
        if never:
            folders[:] = [name for name in folders if os.path.realpath(os.path.join(folder, name)) not in never]
        for name in sorted(names):
            path = Path(folder, name)
            if not is_hidden(name) and not _leads_out(path, root):
                yield scan_file(path)
    for problem in problems:
        yield _problem(problem, Path(os.fsdecode(problem.filename)))


def _leads_out(path: Path, root: Path) -> bool:
    # os.path and not pathlib: a target that may not be looked at is no exception, and is told of by scan_file.
    if not os.path.islink(path) or not os.path.exists(path):
        return False
    return not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(root))


def _problem(error: OSError, path: Path) -> Scanned:
    what = f"cannot be read ({error.strerror})"
    if isinstance(error, FileNotFoundError):
        what = "the link leads nowhere" if os.path.islink(path) else "the file is not there"
    return Scanned(path, problem=FileUnreadableError(what, subject=str(path), remedy="Check it and add it again"))
