"""How far the archive is behind its inbox, which is no source: a note in it is queued when it is written."""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from schedario.errors import NoteError
from schedario.records.document import DocumentRecord
from schedario.records.status import Freshness
from schedario.services.documents import Documents
from schedario.services.inbox import Inbox


def inbox_freshness(inbox: Inbox, documents: Documents) -> Freshness | None:
    """Compare the files in the inbox with their documents; None where there is no inbox.

    Files that are hidden, and folders, are none of it.

    Raises:
        NoteError: The inbox cannot be read.
    """
    if inbox.folder is None:
        return None
    files = dict(_files(inbox.folder))
    known = {record.file.path: record for record in _below(documents, inbox.folder) if record.container is None}
    newest = max((record.indexed_at for record in known.values() if record.chunks), default=None)
    return Freshness(
        name=str(inbox.folder),
        scanned_at=None,
        files=len(files),
        behind=sum(path not in known or known[path].problem is not None for path in files),
        newest_file=max(files.values(), default=None),
        newest_chunk=newest,
    )


def _files(folder: Path) -> Iterator[tuple[str, datetime]]:
    try:
        entries = list(os.scandir(folder))
    except FileNotFoundError:
        # It is made with the first note.
        return
    except OSError as error:
        raise NoteError(f"the inbox cannot be read ({error.strerror})", subject=str(folder)) from error
    for entry in entries:
        if entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
            # Notes are moved out of it at any time.
            with suppress(FileNotFoundError):
                yield entry.path, datetime.fromtimestamp(entry.stat(follow_symlinks=False).st_mtime, UTC)


def _below(documents: Documents, folder: Path) -> Iterator[DocumentRecord]:
    offset = 0
    while page := documents.find(under=str(folder), offset=offset):
        yield from page
        offset += len(page)
