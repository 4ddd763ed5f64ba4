"""A mail message as every mail reader gives it, and the blocks that it becomes."""

from collections.abc import Iterator
from dataclasses import dataclass

from schedario.extract.blocks import heading, one_line
from schedario.extract.inner import below, inner_blocks
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole

HEADERS = ("From", "To", "Cc", "Date", "Subject")
"""Shown first, in this order, whatever the order in the file."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """What lies beside a message's text.

    Attributes:
        name: As the message names it.
        content: Its bytes, or a message of its own.
        is_read: False for what is only named, such as a picture that belongs to the layout.
    """

    name: str
    content: "bytes | Letter"
    is_read: bool = True


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


def letter_blocks(source: Source, letter: Letter, warnings: list[str]) -> Iterator[Block]:
    """Yield headers, text and attachments in this order; an attachment's text stands under a heading with its name."""
    lines = [f"{name}: {text}" for name in HEADERS if (text := one_line(letter.headers.get(name, "")))]
    if names := [attachment.name for attachment in letter.attachments]:
        lines.append(f"Attachments: {', '.join(names)}")
    if lines:
        yield Block("\n".join(lines))
    yield from letter.body
    for attachment in letter.attachments:
        if blocks := _attachment_blocks(source, attachment, warnings):
            yield heading(f"Attachment: {attachment.name}", 1)
            yield from blocks
        source.progress()


def _attachment_blocks(source: Source, attachment: Attachment, warnings: list[str]) -> list[Block]:
    if isinstance(attachment.content, Letter):
        return below(list(letter_blocks(source, attachment.content, warnings)))
    if not attachment.is_read or not attachment.content:
        return []
    return inner_blocks(source, attachment.name, attachment.content, warnings)


def weight(blocks: tuple[Block, ...]) -> tuple[int, int]:
    """Say how much a text holds, for choosing between two forms of it: letters and figures first, then tables."""
    characters = sum(character.isalnum() for block in blocks for character in block.text)
    return characters, sum(block.role is BlockRole.TABLE for block in blocks)
