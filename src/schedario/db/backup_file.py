"""The file of a backup: a ZIP with an entry for each table and original and, last, a manifest that says what they are.

An entry holds the rows as PostgreSQL's binary COPY gives them. The hashes find damage; they do not prove who made a
file.
"""

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO, Any

from schedario.broken_zip import BROKEN_ZIP
from schedario.errors import BackupError
from schedario.records.backup import BackupFacts, OriginalFacts, TableFacts

_FORMAT = 2
_MANIFEST = "manifest.json"
_MOST_MANIFEST_BYTES = 16 * 1024**2
_PIECE_BYTES = 1024**2
_QUICK = 1
"""Level of compression: half the time of the usual one for a tenth more bytes."""

_BROKEN: tuple[type[Exception], ...] = (*BROKEN_ZIP, KeyError, TypeError)
"""What a broken ZIP or manifest raises."""


@contextmanager
def new_file(path: Path, *, replace: bool) -> Iterator[Path]:
    """Give a place to write a file to that takes its name at the end, when it is complete on disk.

    Raises:
        BackupError: There is a file of that name that is not to be replaced.
    """
    if path.exists() and not replace:
        raise BackupError("there is a file of that name", subject=str(path), remedy="Name another, or add --replace")
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.unfinished-", dir=path.parent)
    unfinished = Path(name)
    try:
        yield unfinished
        os.fsync(descriptor)
        unfinished.replace(path)
    finally:
        os.close(descriptor)
        with suppress(FileNotFoundError):
            unfinished.unlink()


class BackupWriter:
    """Writes a backup, table after table."""

    def __init__(self, path: Path) -> None:
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=_QUICK)

    def __enter__(self) -> "BackupWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def table(self, name: str, pieces: Iterator[bytes | bytearray | memoryview]) -> str:
        """Write the rows of a table; return the hash of them."""
        return self._write(_entry(name), pieces)

    def original(self, number: int, file: IO[bytes]) -> str:
        """Write a file that was sent; return the hash of its bytes."""
        return self._write(_original(number), iter(partial(file.read, _PIECE_BYTES), b""))

    def _write(self, name: str, pieces: Iterator[bytes | bytearray | memoryview]) -> str:
        digest = hashlib.sha256()
        with self._zip.open(name, "w", force_zip64=True) as entry:
            for piece in pieces:
                digest.update(piece)
                entry.write(piece)
        return digest.hexdigest()

    def finish(self, facts: BackupFacts) -> None:
        """Write what the backup holds."""
        self._zip.writestr(_MANIFEST, json.dumps({"format": _FORMAT, **asdict(facts)}, indent=1))


class BackupReader:
    """Reads a backup that is whole."""

    def __init__(self, path: Path, file: zipfile.ZipFile, facts: BackupFacts) -> None:
        self._path = path
        self._zip = file
        self.facts = facts

    def table(self, name: str) -> Iterator[bytes]:
        """Yield the rows of a table, in pieces.

        Raises:
            BackupError: The file is damaged.
        """
        return self._read(_entry(name))

    def original(self, number: int) -> Iterator[bytes]:
        """Yield the bytes of a file that was sent, by its place among the originals; raises as ``table``."""
        return self._read(_original(number))

    def verify(self) -> None:
        """Compare every table and every original with its hash.

        Raises:
            BackupError: One is another than was written.
        """
        for table in self.facts.tables:
            if _hash_of(self.table(table.name)) != table.sha256:
                raise _damaged(self._path, f"the rows of {table.name} are not those that were written")
        for number, original in enumerate(self.facts.originals):
            if _hash_of(self.original(number)) != original.sha256:
                raise _damaged(self._path, f"the original {original.path} is not the file that was written")

    def _read(self, name: str) -> Iterator[bytes]:
        with _told(self._path), self._zip.open(name) as entry:
            while piece := entry.read(_PIECE_BYTES):
                yield piece


@contextmanager
def open_backup(path: Path) -> Iterator[BackupReader]:
    """Open a backup whose manifest can be read.

    Raises:
        BackupError: It is no backup, is damaged, or was made by a newer version.
    """
    try:
        file = zipfile.ZipFile(path)
    except BROKEN_ZIP as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is cut off, or no backup"
        raise _damaged(path, reason) from error
    with file:
        with _told(path):
            if file.getinfo(_MANIFEST).file_size > _MOST_MANIFEST_BYTES:
                raise ValueError("a manifest is small")
            said = json.loads(file.read(_MANIFEST))
            newer = said["format"] > _FORMAT
            facts = None if newer else _facts(said)
        if facts is None:
            raise BackupError(
                "the backup was made by a newer version of Schedario",
                subject=str(path),
                remedy="Install that version or a newer one",
            )
        yield BackupReader(path, file, facts)


def _facts(said: Mapping[str, Any]) -> BackupFacts:
    return BackupFacts(
        archive=str(said["archive"]),
        made_at=str(said["made_at"]),
        product=str(said["product"]),
        migrations=tuple(map(str, said["migrations"])),
        documents=int(said["documents"]),
        tables=tuple(
            TableFacts(str(one["name"]), tuple(map(str, one["columns"])), int(one["rows"]), str(one["sha256"]))
            for one in said["tables"]
        ),
        originals=tuple(
            OriginalFacts(_below(str(one["path"])), int(one["modified_ns"]), str(one["sha256"]))
            for one in said.get("originals", ())
        ),
        originals_folder=str(said.get("originals_folder", "")),
    )


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raise what a broken file raises as one error."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        raise _damaged(path, str(error)) from error
    except _BROKEN as error:
        raise _damaged(path, "its bytes are not those that were written") from error


def _damaged(path: Path, reason: str) -> BackupError:
    return BackupError(f"the backup cannot be used ({reason})", subject=str(path), remedy="Take another copy of it")


def _below(path: str) -> str:
    """Return a path that leads nowhere but below a folder.

    Raises:
        ValueError: It leads elsewhere.
    """
    if PurePosixPath(path).is_absolute() or {"", ".", ".."} & set(path.split("/")) or "\0" in path:
        raise ValueError("a path that leads out of its folder")
    return path


def _hash_of(pieces: Iterator[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _original(number: int) -> str:
    return f"originals/{number}"


def _entry(table: str) -> str:
    return f"tables/{table}"
