"""Writes new notes into the inbox, the one folder in which that is allowed, and never over what is there."""

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from schedario.errors import NoteError, SchedarioError

MOST_CHARACTERS = 100_000
_NAME_BYTES = 120
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)$")
"""Names that Windows gives to devices; notes travel."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """The folder for new notes of one archive.

    Attributes:
        folder: Where notes go; None when they may not be written.
        queue: Has files brought into the archive.
    """

    folder: Path | None
    queue: Callable[[Iterable[str]], object]

    def write(self, title: str, text: str) -> Path:
        """Write a note as a Markdown file named after its title, and have it brought in.

        Raises:
            NoteError: There is no inbox or it cannot be written to, the title makes no name, a note of that name is
                there, or the text is empty or too long.
        """
        if self.folder is None:
            raise NoteError(
                "notes cannot be written, no inbox is set",
                remedy="The owner may set one: schedario config set inbox ~/Notes/Inbox",
            )
        if not text.strip() or len(text) > MOST_CHARACTERS:
            raise NoteError(f"a note has 1 to {MOST_CHARACTERS} characters", subject=f"{len(text)} were given")
        path = self.folder / note_name(title)
        self._create(path, _note(title, text))
        try:
            self.queue([str(path)])
        except SchedarioError:
            # What is said not to be written is not there, so that it can be written again.
            path.unlink(missing_ok=True)
            raise
        return path

    def _create(self, path: Path, content: str) -> None:
        """Make a file that is not there yet; the file system decides that in one step."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise NoteError(f"the inbox cannot be written to ({error.strerror})", subject=str(path.parent)) from error
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        except FileExistsError as error:
            raise NoteError(
                "a note of that name is there already, and notes are never written over",
                subject=path.name,
                remedy="Choose another title",
            ) from error
        except OSError as error:
            raise NoteError(f"the inbox cannot be written to ({error.strerror})", subject=str(path.parent)) from error
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(content)
        except OSError as error:
            path.unlink(missing_ok=True)
            raise NoteError(f"the note cannot be written ({error.strerror})", subject=path.name) from error


def note_name(title: str) -> str:
    """Return the file name of a note: letters, digits, spaces, hyphens and underscores of its title.

    Raises:
        NoteError: The title has no letter and no digit.
    """
    plain = unicodedata.normalize("NFC", title)
    kept = "".join(c if c.isalnum() or c in " -_" or unicodedata.category(c) == "Mn" else " " for c in plain)
    name = " ".join(kept.split()).strip(" -_")
    if not any(c.isalnum() for c in name):
        raise NoteError("a title needs a letter or a digit", subject=repr(title[:40]))
    name = name.encode()[:_NAME_BYTES].decode(errors="ignore").strip(" -_")
    return f"{name} note.md" if _RESERVED.match(name) else f"{name}.md"


def _note(title: str, text: str) -> str:
    """Return the note's file: who wrote it stands in its header, so that it is not taken for the owner's own."""
    shown = " ".join(title.split())
    header = ["---", f"title: {json.dumps(shown, ensure_ascii=False)}", f"date: {datetime.now(UTC).date()}"]
    body = text.encode(errors="replace").decode().strip()
    return "\n".join([*header, "written_by: an assistant, through write_note", "---", "", f"# {shown}", "", body, ""])
