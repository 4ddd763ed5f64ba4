"""Takes out headers and footers that a PDF repeats from page to page; the first of each is kept.

Only the number of a page, which goes up with it, may differ between them: a sum at the foot of each page is no footer.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from schedario.extract.pdf_layer import Edges
from schedario.records.extraction import Block, BlockRole, ExtractedPage

_FEWEST_PAGES = 4
_LEAST_SHARE = 0.6
_NUMBER = re.compile(r"\d{1,5}|\b[ivxlc]{1,9}\b")
_MOST_NUMBERS = 4
# A header may come first or last in the layer, whatever its place on the page.
_LINES_FROM_END = 4
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}

Key = tuple[str, str]


def without_repeats(pages: Sequence[ExtractedPage], edges: Sequence[Edges]) -> tuple[ExtractedPage, ...]:
    """Return the pages with every header and footer once, where it first stands.

    Args:
        pages: All pages in order.
        edges: The lines at the edges of each of them.
    """
    repeated = _repeated(edges)
    seen: set[Key] = set()
    cleaned: list[ExtractedPage] = []
    for index, (page, edge) in enumerate(zip(pages, edges, strict=True)):
        dropped: list[str] = []
        for line, keys in _keyed(edge, index):
            if hits := [key for key in keys if key in repeated]:
                if seen.intersection(hits):
                    dropped.append(line)
                seen.update(hits)
        cleaned.append(replace(page, blocks=_without(page.blocks, dropped)) if dropped else page)
    return tuple(cleaned)


def _repeated(edges: Sequence[Edges]) -> set[Key]:
    """Return the keys that stand on most pages, or on most of the even or odd ones."""
    counts: tuple[Counter[Key], Counter[Key]] = (Counter(), Counter())
    sizes = [0, 0]
    for index, edge in enumerate(edges):
        if edge.upper or edge.lower:
            sizes[index % 2] += 1
            counts[index % 2].update({key for _, keys in _keyed(edge, index) for key in keys})

    def is_repeated(key: Key) -> bool:
        odd, even = counts[0][key], counts[1][key]
        return (
            (odd >= _FEWEST_PAGES and odd >= _LEAST_SHARE * sizes[0])
            or (even >= _FEWEST_PAGES and even >= _LEAST_SHARE * sizes[1])
            or (odd + even >= _FEWEST_PAGES and odd + even >= _LEAST_SHARE * sum(sizes))
        )

    return {key for key in counts[0].keys() | counts[1].keys() if is_repeated(key)}


def _keyed(edge: Edges, index: int) -> Iterator[tuple[str, list[Key]]]:
    for place, lines in (("upper", edge.upper), ("lower", edge.lower)):
        for line in lines:
            yield line, [(place, shape) for shape in _shapes(line, index)]


def _shapes(line: str, index: int) -> Iterator[str]:
    """Yield a line as it is, and with each of its numbers as what it is more than the page's place in the file."""
    text = " ".join(line.split())
    yield text
    for match in list(_NUMBER.finditer(text))[:_MOST_NUMBERS]:
        number = int(match.group()) if match.group().isdigit() else _from_roman(match.group())
        yield f"{text[: match.start()]}\x00{number - index}\x00{text[match.end() :]}"


def _from_roman(numeral: str) -> int:
    values = [_ROMAN[letter] for letter in numeral]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


def _without(blocks: Sequence[Block], dropped: Sequence[str]) -> tuple[Block, ...]:
    """Take lines out of the first and the last text of a page, and blocks that are empty then."""
    kept = list(blocks)
    texts = [index for index, block in enumerate(kept) if block.role is BlockRole.TEXT]
    for line in dropped:
        for index in dict.fromkeys((*texts[:1], *texts[-1:])):
            shorter = _without_line(kept[index].text.split("\n"), line)
            if shorter is not None:
                kept[index] = replace(kept[index], text="\n".join(shorter))
                break
    return tuple(block for block in kept if block.text.strip())


def _without_line(lines: list[str], unwanted: str) -> list[str] | None:
    near = [*range(min(_LINES_FROM_END, len(lines))), *range(max(0, len(lines) - _LINES_FROM_END), len(lines))]
    for index in near:
        if lines[index].strip() == unwanted:
            return [*lines[:index], *lines[index + 1 :]]
    return None
