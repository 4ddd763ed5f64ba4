"""Puts what a model that sees made of a picture or page where it stands, and says who read it.

Its text is a model's: data like all other text, cleaned and bounded before it is kept.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from schedario.records.extraction import Block, BlockRole, ExtractedPage, Origin
from schedario.records.picture import VisionReading

if TYPE_CHECKING:
    from PIL.Image import Image

Seen = Callable[[str], VisionReading | None]
"""What a model made of a picture or page before, by its hash."""

_TABLES = b"tables"


def picture_lines(place: str, described: str, seen: VisionReading) -> list[str]:
    """Return the lines of a picture's block: how it was read, what its document says of it, what the model says."""
    how = " ".join(filter(None, ["Picture", place]))
    own = [f"Description: {described}"] if described else []
    return [f"[{how}, {_by(seen)}]", *own, *_described(seen), *filter(None, [seen.text])]


def image_hash(image: "Image") -> str:
    """Return the hash of how a picture looks, hexadecimal."""
    return hashlib.sha256(repr(image.size).encode() + image.tobytes()).hexdigest()


def tables_hash(looks: str) -> str:
    """Return the hash of a page of which only the tables are to be read.

    Args:
        looks: Its ``image_hash``.
    """
    return hashlib.sha256(looks.encode() + _TABLES).hexdigest()


def seen_page(page: ExtractedPage, looks: str, known: Seen) -> ExtractedPage:
    """Return an unread or flattened page with its hash, and with what a model made of it.

    Args:
        page: It.
        looks: Its ``image_hash``.
        known: What a model made of pictures and pages.
    """
    is_unread = page.origin is Origin.UNREAD
    sha256 = looks if is_unread else tables_hash(looks)
    seen = known(sha256)
    page = replace(page, sha256=sha256)
    if seen and is_unread and seen.says_something:
        return replace(page, origin=Origin.VISION, blocks=tuple(_page_blocks(seen)))
    if seen and not is_unread and seen.text:
        said = (Block("[Tables on this page, read by a model]"), Block(seen.text, BlockRole.TABLE))
        return replace(page, blocks=(*page.blocks, *said), flattened=False)
    return page


def _page_blocks(seen: VisionReading) -> list[Block]:
    described = [Block("\n".join(["[Page, described by a model]", *_described(seen)]))] if seen.description else []
    return [*(Block(text) for text in [seen.text] if text), *described]


def _described(seen: VisionReading) -> list[str]:
    return [f"Seen: {seen.description}"] if seen.description else []


def _by(seen: VisionReading) -> str:
    if seen.text and seen.description:
        return "read and described by a model"
    return "read by a model" if seen.text else "described by a model"
