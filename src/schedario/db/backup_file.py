"""The file of a backup: a ZIP with one entry for each table and, last, the manifest that says what they are.

An entry holds the rows as PostgreSQL's binary COPY gives them. The hashes find damage; they do not prove who made a
file.
"""

import hashlib
import json
import lzma
import os
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from schedario.errors import BackupError
from schedario.records.backup import BackupFacts, TableFacts

_FORMAT = 1
_MANIFEST = "manifest.json"
_MOST_MANIFEST_BYTES = 16 * 1024**2
_PIECE_BYTES = 1024**2
_QUICK = 1
"""Level of compression: half the time of the usual one for a tenth more bytes."""

_BROKEN = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, KeyError, TypeError, ValueError,
    NotImplementedError,
)  # fmt: skip
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
        digest = hashlib.sha256()
        with self._zip.open(_entry(name), "w", force_zip64=True) as entry:
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
        with _told(self._path), self._zip.open(_entry(name)) as entry:
            while piece := entry.read(_PIECE_BYTES):
                yield piece

    def verify(self) -> None:
        """Compare every table with its hash.

        Raises:
            BackupError: One is another than was written.
        """
        for table in self.facts.tables:
            digest = hashlib.sha256()
            for piece in self.table(table.name):
                digest.update(piece)
            if digest.hexdigest() != table.sha256:
                raise _damaged(self._path, f"the rows of {table.name} are not those that were written")


@contextmanager
def open_backup(path: Path) -> Iterator[BackupReader]:
    """Open a backup whose manifest can be read.

    Raises:
        BackupError: It is no backup, is damaged, or was made by a newer version.
    """
    try:
        file = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, struct.error) as error:
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
    )


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raise what a broken file raises as one error."""
    try:
        yield
    except _BROKEN as error:
        raise _damaged(path, "its bytes are not those that were written") from error
    except (OSError, RuntimeError) as error:
        raise _damaged(path, str(error)) from error


def _damaged(path: Path, reason: str) -> BackupError:
    return BackupError(f"the backup cannot be used ({reason})", subject=str(path), remedy="Take another copy of it")


def _entry(table: str) -> str:
    return f"tables/{table}"
