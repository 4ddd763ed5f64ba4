"""A file, or a member of one, on its way in."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from schedario.errors import FileError, FileUnreadableError, LimitExceededError, error_class
from schedario.ingest.read_file import FoundFile
from schedario.ingest.scan import LONGEST_PATH_BYTES
from schedario.records.document import DocumentId, DocumentRecord, FileFacts
from schedario.records.extraction import Member

MEMBER_MARK = "!/"
"""Stands between the path of a container and the name of a member."""


@dataclass(slots=True)
class MemberCount:
    """How many members of one file on disk were met, at any depth: what lies in it could multiply with each."""

    most: int
    setting: str = "max_archive_members"
    met: int = 0

    def add(self, number: int) -> None:
        """Count members in.

        Raises:
            LimitExceededError: They are too many.
        """
        self.met += number
        if self.met > self.most:
            raise LimitExceededError.reached(self.setting, str(self.most), f"{self.met:,} files in one", subject="")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A file, or a member of one, on its way in.

    Attributes:
        facts: What is kept of it.
        file: The file on disk that it is or lies in.
        count: Of all members of that file.
        keys: For a member the way to it from the file; see ``Member``.
        problem: Why it cannot be read, when that is known already.
    """

    facts: FileFacts
    file: FoundFile
    count: MemberCount
    keys: tuple[str, ...] = ()
    problem: FileError | None = None

    @property
    def path_problem(self) -> FileError | None:
        """Why nothing can be kept of it: its path is longer than the database can hold; None when it can."""
        if len(os.fsencode(self.facts.path)) <= LONGEST_PATH_BYTES:
            return None
        what = f"the path has more than {LONGEST_PATH_BYTES} bytes"
        return FileUnreadableError(what, subject=self.facts.path, remedy="Unpack the file around it")

    def is_kept_as(self, record: DocumentRecord) -> bool:
        """Tell whether a document is what is kept of it."""
        return (record.file.path, record.file.container) == (self.facts.path, self.facts.container)

    def listed(self, container: DocumentId, members: Sequence[Member]) -> Iterator["Incoming"]:
        """Yield the members that were found in it, each under a path of its own.

        Args:
            container: Its document.
            members: In its order.
        """
        for member, path in zip(members, member_paths(self.facts.path, members), strict=True):
            facts = FileFacts(path, member.size_bytes, self.facts.modified, member.content_hash, container, member.key)
            yield replace(self, facts=facts, keys=(*self.keys, member.key), problem=_problem(path, member))

    def kept(self, records: Sequence[DocumentRecord]) -> Iterator["Incoming"]:
        """Yield the members that are kept of it, which is as it was."""
        for record in records:
            facts = replace(record.file, modified=self.facts.modified)
            yield replace(self, facts=facts, keys=(*self.keys, facts.member_key))


def member_paths(container: str, members: Sequence[Member]) -> Iterator[str]:
    """Name each member by a path; of those with the same name, later ones are numbered."""
    names = {member.name for member in members}
    taken: set[str] = set()
    last: Counter[str] = Counter(names)
    for member in members:
        name = member.name
        while name in taken or (name != member.name and name in names):
            last[member.name] += 1
            name = _numbered(member.name, last[member.name])
        taken.add(name)
        yield f"{container}{MEMBER_MARK}{name}"


def _numbered(name: str, number: int) -> str:
    path = PurePath(name)
    return str(path.with_name(f"{path.stem} ({number}){path.suffix}"))


def _problem(path: str, member: Member) -> FileError | None:
    known = error_class(member.code)
    return known(member.reason, subject=path) if issubclass(known, FileError) else None
