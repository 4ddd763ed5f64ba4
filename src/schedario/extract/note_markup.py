"""Reads what Markdown says beside its text: links, tags in running text, the first paragraph. Code says nothing."""

import re
from collections.abc import Iterator, Sequence

from schedario.extract.blocks import one_line
from schedario.extract.markdown_blocks import fence_end, front_matter_end, markdown_blocks, plain
from schedario.records.extraction import BlockRole
from schedario.records.note import Link, LinkKind, Markup

MOST_LINKS = 10_000
"""Links of one file that are kept."""

MOST_HASHTAGS = 1000
_LONGEST_TARGET = 1000
_LONGEST_OPENING = 2000

_CODE = re.compile(r"(?<!`)(`{1,8})(?!`)(.{1,1000}?)(?<!`)\1(?!`)")
_WIKI = re.compile(r"(?<!\\)(!?)\[\[([^\[\]\n|]{1,1000})(?:\|[^\[\]\n]{0,1000})?\]\]")
# The end of a link is enough: its shown text may hold a picture, which is a link of its own.
_END_OF_LINK = re.compile(
    r"(?<!\\)\]\(\s{0,9}(?:<([^<>\n]{1,1000})>|((?:[^\s()<>]|\([^\s()]{0,200}\)){1,1000}))"
    r"(?:\s{1,9}(?:\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)))?\s{0,9}\)"
)
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\[\]\n]{1,500}\]:[ \t]{0,9}(?:<([^<>\n]{1,1000})>|(\S{1,1000}))", re.M)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_HASHTAG = re.compile(r"(?<!\S)#([\w/-]{1,100})")
_SHOWN = re.compile(r"!?\[\[([^\[\]\n|]*)(?:\|([^\[\]\n]*))?\]\]")
_PICTURE = re.compile(r"!\[[^\[\]\n]{0,500}\]\([^()\n]{0,1000}\)")
_EMPHASIS = re.compile(r"(?<![\w*_])([*_])(?=\S)([^*_\n]{1,500})(?<=\S)\1(?![\w*_])")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,500}>|<!--.{0,5000}?-->", re.S)
# A list, a quote, a rule, a footnote or the definition of a link: no running text.
_NO_PROSE = re.compile(r"\s*(?:[-*+>|]\s|\d+[.)]\s|(?:[-*_]\s*){3,}$|\[[^\[\]]*\]:|\$\$|:::|%%)")


def markup_of(text: str) -> Markup:
    r"""Return what a Markdown text says beside itself; its lines end with ``\n``."""
    lines = text.split("\n")
    front = front_matter_end(lines)
    running = _without_code(lines[front:])
    # Properties of a note may hold links too.
    linked = "\n".join([*lines[:front], running])
    return Markup(tuple(_links(linked)), _hashtags(running), _opening("\n".join(lines[front:])))


def warnings_of(markup: Markup) -> tuple[str, ...]:
    """Say what of a file's links and tags was left out."""
    bounds = ((markup.links, MOST_LINKS, "links"), (markup.hashtags, MOST_HASHTAGS, "tags in the text"))
    return tuple(f"only the first {most:,} {what} were kept" for kept, most, what in bounds if len(kept) == most)


def unfollowed(target: str) -> bool:
    """Tell whether a target is no file of one's own: an address, a place in the same file, a folder."""
    return target.startswith(("#", "?", "//", "\\")) or target.endswith(("/", ".")) or bool(_SCHEME.match(target))


def path_link(kind: LinkKind, address: str) -> Link | None:
    """Make the link to the file at a relative address; None when it leads elsewhere."""
    written = address.strip()
    path, _, heading = written.partition("#")
    path = path.partition("?")[0]
    if not path or len(path) > _LONGEST_TARGET or unfollowed(path):
        return None
    return Link(kind, path, heading[:_LONGEST_TARGET])


def _links(text: str) -> Iterator[Link]:
    found = [(match.start(), _wiki_link(match)) for match in _WIKI.finditer(text)]
    for pattern in (_END_OF_LINK, _DEFINITION):
        found += [(m.start(), path_link(LinkKind.MARKDOWN, m[1] or m[2])) for m in pattern.finditer(text)]
    ordered = [link for _, link in sorted(found, key=lambda pair: pair[0]) if link]
    yield from list(dict.fromkeys(ordered))[:MOST_LINKS]


def _wiki_link(match: re.Match[str]) -> Link | None:
    # In a table the line before the shown text is written with a backslash.
    target, _, heading = match[2].rstrip("\\").partition("#")
    target = target.strip()
    if not target or "://" in target:
        return None
    return Link(LinkKind.EMBED if match[1] else LinkKind.WIKI, target, heading.strip())


def _hashtags(text: str) -> tuple[str, ...]:
    found = (tag.strip("/-") for tag in _HASHTAG.findall(text))
    # A number is no tag: "#42" is an issue.
    tags = dict.fromkeys(tag for tag in found if any(map(str.isalpha, tag)))
    return tuple(list(tags)[:MOST_HASHTAGS])


def _without_code(lines: Sequence[str]) -> str:
    return "\n".join(_CODE.sub(" ", line) for line in _unfenced(lines))


def _unfenced(lines: Sequence[str]) -> Iterator[str]:
    index = 0
    while index < len(lines):
        end = fence_end(lines, index)
        if end == index:
            yield lines[index]
        index = max(end, index + 1)


def _opening(text: str) -> str:
    """Return the first paragraph that is running text; empty when there is none."""
    for block in markdown_blocks(text):
        if block.role is BlockRole.TEXT and (found := next(_prose(block.text), "")):
            return found[:_LONGEST_OPENING]
    return ""


def _prose(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n[ \t]*\n", "\n".join(_unfenced(text.split("\n")))):
        # Cut before it is looked at: what takes marks out of a line was made for headings.
        shown = _PICTURE.sub("", _TAG.sub(" ", paragraph.strip("\n")[: 2 * _LONGEST_OPENING]))
        if shown.strip() and not _NO_PROSE.match(shown) and not shown.startswith(("    ", "\t")):
            prose = one_line(_EMPHASIS.sub(r"\2", plain(_SHOWN.sub(_as_shown, shown))))
            if any(map(str.isalnum, prose)):
                yield prose


def _as_shown(match: re.Match[str]) -> str:
    return "" if match[0].startswith("!") else match[2] or match[1]
