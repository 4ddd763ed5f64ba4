"""Cuts Markdown into blocks: headings and pipe tables are recognised, all else stays as it was written."""

import re
from collections.abc import Iterator, Sequence

from schedario.extract.blocks import heading, table
from schedario.records.extraction import Block

_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*")
_CELL_END = re.compile(r"(?<!\\)\|")
# A list item, quote or indented line above dashes is not the text of a setext heading.
_NO_PARAGRAPH = re.compile(r"\s*(?:[-*+>|]|\d+[.)])\s| {4}|\t")
_INLINE = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\s+\"[^\"]*\")?\)")


def markdown_blocks(text: str) -> Iterator[Block]:
    """Cut Markdown into headings, tables and the text between them."""
    lines = text.split("\n")
    front = front_matter_end(lines)
    kept = lines[:front]
    index = front
    while index < len(lines):
        if (end := fence_end(lines, index)) > index:
            kept += lines[index:end]
            index = end
            continue
        if found := _heading_at(lines, index, kept):
            yield from _text(kept)
            kept = []
            yield found
            index += 1
            continue
        if (end := _table_end(lines, index)) > index:
            yield from _text(kept)
            kept = []
            rows = [split_row(line) for line in (lines[index], *lines[index + 2 : end])]
            yield from filter(None, [table(rows)])
            index = end
            continue
        kept.append(lines[index])
        index += 1
    yield from _text(kept)


def split_row(line: str) -> list[str]:
    """Cut a line of a pipe table into its cells."""
    line = line.strip().removeprefix("|")
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return [plain(cell.replace("\\|", "|")) for cell in _CELL_END.split(line)]


def plain(text: str) -> str:
    """Drop the marks of emphasis, code and links from one line."""
    return _INLINE.sub(r"\2", _LINK.sub(r"\1", text)).strip()


def front_matter_end(lines: Sequence[str]) -> int:
    """Return the index after the header at the top; 0 without one."""
    start = next((i for i, line in enumerate(lines) if line.strip()), 0)
    if lines[start].strip() != "---":
        return 0
    end = next((i for i, line in enumerate(lines[start + 1 :], start + 1) if line.rstrip() in {"---", "..."}), 0)
    return end + 1 if end else 0


def fence_end(lines: Sequence[str], start: int) -> int:
    """Return the index after a code fence's last line; ``start`` when none opens there."""
    opening = _FENCE.fullmatch(lines[start])
    if not opening or (opening[1][0] == "`" and "`" in opening[2]):
        return start
    for index in range(start + 1, len(lines)):
        closing = lines[index].strip()
        if len(closing) >= len(opening[1]) and set(closing) == {opening[1][0]}:
            return index + 1
    return len(lines)


def _heading_at(lines: list[str], index: int, kept: list[str]) -> Block | None:
    """Return the heading on a line; a setext heading takes its text back from the lines that were kept."""
    if atx := _ATX.fullmatch(lines[index]):
        title = plain(atx[2] or "")
        return heading(title, len(atx[1])) if title else None
    setext = _SETEXT.fullmatch(lines[index])
    if not setext or not kept or not kept[-1].strip() or _NO_PARAGRAPH.match(kept[-1]):
        return None
    if len(kept) > 1 and kept[-2].strip():
        # Several lines above dashes: a paragraph before a rule far more often than a long heading.
        return None
    return heading(plain(kept.pop()), 1 if setext[1][0] == "=" else 2)


def _table_end(lines: list[str], start: int) -> int:
    """Return the index after a pipe table's last row; ``start`` when none begins there."""
    if start + 1 >= len(lines) or "|" not in lines[start] or "|" not in lines[start + 1]:
        return start
    if not _RULE.fullmatch(lines[start + 1]):
        return start
    end = start + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    return end


def _text(lines: list[str]) -> Iterator[Block]:
    text = "\n".join(lines).strip("\n")
    if text.strip():
        yield Block(text)
