"""Reads DOCX, by way of the HTML that mammoth makes of it."""

import html
import re
import zipfile
from typing import Any

import mammoth
from mammoth.docx.files import InvalidFileReferenceError

from schedario.broken_zip import BROKEN_ZIP
from schedario.extract.blocks import body
from schedario.extract.docx_additions import with_all_shown
from schedario.extract.docx_numbering import LABEL_END, LABEL_START
from schedario.extract.docx_parts import comment_authors, running_lines
from schedario.extract.html_blocks import read_html_text
from schedario.extract.html_pictures import NamedPictures
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
_LABEL = re.compile(f"{LABEL_START}([^{LABEL_END}]*){LABEL_END}")
_ITEM_LABEL = re.compile(rf"<li>((?:<(?!/?(?:li|[ou]l)\b)[^>]*>)*){LABEL_START}([^{LABEL_END}]*){LABEL_END}")
_SPACE = re.compile(r"\s+")


def read_docx(source: Source) -> Extraction:
    """Read headings, paragraphs, lists, tables and pictures in the document's order.

    Notes and comments stand after their paragraph, headers once before the text and footers once after it.
    """
    pictures = NamedPictures(source)
    convert_image = _picture_reader(source, pictures)
    with source.path.open("rb") as file, zipfile.ZipFile(file) as archive:
        with with_all_shown(archive, file) as whole:
            result = mammoth.convert_to_html(whole, style_map=_STYLE_MAP, convert_image=convert_image)
        running = running_lines(archive)
        content = _with_notes(_BACK_LINK.sub("", _with_labels(result.value)), comment_authors(archive))
    blocks = read_html_text(content, pictures.block).blocks
    title = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    before, after = ([Block(f"{name}: {line}") for line in running[name]] for name in ("Header", "Footer"))
    return Extraction(source.media_type, title, body([*before, *blocks, *after]))


def _with_labels(content: str) -> str:
    """Give each item of a list its label, and put that of a heading or paragraph before its text."""
    return _LABEL.sub(r"\1 ", _ITEM_LABEL.sub(r'<li data-label="\2">\1', content))


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


def _picture_reader(source: Source, pictures: NamedPictures) -> Any:
    """Return what mammoth calls for each picture that it comes to, and what makes its place in the HTML."""

    def attributes(image: Any) -> dict[str, str]:
        content = _picture_content(source, image)
        return {"src": pictures.name(content, image.alt_text or "")} if content is not None else {}

    return mammoth.images.img_element(attributes)


def _picture_content(source: Source, image: Any) -> bytes | None:
    try:
        with image.open() as file:
            content: bytes = file.read()
            return content
    except InvalidFileReferenceError:
        # It is linked, not embedded.
        return None
    except KeyError:
        source.pictures.lost("missing")
    except BROKEN_ZIP:
        source.pictures.lost("damaged")
    return None
