"""Writes archives to files, and makes archives of such files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schedario.errors import PathMissingError
from schedario.records.backup import BackupFacts
from schedario.services.paths import named_path


class _BackUp(Protocol):
    def __call__(self, name: str, path: Path, *, replace: bool) -> BackupFacts: ...


class _Restore(Protocol):
    def __call__(self, path: Path, name: str | None) -> tuple[str, BackupFacts]: ...


@dataclass(frozen=True, slots=True)
class Backups:
    """Backups of archives.

    Attributes:
        write: Writes an archive to a file.
        read: Makes an archive of a file; returns its name.
    """

    write: _BackUp
    read: _Restore

    def back_up(self, archive: str, file: str, *, replace: bool = False) -> BackupFacts:
        """Write an archive to a file, which has its name when it is complete and was read again.

        Raises:
            ArchiveMissingError: There is no such archive.
            PathMissingError: The file's folder does not exist.
            BackupError: There is a file of that name, and it is not to be replaced.
        """
        path = named_path(file)
        if not path.parent.is_dir():
            raise PathMissingError("there is no such folder", subject=str(path.parent), remedy="Make it first")
        return self.write(archive, path, replace=replace)

    def restore(self, file: str, archive: str | None = None) -> tuple[str, BackupFacts]:
        """Make an archive of a backup, under the name that it had or another; return its name and what it holds.

        Raises:
            PathMissingError: There is no such file.
            BackupError: It is no backup, or damaged.
            DatabaseVersionError: A newer version of the product made it.
            ArchiveExistsError: There is an archive of that name.
        """
        path = named_path(file)
        if not path.is_file():
            raise PathMissingError("there is no such file", subject=str(path), remedy="Name a backup")
        return self.read(path, archive)
