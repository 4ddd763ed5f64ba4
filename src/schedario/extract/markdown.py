"""Reads Markdown files."""

from schedario.extract.blocks import body
from schedario.extract.encoding import decode
from schedario.extract.markdown_blocks import markdown_blocks
from schedario.extract.note_markup import markup_of, warnings_of
from schedario.extract.source import Source
from schedario.records.extraction import BlockRole, Extraction


def read_markdown(source: Source) -> Extraction:
    """Read a Markdown file; front matter stays as text, and the first top heading is the title."""
    text = decode(source.path.read_bytes()).text.replace("\r\n", "\n").replace("\r", "\n")
    blocks = tuple(markdown_blocks(text))
    title = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    markup = markup_of(text)
    return Extraction(source.media_type, title, body(blocks), warnings=warnings_of(markup), markup=markup)
