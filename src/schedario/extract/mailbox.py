"""Reads mailboxes (MBOX), message by message from the disk."""

import re
from collections.abc import Iterator
from typing import IO

from schedario.errors import FileError
from schedario.extract.blocks import body
from schedario.extract.guard import guarded
from schedario.extract.inner import below
from schedario.extract.letter import Letter, letter_blocks, letter_members, remembered
from schedario.extract.mail import message_heading, read_letter
from schedario.extract.members import Taken, written
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction, Member

# A year or a time must stand in it: "From here on ..." also begins lines, and some programs do not quote them.
_FROM_LINE = re.compile(rb"From \S.*\d\d:\d\d.*\s*")
_QUOTED_FROM = re.compile(rb">+From ")
_STATUS = re.compile(rb"(?im)^X-Mozilla-Status:\s*([0-9a-f]{4})\s*$")
# Thunderbird only marks what was deleted, until the folder is compacted.
_EXPUNGED = 0x0008


def read_mailbox(source: Source) -> Extraction:
    """Read every message under a heading with its subject; one that is broken costs a warning.

    Raises:
        LimitExceededError: It has too many messages.
        FileDamagedError: None can be read.
    """
    warnings: list[str] = []
    members: list[Member] = []
    with source.path.open("rb") as file:
        blocks = tuple(_blocks(source, file, warnings, members))
    if not blocks and warnings:
        raise source.damaged(warnings[0])
    return Extraction(source.media_type, "", body(blocks), tuple(warnings), members=tuple(members))


def take_out(source: Source, key: str) -> Taken:
    """Write an attachment of a message into the child's folder; only that message is read."""
    place, _, index = key.partition(":")
    attachment = remembered(source, place, lambda: _letter_at(source, int(place))).attachments[int(index)]
    return written(attachment.name, attachment.content)


def _letter_at(source: Source, place: int) -> Letter:
    with source.path.open("rb") as file:
        file.seek(place)
        _, content = next(_messages(file))
    return read_letter(source, content, [])


def _blocks(source: Source, file: IO[bytes], warnings: list[str], members: list[Member]) -> Iterator[Block]:
    for number, (place, content) in enumerate(_messages(file), 1):
        if number > source.limits.archive_members:
            raise source.beyond("archive_members", source.limits.archive_members, f"{number:,} messages")
        source.progress()
        if _is_deleted(content):
            continue
        try:
            with guarded(source):
                letter = read_letter(source, content, warnings)
        except FileError as error:
            warnings.append(f"message {number} could not be read ({error.what})")
            continue
        yield message_heading(letter)
        members.extend(letter_members(letter, f"{place}:"))
        yield from below(list(letter_blocks(letter)))


def _messages(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Cut a mailbox at the lines that begin with "From ", each after a blank line; with the offset of each message."""
    lines: list[bytes] = []
    begin = at = file.tell()
    after_blank = True
    for line in file:
        if after_blank and _FROM_LINE.fullmatch(line):
            if any(kept.strip() for kept in lines):
                yield begin, b"".join(lines)
            lines, begin = [], at
        else:
            lines.append(line[1:] if _QUOTED_FROM.match(line) else line)
        after_blank = not line.strip()
        at += len(line)
    if any(kept.strip() for kept in lines):
        yield begin, b"".join(lines)


def _is_deleted(content: bytes) -> bool:
    status = _STATUS.search(content.partition(b"\n\n")[0][:65536])
    return status is not None and bool(int(status[1], 16) & _EXPUNGED)
