"""Which lines at the edge of a page are headers and footers."""

from collections.abc import Sequence

from schedario.extract.pdf_layer import Edges
from schedario.extract.pdf_repeats import without_repeats
from schedario.records.extraction import Block, ExtractedPage, Origin, PageKind


def kept(pages: Sequence[tuple[str, ...]], lower: bool = False) -> list[tuple[str, ...]]:
    """Return the lines that stay, out of those that stand at one edge of each page."""
    extracted = [
        ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, (Block("\n".join((*lines, f"body {number}"))),))
        for number, lines in enumerate(pages, 1)
    ]
    edges = [Edges((), tuple(lines)) if lower else Edges(lines, ()) for lines in pages]
    cleaned = without_repeats(extracted, edges)
    return [tuple(page.blocks[0].text.split("\n")[:-1]) for page in cleaned]


def test_a_header_on_every_page_is_kept_once() -> None:
    assert kept([("Title",)] * 5) == [("Title",), (), (), (), ()]


def test_a_header_on_three_pages_stays() -> None:
    assert kept([("Title",)] * 3) == [("Title",)] * 3


def test_a_line_on_few_pages_stays() -> None:
    words = ("Results", "Results", "Results", "Results", "Other", "Lines", "Stand", "Here", "In", "Turn")
    pages = [(word,) for word in words]
    assert kept(pages) == pages


def test_page_numbers_are_folded_wherever_they_begin() -> None:
    assert kept([(f"Page {number} of 209",) for number in range(7, 13)]) == [("Page 7 of 209",), (), (), (), (), ()]
    assert kept([(numeral,) for numeral in ("iii", "iv", "v", "vi", "vii")], lower=True) == [("iii",), (), (), (), ()]


def test_other_numbers_are_not_folded() -> None:
    pages = [(f"Balance {value},00",) for value in (12, 90, 41, 77, 3, 58)]
    assert kept(pages) == pages


def test_headers_that_take_turns_on_left_and_right_pages_are_kept_once_each() -> None:
    assert kept([("Book",), ("Chapter",)] * 5) == [("Book",), ("Chapter",), *[()] * 8]


def test_a_line_within_the_page_stays_even_if_it_says_the_same() -> None:
    lines = ("Title", *(f"line {number}" for number in range(9)), "Title", *(f"end {number}" for number in range(9)))
    pages = [
        ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, (Block("\n".join(lines)),)) for number in range(1, 6)
    ]
    cleaned = without_repeats(pages, [Edges(("Title",), ())] * 5)
    assert [page.blocks[0].text.split("\n").count("Title") for page in cleaned] == [2, 1, 1, 1, 1]
