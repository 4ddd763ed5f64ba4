"""Opens the compound file format (OLE2), which Outlook messages and Office files before 2007 use.

Only as much as reading needs: storages and streams by name. Chains that run in circles or past the end are refused.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER_BYTES = 512
_ENTRY_BYTES = 128
_NO_ENTRY = 0xFFFFFFFF
_LAST_SECTOR = 0xFFFFFFFA
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_SHIFTS = (9, 12)


class CompoundError(ValueError):
    """The bytes are no compound file, or a broken one."""


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    kind: int
    left: int
    right: int
    child: int
    start: int
    size: int


@dataclass(slots=True)
class Storage:
    """A folder of a compound file; names are compared as they are written."""

    file: "_Compound"
    streams: dict[str, _Entry] = field(default_factory=dict)
    storages: dict[str, "Storage"] = field(default_factory=dict)

    def read(self, name: str) -> bytes:
        """Return a stream's content, empty when there is no such stream.

        Raises:
            CompoundError: It is broken.
        """
        return self.file.stream(self.streams[name]) if name in self.streams else b""

    def content(self) -> bytes:
        """Return all that is in it, with names and lengths: equal for equal folders, wherever they lie.

        Raises:
            CompoundError: It is broken.
        """
        pieces = [(name, self.read(name)) for name in sorted(self.streams)]
        pieces += [(name, self.storages[name].content()) for name in sorted(self.storages)]
        return b"".join(f"{name}\n{len(piece)}\n".encode() + piece for name, piece in pieces)


def read_compound(content: bytes) -> Storage:
    """Read the directory of a compound file.

    Raises:
        CompoundError: It is broken.
    """
    try:
        return _Compound(content).root()
    except (struct.error, IndexError) as error:
        raise CompoundError(f"the compound file is cut off or broken ({error})") from error


class _Compound:
    def __init__(self, content: bytes) -> None:
        if not content.startswith(MAGIC) or len(content) < _HEADER_BYTES:
            raise CompoundError("no compound file")
        self._content = content
        self._shift, mini_shift = struct.unpack_from("<HH", content, 30)
        directory, _, self._cutoff, mini_table, mini_count = struct.unpack_from("<5I", content, 48)
        if self._shift not in _SHIFTS or mini_shift != 6:
            raise CompoundError("a compound file of unknown sector size")
        self._table = self._read_table()
        self._entries = list(self._read_entries(self._chain(directory)))
        if not self._entries or self._entries[0].kind != _ROOT:
            raise CompoundError("a compound file without a root")
        root = self._entries[0]
        self._mini = self._chain(root.start)[: root.size] if root.size else b""
        self._mini_table = _numbers(self._chain(mini_table)) if mini_count else ()
        self._left = len(content)
        self._counted: set[_Entry] = set()

    def root(self) -> Storage:
        """Build the tree of storages; an entry that is named twice is a circle."""
        top = Storage(self)
        seen = {0}
        waiting = [(self._entries[0].child, top)]
        while waiting:
            number, storage = waiting.pop()
            if number == _NO_ENTRY:
                continue
            if number in seen:
                raise CompoundError("a directory that runs in a circle")
            seen.add(number)
            entry = self._entries[number]
            waiting += [(entry.left, storage), (entry.right, storage)]
            if entry.kind == _STORAGE:
                inner = storage.storages.setdefault(entry.name, Storage(self))
                waiting.append((entry.child, inner))
            elif entry.kind == _STREAM:
                storage.streams[entry.name] = entry
        return top

    def _read_table(self) -> tuple[int, ...]:
        """Join the sectors of the allocation table; the header lists the first 109 of them."""
        sectors = list(struct.unpack_from("<109I", self._content, 76))
        following, _ = struct.unpack_from("<2I", self._content, 68)
        per_sector = (1 << self._shift) // 4
        seen: set[int] = set()
        while following < _LAST_SECTOR:
            if following in seen:
                raise CompoundError("an allocation table that runs in a circle")
            seen.add(following)
            *more, following = struct.unpack(f"<{per_sector}I", self._sector(following))
            sectors += more
        return _numbers(b"".join(self._sector(number) for number in sectors if number < _LAST_SECTOR))

    def _sector(self, number: int) -> bytes:
        start = (number + 1) << self._shift
        found = self._content[start : start + (1 << self._shift)]
        if not found:
            raise CompoundError("a sector past the end of the file")
        return found.ljust(1 << self._shift, b"\x00")

    def _chain(self, start: int) -> bytes:
        return b"".join(self._sector(number) for number in _follow(self._table, start))

    def stream(self, entry: _Entry) -> bytes:
        """Return the content of a stream."""
        if not entry.size:
            return b""
        # Streams that share their sectors could add up to far more than the file.
        self._left -= entry.size if entry not in self._counted else 0
        self._counted.add(entry)
        if self._left < 0:
            raise CompoundError("streams that are larger than the file")
        if entry.size >= self._cutoff:
            return self._chain(entry.start)[: entry.size]
        pieces = (self._mini[number << 6 : (number + 1) << 6] for number in _follow(self._mini_table, entry.start))
        return b"".join(pieces)[: entry.size]

    def _read_entries(self, content: bytes) -> Iterator[_Entry]:
        for offset in range(0, len(content), _ENTRY_BYTES):
            name_bytes, kind = struct.unpack_from("<HB", content, offset + 64)
            left, right, child = struct.unpack_from("<3I", content, offset + 68)
            start, size, high = struct.unpack_from("<3I", content, offset + 116)
            if self._shift == _SHIFTS[1]:
                # Files of small sectors may hold anything in the upper half of a size.
                size |= high << 32
            name = content[offset : offset + min(max(name_bytes - 2, 0), 62)].decode("utf-16-le", "replace")
            yield _Entry(name, kind, left, right, child, start, size)


def _follow(table: tuple[int, ...], start: int) -> Iterator[int]:
    number = start
    for _ in range(len(table)):
        if number >= _LAST_SECTOR:
            return
        yield number
        number = table[number]
    if number < _LAST_SECTOR:
        raise CompoundError("a chain of sectors that runs in a circle")


def _numbers(content: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(content) // 4}I", content)
