"""How far the archive is behind its inbox."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from schedario.errors import NoteError
from schedario.services.inbox import Inbox
from schedario.services.inbox_state import inbox_freshness

EARLY, LATE = (datetime(2026, 1, day, tzinfo=UTC) for day in (1, 2))


@dataclass(frozen=True)
class File:
    path: str


@dataclass(frozen=True)
class Known:
    """As much of a document's record as is looked at."""

    file: File
    chunks: int = 1
    indexed_at: datetime = EARLY
    problem: str | None = None
    container: str | None = None


class Documents:
    """Finds documents, two at a time."""

    def __init__(self, *known: Known) -> None:
        self._known = known

    def find(self, *, under: str, offset: int) -> Sequence[Known]:
        return [one for one in self._known if one.file.path.startswith(f"{under}/")][offset : offset + 2]


def freshness(folder: Path | None, *known: Known) -> Any:
    documents: Any = Documents(*known)
    return inbox_freshness(Inbox(folder, lambda _: None), documents)


def test_without_an_inbox_nothing_is_said_and_one_that_is_yet_to_be_made_is_empty(tmp_path: Path) -> None:
    assert freshness(None) is None
    assert freshness(tmp_path / "none").files == 0


def test_notes_that_are_not_there_or_not_in_their_newest_version_are_behind(tmp_path: Path) -> None:
    for name in ("in.md", "failed.md", "new.md", ".hidden.md"):
        (tmp_path / name).write_text("A note.\n")
        os.utime(tmp_path / name, (LATE.timestamp(), LATE.timestamp()))
    (tmp_path / "folder").mkdir()
    found = freshness(
        tmp_path,
        Known(File(f"{tmp_path}/failed.md"), chunks=0, problem="broken"),
        Known(File(f"{tmp_path}/in.md"), indexed_at=LATE),
        Known(File(f"{tmp_path}/in.md!/member"), indexed_at=datetime(2027, 1, 1, tzinfo=UTC), container="in"),
    )
    assert (found.files, found.behind, found.newest_file, found.newest_chunk) == (3, 2, LATE, LATE)


def test_an_inbox_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("No folder.\n")
    with pytest.raises(NoteError, match="cannot be read"):
        freshness(tmp_path / "file")
