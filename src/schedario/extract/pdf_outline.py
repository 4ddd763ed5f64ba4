"""Makes headings of a PDF's outline (bookmarks), each at the line of its page that says the same."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from schedario.extract.blocks import heading, one_line
from schedario.records.extraction import Block, BlockRole, ExtractedPage

_MARKS = re.compile(r"[\W_]+")
_MOST_BOOKMARKS = 20_000
_DEEPEST = 12
_MOST_ON_A_PAGE = 200
# What may stand before a title on its line: "2.1", "Chapter 3.", "Appendice A".
_LONGEST_NUMBER = 16
_LONGEST_TITLE = 300


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One entry of an outline.

    Attributes:
        title: As the outline says it, on one line.
        level: From 1.
        page: Sheet of the file, from 1.
    """

    title: str
    level: int
    page: int


def read_outline(document: Any) -> tuple[Bookmark, ...]:
    """Return the outline's entries that lead to a page of the file, in the outline's order."""
    entries: list[Bookmark] = []
    for entry in islice(document.get_toc(max_depth=_DEEPEST), _MOST_BOOKMARKS):
        destination = entry.get_dest()
        index = destination.get_index() if destination else None
        title = one_line(entry.get_title().replace("\x00", ""))[:_LONGEST_TITLE]
        if title and index is not None and index < len(document):
            entries.append(Bookmark(title, entry.level + 1, index + 1))
    return tuple(entries)


def with_headings(pages: Sequence[ExtractedPage], bookmarks: Iterable[Bookmark]) -> tuple[ExtractedPage, ...]:
    """Return the pages with a heading for each entry of the outline.

    A title that its page does not say in a line of its own becomes a heading at the page's start when it is the first
    there, so that what follows is known to stand under it; else it is left out, as on a page without text.
    """
    by_page: dict[int, list[Bookmark]] = defaultdict(list)
    for bookmark in bookmarks:
        if len(by_page[bookmark.page]) < _MOST_ON_A_PAGE:
            by_page[bookmark.page].append(bookmark)
    return tuple(
        replace(page, blocks=tuple(_placed(page.blocks, by_page[page.number])))
        if page.number in by_page and page.blocks
        else page
        for page in pages
    )


def _placed(blocks: Sequence[Block], bookmarks: Sequence[Bookmark]) -> Iterator[Block]:
    waiting = list(bookmarks)
    said = [_said(block) for block in blocks]
    while waiting and not any(words.find(waiting[0].title) for words in said):
        missing = waiting.pop(0)
        yield heading(missing.title, missing.level)
    for block, words in zip(blocks, said, strict=True):
        if block.role is BlockRole.TEXT:
            yield from _cut(block, words, waiting)
        else:
            yield block


def _cut(block: Block, words: "_Words", waiting: list[Bookmark]) -> Iterator[Block]:
    """Yield a text cut at the titles that it says; those are taken from ``waiting``."""
    lines = block.text.split("\n")
    at = 0
    for bookmark in list(waiting):
        found = words.find(bookmark.title, at)
        if found is None:
            continue
        first, last = found
        if first > at:
            yield replace(block, text="\n".join(lines[at:first]))
        yield heading(" ".join(lines[first:last]), bookmark.level)
        waiting.remove(bookmark)
        at = last
    rest = "\n".join(lines[at:])
    if rest.strip():
        yield replace(block, text=rest)


def _said(block: Block) -> "_Words":
    return _Words(block.text.split("\n") if block.role is BlockRole.TEXT else ())


class _Words:
    """The lines of a text as they are compared: without case, white space and marks."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = [bare(line) for line in lines]

    def find(self, title: str, start: int = 0) -> tuple[int, int] | None:
        """Return the first line and the one after the last that say a title and nothing else but its number."""
        wanted = bare(title)
        if not wanted:
            return None
        found = [(first, last) for first in range(start, len(self._lines)) if (last := self._end(first, wanted))]
        # A header at the page's edge may say the title of the section, too.
        inner = [pair for pair in found if 0 < pair[0] < len(self._lines) - 1]
        return next(iter(inner or found), None)

    def _end(self, first: int, wanted: str) -> int | None:
        said = ""
        for index in range(first, len(self._lines)):
            said += self._lines[index]
            before = len(said) - len(wanted)
            if said.endswith(wanted) and before < min(len(self._lines[first]), _LONGEST_NUMBER + 1):
                return index + 1
            if len(said) >= len(wanted) + _LONGEST_NUMBER:
                return None
        return None


def bare(text: str) -> str:
    """Return a text as it is compared: without case, white space and marks."""
    return _MARKS.sub("", unicodedata.normalize("NFKC", text).casefold())
