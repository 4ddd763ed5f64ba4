"""What lies below a folder, by names, sizes and times; no file is opened."""

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from schedario.errors import SourceError
from schedario.records.hidden import is_hidden
from schedario.records.source import NewSource, SeenFile, Source, SourceScan
from schedario.sources.globs import Glob, matches, read_globs

# macOS: the bytes are with a cloud, and come when they are read.
_DATALESS = 0x40000000
# macOS: kept small by the system, which can take no blocks at all.
_COMPRESSED = 0x20


@dataclass(frozen=True, slots=True)
class FolderReader:
    """Scans folders (``ports.SourceReader``).

    Attributes:
        never: Folders that are left out wherever they lie, as the data folder.
    """

    never: Sequence[str] = ()

    def check(self, source: NewSource) -> None:
        """Refuse what is no folder, and globs that cannot be read.

        Raises:
            SourceError: It is.
        """
        if not os.path.isdir(source.root):
            raise SourceError("no such folder", subject=source.root, remedy="Check the spelling")
        read_globs(source.include)
        read_globs(source.exclude)

    def scan(self, source: Source) -> SourceScan:
        """Return every file below the root that is wanted."""
        root = source.given.root
        try:
            status = os.stat(root)
        except (FileNotFoundError, NotADirectoryError):
            return SourceScan("", problem="the folder is not there; nothing was removed")
        except OSError as error:
            return SourceScan("", problem=f"the folder cannot be looked at ({error.strerror})")
        if not stat.S_ISDIR(status.st_mode):
            return SourceScan("", problem="it is no folder any more")
        given = source.given
        walk = _Walk(root, status.st_dev, read_globs(given.include), read_globs(given.exclude), self._never())
        walk.run()
        files = tuple(sorted(walk.files, key=lambda file: file.path))
        return SourceScan(f"{status.st_dev}:{status.st_ino}", files, tuple(walk.unread), walk.problem)

    @contextmanager
    def on_disk(self, source: Source, file: SeenFile) -> Iterator[str]:
        """Give the place where a file can be read."""
        yield source.given.document_path(file.path)

    def is_there(self, source: Source, file: SeenFile) -> bool:
        """Tell whether there is a file of that name, and no link that leads out of the root has taken its place."""
        real = os.path.realpath(source.given.document_path(file.path))
        return os.path.exists(real) and real.startswith(os.path.join(os.path.realpath(source.given.root), ""))

    def holds(self, source: Source, file: str) -> bool:
        """Tell whether the folder in which a file was, or the next one above that is there, is on the root's device."""
        root = source.given.root
        folder = os.path.dirname(os.path.join(root, file))
        while not os.path.isdir(folder) and folder != root:
            folder = os.path.dirname(folder)
        return os.stat(folder).st_dev == os.stat(root).st_dev

    def _never(self) -> frozenset[str]:
        return frozenset(map(os.path.realpath, self.never))


@dataclass(slots=True)
class _Walk:
    root: str
    device: int
    include: tuple[Glob, ...]
    exclude: tuple[Glob, ...]
    never: frozenset[str]
    files: list[SeenFile] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    problem: str = ""

    def run(self) -> None:
        real = os.path.realpath(self.root)
        # Folders still to be listed, with whether an include glob took them whole.
        waiting = [("", not self.include)]
        while waiting:
            folder, taken = waiting.pop()
            if self.never and os.path.join(real, folder).rstrip("/") in self.never:
                continue
            try:
                with os.scandir(os.path.join(self.root, folder)) as entries:
                    for entry in entries:
                        self._take(entry, folder, real, taken, waiting)
            except OSError as error:
                self._give_up(folder, error.strerror or str(error))

    def _take(
        self, entry: os.DirEntry[str], folder: str, real: str, taken: bool, waiting: list[tuple[str, bool]]
    ) -> None:
        path = f"{folder}/{entry.name}" if folder else entry.name
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_hidden(f"{entry.name}/" if is_folder else entry.name):
            return
        if matches(self.exclude, path, folder=is_folder):
            return
        taken = taken or matches(self.include, path, folder=is_folder)
        if is_folder:
            self._enter(entry, path, taken, waiting)
        elif taken and not (entry.is_symlink() and _leads_out(entry.path, real)):
            self._see(entry, path)

    def _enter(self, entry: os.DirEntry[str], path: str, taken: bool, waiting: list[tuple[str, bool]]) -> None:
        if sys.platform == "darwin" and entry.stat(follow_symlinks=False).st_flags & _DATALESS:
            self._give_up(path, "its list is in the cloud")
        else:
            waiting.append((path, taken))

    def _see(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            status = entry.stat()
        except OSError:
            # A link that leads nowhere, or a file that was removed just now: whoever reads it will say so.
            self.files.append(SeenFile(path, 0, ""))
            return
        version = f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}" if stat.S_ISREG(status.st_mode) else ""
        self.files.append(
            SeenFile(path, status.st_size, version, status.st_dev != self.device, in_cloud(status, sys.platform))
        )

    def _give_up(self, folder: str, reason: str) -> None:
        self.unread.append(folder)
        self.problem = self.problem or f"the folder {os.path.join(self.root, folder)} cannot be listed ({reason})"


def in_cloud(status: os.stat_result, platform: str) -> bool:
    """Tell whether reading a file would fetch it from a cloud first; only macOS says so."""
    if platform != "darwin":
        return False
    flags = getattr(status, "st_flags", 0)
    return bool(flags & _DATALESS) or (status.st_size > 0 and status.st_blocks == 0 and not flags & _COMPRESSED)


def _leads_out(link: str, real: str) -> bool:
    """Tell whether a link leads out of the root or to a folder; one that leads nowhere does not."""
    if not os.path.exists(link):
        return False
    target = os.path.realpath(link)
    return os.path.isdir(target) or not target.startswith(os.path.join(real, ""))
