"""A mail message as every mail reader gives it, with the blocks and the members that it becomes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from schedario.extract.blocks import one_line
from schedario.extract.members import member_of
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole, Member

_MOST_KEPT_BYTES = 64 << 20
HEADERS = ("From", "To", "Cc", "Date", "Subject")
"""Shown first, in this order, whatever the order in the file."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """What lies beside a message's text.

    Attributes:
        name: As the message names it.
        content: Its bytes; of a message that lies in another unpacked, those that make it up.
        is_member: False for what is only named, such as a picture that belongs to the layout.
        inside: Where in the file it lies, for one that is no file by itself; see ``Source``.
    """

    name: str
    content: bytes
    is_member: bool = True
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """One message.

    Attributes:
        headers: Those of ``HEADERS`` that it has, decoded, by name.
        body: Its text.
        attachments: In the message's order.
    """

    headers: dict[str, str]
    body: tuple[Block, ...]
    attachments: tuple[Attachment, ...] = ()

    @property
    def subject(self) -> str:
        """What it is about; empty when it does not say."""
        return one_line(self.headers.get("Subject", ""))


def letter_blocks(letter: Letter) -> Iterator[Block]:
    """Yield headers, names of attachments and text, in this order."""
    lines = [f"{name}: {text}" for name in HEADERS if (text := one_line(letter.headers.get(name, "")))]
    if names := [attachment.name for attachment in letter.attachments]:
        lines.append(f"Attachments: {', '.join(names)}")
    if lines:
        yield Block("\n".join(lines))
    yield from letter.body


def letter_members(letter: Letter, place: str = "") -> Iterator[Member]:
    """Yield the attachments that are documents of their own; empty ones are none.

    Args:
        letter: The message.
        place: Where it lies among others, for the keys; empty for the only one of a file.
    """
    for index, attachment in enumerate(letter.attachments):
        if attachment.is_member and attachment.content:
            yield member_of(f"{place}{index}", attachment.name, attachment.content)


def remembered(source: Source, place: str, read: Callable[[], Letter]) -> Letter:
    """Read a message once for all its attachments; a large one is not kept, so that it leaves room for their readers.

    Args:
        source: The file that it lies in.
        place: Where in it.
        read: Reads it.
    """
    if source.memory.get("place") == place:
        kept: Letter = source.memory["letter"]
        return kept
    letter = read()
    if sum(len(attachment.content) for attachment in letter.attachments) <= _MOST_KEPT_BYTES:
        source.memory.update(place=place, letter=letter)
    return letter


def weight(blocks: tuple[Block, ...]) -> tuple[int, int]:
    """Say how much a text holds, for choosing between two forms of it: letters and figures first, then tables."""
    characters = sum(character.isalnum() for block in blocks for character in block.text)
    return characters, sum(block.role is BlockRole.TABLE for block in blocks)
