"""Finds the pictures that a page of HTML names, in the page itself or beside it in its container; fetches nothing."""

import base64
import binascii
import re
from collections.abc import Callable
from itertools import count
from urllib.parse import unquote_to_bytes

from schedario.extract.html_blocks import ReadPicture
from schedario.extract.source import Source
from schedario.records.extraction import Block

_DATA = "data:"
_LEADS_OUT = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)


def pictures_within(source: Source, beside: Callable[[str], bytes | None] | None = None) -> ReadPicture:
    """Return what reads a page's pictures.

    Args:
        source: The file that holds the page.
        beside: Gives the bytes at an address that is no data URI; None when the file does not hold them, which is
            counted as missing unless the address leads out of the file.
    """

    def read(address: str, description: str) -> Block | None:
        if address[: len(_DATA)].lower() == _DATA:
            content = _data(address)
        elif beside is None or not address:
            return None
        else:
            content = beside(address)
        if content is None:
            if not _LEADS_OUT.match(address):
                source.pictures.lost("missing")
            return None
        return source.pictures.block(content, description)

    return read


class NamedPictures:
    """Pictures that a reader comes to while it writes HTML, by the names that it puts there in their places."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._blocks: dict[str, Block] = {}
        self._numbers = count(1)

    def name(self, content: bytes, description: str = "") -> str:
        """Read a picture and return its name; empty when there is nothing to say of it."""
        block = self._source.pictures.block(content, description)
        if block is None:
            return ""
        name = f"picture:{next(self._numbers)}"
        self._blocks[name] = block
        return name

    def element(self, content: bytes, description: str = "") -> str:
        """Return the HTML of a picture; empty when there is nothing to say of it."""
        name = self.name(content, description)
        return f'<img src="{name}">' if name else ""

    def block(self, name: str, _description: str) -> Block | None:
        """Return a picture by its name (``ReadPicture``), once: a cell that is repeated shows it only where it is."""
        return self._blocks.pop(name, None)


def _data(address: str) -> bytes | None:
    """Return what a data URI of a picture holds (RFC 2397); None for another kind of data."""
    head, _, data = address.partition(",")
    kind = head[len(_DATA) :].strip().lower()
    if not kind.startswith("image/"):
        return None
    content = unquote_to_bytes(data)
    if not kind.endswith("base64"):
        return content
    try:
        return base64.b64decode(content)
    except binascii.Error:
        # Cut off or mangled: what the decoder of pictures says of it is what a person is told.
        return b""
