"""Files that lie inside a file: how they are named, counted and taken out into the child's folder."""

import hashlib
import re
import tempfile
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.errors import FileError, LimitExceededError
from schedario.extract.blocks import one_line
from schedario.extract.limits import megabytes, setting_of
from schedario.extract.source import Source
from schedario.records.extraction import Member

_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")
# Of a path of Windows; a colon elsewhere is the subject's of an attached message: "Re: the offer".
_DRIVE = re.compile(r"\A[A-Za-z]:(?=/)")
_UNNAMEABLE = frozenset({"Cc", "Cs"})
_LONGEST_PART_BYTES = 240
# A path with the names of some containers has to fit into what an archive keeps.
_LONGEST_NAME_BYTES = 800


@dataclass(frozen=True, slots=True)
class Taken:
    """A member that was taken out.

    Attributes:
        path: Where it lies now, in the child's folder.
        inside: Where in the file at the path it lies, for one that cannot be a file by itself.
    """

    path: Path
    inside: tuple[str, ...] = ()


def member_of(key: str, name: str, content: bytes) -> Member:
    """Describe a member whose bytes are at hand."""
    return Member(key, member_name(name, key), len(content), hashlib.sha256(content).hexdigest())


def refused_member(key: str, name: str, size_bytes: int, error: FileError) -> Member:
    """Describe a member that cannot be read, with the reason."""
    shown = member_name(name, key)
    known = hashlib.sha256(repr((error.code, shown, size_bytes)).encode()).hexdigest()
    return Member(key, shown, size_bytes, known, error.code, error.reason)


def member_name(name: str, key: str) -> str:
    """Clean a stranger's name: one line, folders parted by slashes, none that leads anywhere else."""
    if "\\" in name and "/" not in name:
        name = name.replace("\\", "/")
    name = "".join(map(_nameable, one_line(_DRIVE.sub("", name))))
    parts = [part.strip() for part in name.split("/") if part.strip() not in {"", ".", ".."}]
    return _fitting([_shortened(part) for part in parts]) or f"member {key}"


def place_for(name: str) -> Path:
    """Return a new path in the child's folder for a member of this name; only the end of the name is taken over."""
    suffix = Path(name).suffix
    folder = tempfile.mkdtemp(prefix="member-")
    return Path(folder, f"file{suffix if _SUFFIX.fullmatch(suffix) else ''}")


def written(name: str, content: bytes) -> Taken:
    """Write a member's bytes into the child's folder."""
    path = place_for(name)
    path.write_bytes(content)
    return Taken(path)


def reachable(source: Source, members: Sequence[Member]) -> tuple[Member, ...]:
    """Refuse members that lie too deep, so that a container that holds itself has an end.

    Raises:
        LimitExceededError: There are too many.
    """
    limits = source.limits
    if len(members) > limits.archive_members:
        raise source.beyond("archive_members", limits.archive_members, f"{len(members):,} members")
    if source.depth < limits.member_depth:
        return tuple(members)
    error = source.beyond("member_depth", limits.member_depth, "files inside one another")
    reason = f"{error.what}. Raise the setting {setting_of('member_depth')}, or unpack the outer file"
    return tuple(member if member.code else replace(member, code=error.code, reason=reason) for member in members)


def too_large(source: Source, size_bytes: int) -> LimitExceededError:
    """Make the error for a member that is larger than a file may be."""
    return source.beyond("file_bytes", source.limits.file_bytes, megabytes(size_bytes))


def _nameable(character: str) -> str:
    """Replace what no name can hold and be typed again: control characters, halves of characters."""
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(character) in _UNNAMEABLE else character


def _fitting(parts: Sequence[str]) -> str:
    """Join folders and a name; of too many folders the innermost give way to a hash of all."""
    name = "/".join(parts)
    if len(name.encode()) <= _LONGEST_NAME_BYTES:
        return name
    return f"{_cut(name, _LONGEST_NAME_BYTES - len(parts[-1].encode()))}/{parts[-1]}"


def _shortened(part: str) -> str:
    """Cut a name that is longer than file systems allow; what was cut is told by a hash, and the ending stays."""
    if len(part.encode()) <= _LONGEST_PART_BYTES:
        return part
    suffix = Path(part).suffix if _SUFFIX.fullmatch(Path(part).suffix) else ""
    return f"{_cut(part, _LONGEST_PART_BYTES)}{suffix}"


def _cut(name: str, most_bytes: int) -> str:
    content = name.encode()
    return f"{content[: most_bytes - 20].decode('utf-8', 'ignore')}~{hashlib.sha256(content).hexdigest()[:8]}"
