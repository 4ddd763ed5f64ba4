"""Reads DOCX, by way of the HTML that mammoth makes of it."""

import html
import re
import zipfile

import mammoth

from schedario.extract.blocks import body
from schedario.extract.docx_parts import comment_authors, running_lines
from schedario.extract.html_blocks import read_html_text
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole, Extraction

# mammoth knows "Heading 1" to "Heading 6"; a document's title stands above them.
_STYLE_MAP = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\ncomment-reference => sup"
_BACK_LINK = re.compile(r'<a href="#[^"]*">↑</a>')
# Text is escaped in mammoth's HTML, so no document can write these tags itself.
_FIRST_NOTE = re.compile(r'<ol><li id="(?:footnote|endnote)-|<dl><dt id="comment-')
_NOTE = re.compile(r'<li id="((?:footnote|endnote)-[^"]*)">|<dt id="(comment-([^"]*))">[^<]*</dt>')
_MARK_OR_END = re.compile(
    r'<sup><a href="#((?:footnote|endnote|comment)-[^"]*)" id="[^"]*">[^<]*</a></sup>|</(?:p|h[1-6]|li|td|th)>'
)
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")


def read_docx(source: Source) -> Extraction:
    """Read headings, paragraphs, lists and tables in the document's order, notes and comments after their paragraph.

    Headers stand once before the text and footers once after it.
    """
    with source.path.open("rb") as file:
        result = mammoth.convert_to_html(file, style_map=_STYLE_MAP, convert_image=_no_picture)
    with zipfile.ZipFile(source.path) as archive:
        running = running_lines(archive)
        content = _with_notes(_BACK_LINK.sub("", result.value), comment_authors(archive))
    blocks = read_html_text(content).blocks
    title = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    before, after = ([Block(f"{name}: {line}") for line in running[name]] for name in ("Header", "Footer"))
    return Extraction(source.media_type, title, body([*before, *blocks, *after]))


def _with_notes(content: str, authors: dict[str, str]) -> str:
    """Move notes and comments from the end to the paragraphs, list items and cells that name them."""
    first = _FIRST_NOTE.search(content)
    if not first:
        return content
    notes = _notes(content[first.start() :], authors)
    pieces: list[str] = []
    waiting: list[str] = []
    position = 0
    for match in _MARK_OR_END.finditer(content, 0, first.start()):
        pieces.append(content[position : match.start()])
        position = match.end()
        if name := match[1]:
            waiting += filter(None, [notes.pop(name, "")])
            continue
        within = match[0].startswith(("</li", "</t"))
        pieces += [*waiting, match[0]] if within else [match[0], *waiting]
        waiting.clear()
    # What no mark names is kept all the same.
    return "".join([*pieces, content[position : first.start()], *waiting, *notes.values()])


def _notes(content: str, authors: dict[str, str]) -> dict[str, str]:
    """Return each note and comment as one paragraph with its label, by name."""
    notes: dict[str, str] = {}
    marks = list(_NOTE.finditer(content))
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        end = following.start() if following else len(content)
        text = _SPACE.sub(" ", _TAG.sub(" ", content[mark.end() : end])).strip()
        author = html.escape(authors.get(mark[3] or "", ""), quote=False)
        label = "Note" if mark[1] else f"Comment ({author})" if author else "Comment"
        if text:
            notes[mark[1] or mark[2]] = f"<p>{label}: {text}</p>"
    return notes


def _no_picture(_image: object) -> list[object]:
    return []
