"""Which files below the named paths are to be looked at."""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import FileUnreadableError, FormatUnsupportedError, PathMissingError, SchedarioError

SKIPPED_FOLDERS = frozenset({"node_modules", "__pycache__", "__MACOSX"})
"""Folders of programs' own files; hidden folders are left out too, unless they are named."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """One entry of a scan: a file to read, or one that cannot be, with the reason."""

    path: Path
    problem: SchedarioError | None = None


def scan(paths: Iterable[Path]) -> Iterator[Scanned]:
    """Yield every file at or below the paths, each once, by name within a folder.

    Hidden files and folders below a named folder are not looked at, nor are links that lead out of it. Links that
    lead nowhere, pipes, sockets and unreadable folders are yielded with their problem.

    Raises:
        PathMissingError: A named path does not exist; raised before anything is yielded.
    """
    roots = [_root(path) for path in paths]
    seen: set[Path] = set()
    for root in roots:
        for entry in _walk(root) if root.is_dir() else [_file(root)]:
            if entry.path not in seen:
                seen.add(entry.path)
                yield entry


def _root(path: Path) -> Path:
    absolute = Path(os.path.abspath(path.expanduser()))  # noqa: PTH100 - resolve() would follow links
    if not os.path.lexists(absolute):
        raise PathMissingError("no such file or folder", subject=str(path), remedy="Check the spelling")
    return absolute


def _walk(root: Path) -> Iterator[Scanned]:
    problems: list[OSError] = []
    for folder, folders, names in os.walk(root, onerror=problems.append):
        for problem in problems:
            yield Scanned(Path(os.fsdecode(problem.filename)), _unreadable(problem))
        problems.clear()
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            path = Path(folder, name)
            if not name.startswith(".") and not _leads_out(path, root):
                yield _file(path)
    for problem in problems:
        yield Scanned(Path(os.fsdecode(problem.filename)), _unreadable(problem))


def _leads_out(path: Path, root: Path) -> bool:
    return path.is_symlink() and path.exists() and not path.resolve().is_relative_to(root.resolve())


def _file(path: Path) -> Scanned:
    try:
        mode = path.stat().st_mode
    except OSError as error:
        return Scanned(path, _unreadable(error))
    if not stat.S_ISREG(mode):
        return Scanned(path, FormatUnsupportedError("not a regular file", subject=str(path)))
    return Scanned(path)


def _unreadable(error: OSError) -> FileUnreadableError:
    what = "the link leads nowhere" if isinstance(error, FileNotFoundError) else f"cannot be read ({error.strerror})"
    return FileUnreadableError(what, subject=os.fsdecode(error.filename), remedy="Check it and add it again")
