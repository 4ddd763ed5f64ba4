"""Reads DOCX, by way of the HTML that mammoth makes of it."""

import re

import mammoth

from schedario.extract.blocks import body
from schedario.extract.html_blocks import read_html_text
from schedario.extract.source import Source
from schedario.records.extraction import BlockRole, Extraction

# mammoth knows "Heading 1" to "Heading 6"; a document's title stands above them.
_STYLE_MAP = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"
_BACK_LINK = re.compile(r'<a href="#[^"]*">↑</a>')


def read_docx(source: Source) -> Extraction:
    """Read headings, paragraphs, lists and tables in the document's order; notes and comments follow at the end."""
    with source.path.open("rb") as file:
        result = mammoth.convert_to_html(file, style_map=_STYLE_MAP, convert_image=_no_picture)
    blocks = read_html_text(_BACK_LINK.sub("", result.value)).blocks
    title = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    return Extraction(source.media_type, title, body(blocks))


def _no_picture(_image: object) -> list[object]:
    return []
