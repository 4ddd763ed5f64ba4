"""Keeps the originals of files that were sent, by their content, and gives the files that documents were read from."""

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path

from schedario.errors import DataFolderError, OriginalMissingError, RequestInvalidError, UploadTooLargeError
from schedario.ingest.read_file import modified_time
from schedario.records.document import DocumentRecord, FileFacts
from schedario.records.source import GIT_MARK

_UNFINISHED = ".unfinished-"
_LONGEST_NAME_BYTES = 200
_FAN_OUT = 2
_PIECE_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that was sent and is kept.

    Attributes:
        name: Its name, made safe.
        path: Where it lies: a folder named by its content, and its name.
        sha256: Hash of its bytes, hexadecimal.
        size_bytes: Length.
    """

    name: str
    path: Path
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Originals:
    """The files that documents were read from.

    Attributes:
        folder: Where those that were sent are kept.
        max_bytes: The largest that is taken.
    """

    folder: Path
    max_bytes: int

    def receive(self) -> "IncomingFile":
        """Begin to keep a file that is being sent."""
        return IncomingFile(self)

    def sweep(self) -> None:
        """Remove what an earlier service was receiving when it was killed; only who serves alone may."""
        for unfinished in self.folder.glob(f"{_UNFINISHED}*"):
            unfinished.unlink(missing_ok=True)

    def discard(self, paths: Sequence[str]) -> None:
        """Remove the originals of documents that are gone; files that lie elsewhere are not touched."""
        for path in map(Path, paths):
            if self.folder in path.parents:
                path.unlink(missing_ok=True)
                # Another name of the same content may lie beside it.
                with contextlib.suppress(OSError):
                    path.parent.rmdir()

    def of(self, record: DocumentRecord) -> BufferedReader:
        """Open the file that a document was read from, as it was then; whoever gets it closes it.

        Its bytes are compared too: a link that was put in its place can lead to a file of the same size and time.

        Raises:
            OriginalMissingError: It lies in another file or a repository, is gone, or is no longer what was read.
        """
        path = Path(record.file.path)
        if record.container:
            raise OriginalMissingError(
                "the document lies in another file",
                subject=record.id,
                remedy=f"Ask for the original of {record.container.id}",
            )
        if is_committed(record):
            raise OriginalMissingError(
                "the document lies in a repository", subject=record.id, remedy="Look at it there"
            )
        try:
            # Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
            file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
        except OSError as error:
            raise OriginalMissingError(
                f"the file cannot be had ({error.strerror})", subject=record.id, remedy="See where it has gone"
            ) from error
        if not _is_same(file, record.file):
            file.close()
            raise OriginalMissingError(
                "the file is no longer what was indexed", subject=record.id, remedy="Add it again, then ask again"
            )
        return file


def _is_same(file: BufferedReader, known: FileFacts) -> bool:
    status = os.fstat(file.fileno())
    if (status.st_size, modified_time(status)) != (known.size_bytes, known.modified):
        return False
    same = hashlib.file_digest(file, "sha256").hexdigest() == known.content_hash
    file.seek(0)
    return same


class IncomingFile:
    """A file that is being sent: written as it comes, and kept when it is whole."""

    def __init__(self, originals: Originals) -> None:
        self._originals = originals
        self._hash = hashlib.sha256()
        self._size = 0
        self._path = originals.folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
        with _room_for(self._path):
            originals.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")

    @property
    def max_bytes(self) -> int:
        """The largest that is taken."""
        return self._originals.max_bytes

    def write(self, piece: bytes) -> None:
        """Take the next piece.

        Raises:
            UploadTooLargeError: The file is larger than a file may be.
        """
        self._size += len(piece)
        if self._size > self._originals.max_bytes:
            raise too_large(self._originals.max_bytes)
        self._hash.update(piece)
        with _room_for(self._path):
            self._file.write(piece)

    def keep(self, name: str) -> KeptFile:
        """Keep the file under a name.

        Raises:
            RequestInvalidError: It has no bytes.
        """
        if not self._size:
            raise RequestInvalidError("the file is empty", subject=name, remedy="Send a file with content")
        with _room_for(self._path):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            return self._kept(name)

    def _kept(self, name: str) -> KeptFile:
        sha256 = self._hash.hexdigest()
        path = self._originals.folder / sha256[:_FAN_OUT] / sha256 / safe_name(name)
        for last in (False, False, True):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            # The folder goes with its last document, which may be just now.
            with contextlib.suppress(*() if last else (FileNotFoundError,)):
                _link(self._path, path)
                break
        return KeptFile(path.name, path, sha256, self._size)

    def close(self) -> None:
        """Leave nothing of a file that was not kept."""
        # What could not be written for want of room cannot be when it is closed either, and goes.
        with contextlib.suppress(OSError):
            self._file.close()
        self._path.unlink(missing_ok=True)


def _link(unfinished: Path, path: Path) -> None:
    # If it was sent before, what is there keeps its time, by which it is known to be unchanged.
    with contextlib.suppress(FileExistsError):
        os.link(unfinished, path)


@contextlib.contextmanager
def _room_for(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataFolderError(
            f"the file cannot be kept ({error.strerror})", subject=str(path.parent), remedy="Make room on that disk"
        ) from error


def is_committed(record: DocumentRecord) -> bool:
    """Tell whether a document lies on a branch of a repository, itself or with what it lies in."""
    return record.file.path.startswith(GIT_MARK)


def has_own_file(record: DocumentRecord) -> bool:
    """Tell whether a document was read from a file of its own, which can be given, and read again by itself."""
    return record.container is None and not is_committed(record)


def pieces_of(file: BufferedReader, size_bytes: int) -> Iterator[bytes]:
    """Yield a file and close it, no more of it than was said, should it grow meanwhile."""
    with file:
        left = size_bytes
        while left and (piece := file.read(min(left, _PIECE_BYTES))):
            left -= len(piece)
            yield piece


def too_large(max_bytes: int) -> UploadTooLargeError:
    """Return the error for a file that is larger than a file may be."""
    return UploadTooLargeError(
        f"the file is larger than max_file_mb={max_bytes / 1024**2:g}",
        subject="file",
        remedy="Raise the setting max_file_mb, or split the file",
    )


def safe_name(name: str) -> str:
    """Return the last part of a name, without what steers a terminal or hides a file, short enough for any disk."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(c for c in last if c.isprintable()).strip().lstrip(".")
    stem, dot, suffix = shown.rpartition(".")
    if not dot or len(suffix) > 16:
        stem, dot, suffix = shown, "", ""
    room = _LONGEST_NAME_BYTES - len(f"{dot}{suffix}".encode())
    return f"{stem.encode()[:room].decode(errors='ignore') or 'unnamed'}{dot}{suffix}"
