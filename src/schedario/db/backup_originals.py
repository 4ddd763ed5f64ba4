"""The files that were sent to an archive, into a backup and out of it: they lie in no folder of the person's."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.backup_file import BackupReader, BackupWriter
from schedario.db.queries import query
from schedario.records.backup import OriginalFacts


def write_originals(connection: Connection[DictRow], writer: BackupWriter, folder: Path) -> Iterator[OriginalFacts]:
    """Write the originals of an archive's documents; yields each. One that is gone from the disk is left out."""
    begin = _prefix(folder)
    rows = connection.execute(query("originals_of_documents"), {"folder": begin, "length": len(begin)}).fetchall()
    number = 0
    for row in rows:
        path = Path(os.fsdecode(row["path"]))
        try:
            file = path.open("rb")
        except FileNotFoundError:
            continue
        with file:
            modified = os.fstat(file.fileno()).st_mtime_ns
            sha256 = writer.original(number, file)
        yield OriginalFacts(path.relative_to(folder).as_posix(), modified, sha256)
        number += 1


@contextmanager
def restored_originals(connection: Connection[DictRow], reader: BackupReader, folder: Path | None) -> Iterator[None]:
    """Put the originals below a folder, and the documents that name them with them.

    They take their place at the end; after an error nothing of them is left.
    """
    if folder is None:
        yield
        return
    hidden = folder.with_name(f".restoring-{folder.name}")
    shutil.rmtree(hidden, ignore_errors=True)
    try:
        for number, original in enumerate(reader.facts.originals):
            _put(hidden / original.path, reader.original(number), original.modified_ns)
        if reader.facts.originals_folder:
            begin = _prefix(Path(reader.facts.originals_folder))
            moved = {"folder": begin, "length": len(begin), "to": _prefix(folder)}
            connection.execute(query("move_originals"), moved)
        yield
        if hidden.exists():
            # What lies there is of an archive that is no more.
            shutil.rmtree(folder, ignore_errors=True)
            hidden.rename(folder)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def _put(path: Path, pieces: Iterator[bytes], modified_ns: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(file.fileno())
    os.utime(path, ns=(modified_ns, modified_ns))


def _prefix(folder: Path) -> bytes:
    return os.fsencode(folder) + b"/"
