"""Reads plain text."""

from schedario.extract.blocks import body
from schedario.extract.encoding import decode
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction


def read_text(source: Source) -> Extraction:
    """Read a text as one block; its lines stay as they are."""
    text = decode(source.path.read_bytes()).text.replace("\r\n", "\n").replace("\r", "\n")
    return Extraction(source.media_type, "", body([Block(text.strip("\n"))]))
