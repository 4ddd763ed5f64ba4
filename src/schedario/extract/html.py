"""Reads HTML pages."""

import re

from schedario.extract.blocks import body
from schedario.extract.encoding import decode
from schedario.extract.html_blocks import HtmlText, ReadPicture, read_html_text
from schedario.extract.html_pictures import pictures_within
from schedario.extract.note_markup import MOST_LINKS, path_link, warnings_of
from schedario.extract.source import Source
from schedario.records.extraction import Extraction
from schedario.records.note import LinkKind, Markup

_DECLARED = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)""")
_HEAD_BYTES = 4096


def read_html(source: Source) -> Extraction:
    """Read a page with the pictures in it; a declared encoding is used when the bytes agree with it."""
    page = read_html_bytes(source.path.read_bytes(), picture=pictures_within(source))
    links = dict.fromkeys(filter(None, (path_link(LinkKind.HTML, address) for address in page.addresses)))
    markup = Markup(tuple(links)[:MOST_LINKS])
    return Extraction(source.media_type, page.title, body(page.blocks), warnings=warnings_of(markup), markup=markup)


def read_html_bytes(content: bytes, encoding: str = "", picture: ReadPicture | None = None) -> HtmlText:
    """Cut a page into blocks; an encoding that came with it, as mail has, goes before the one it declares itself.

    Raises:
        TextUndecodableError: The bytes are no text.
    """
    declared = _DECLARED.search(content[:_HEAD_BYTES])
    text = decode(content, encoding or (declared[1].decode("ascii") if declared else "")).text
    return read_html_text(text, picture)
