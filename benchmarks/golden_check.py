"""Compares what was read from a file with its row of the golden table."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks.golden_rows import GoldenRow

from schedario.records.document import DocumentText
from schedario.records.extraction import Extraction

_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
# Of the words with accents this share must be read without an error.
_ACCENTED = 0.97


def differences(row: GoldenRow, extraction: Extraction, document: DocumentText, truth: str = "") -> Iterator[str]:
    """Yield a sentence for each thing that is not as the row says; phrases are compared with white space folded.

    Args:
        row: What must come out.
        extraction: What came out.
        document: The same, normalised.
        truth: The text that the row's ``truth`` names.
    """
    text = folded(document.text)
    if row.media_type != extraction.media_type:
        yield f"media type {extraction.media_type} instead of {row.media_type}"
    if row.title is not None and row.title != extraction.title:
        yield f"title {extraction.title!r} instead of {row.title!r}"
    yield from _of_pages(row, document)
    yield from out_of_order(row.in_order, text)
    yield from (f"{phrase!r} is missing" for phrase in row.anywhere if folded(phrase) not in text)
    for phrase in row.once:
        if (times := text.count(folded(phrase))) != 1:
            yield f"{phrase!r} appears {times} times"
    yield from (f"{phrase!r} must not appear" for phrase in row.absent if folded(phrase) in text)
    yield from _of_headings(row.headings, [folded(heading.title) for heading in document.headings])
    for warning in row.warnings:
        if not any(warning in given for given in extraction.warnings):
            yield f"no warning says {warning!r}"
    if truth:
        yield from _of_truth(row, text, folded(truth))


def out_of_order(phrases: Sequence[str], text: str) -> Iterator[str]:
    """Yield each phrase that is not found after the one before it."""
    position = 0
    before = "the beginning"
    for number, phrase in enumerate(map(folded, phrases), 1):
        found = text.find(phrase, position)
        if found >= 0:
            position = found + len(phrase)
            before = repr(phrase)
        elif phrase in text:
            yield f"phrase {number} {phrase!r} is not after {before}"
        else:
            yield f"phrase {number} {phrase!r} is missing"


def folded(text: str) -> str:
    """Fold white space, line ends too, to single spaces."""
    return _SPACE.sub(" ", text).strip()


def character_errors(read: str, truth: str) -> float:
    """Return the character error rate: the edit distance (Levenshtein, 1966) as a share of the truth's length."""
    above = list(range(len(truth) + 1))
    for i, mine in enumerate(read, 1):
        row = [i]
        for j, theirs in enumerate(truth, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (mine != theirs)))
        above = row
    return above[-1] / max(1, len(truth))


def _of_pages(row: GoldenRow, document: DocumentText) -> Iterator[str]:
    numbered = [page for page in document.pages if page.number is not None]
    if len(numbered) != (row.pages or 0):
        yield f"{len(numbered)} pages instead of {row.pages or 0}"
    origins = tuple(str(page.origin) for page in document.pages)
    wanted = (row.origins,) * len(origins) if isinstance(row.origins, str) else row.origins
    if origins != wanted:
        yield f"pages are {' '.join(origins)} instead of {' '.join(wanted)}"
    texts = {page.number: folded(document.text[page.start : page.end]) for page in numbered}
    yield from (f"page {number} is not blank" for number in row.blank if texts.get(number, "no such page"))
    for number, phrases in row.on_page.items():
        yield from (f"page {number}: {said}" for said in out_of_order(phrases, texts.get(number, "")))


def _of_headings(wanted: Sequence[str], found: list[str]) -> Iterator[str]:
    rest = iter(found)
    for heading in wanted:
        if heading not in rest:
            yield f"heading {heading!r} is missing or out of order among {found}"
            return


def _of_truth(row: GoldenRow, text: str, truth: str) -> Iterator[str]:
    errors = character_errors(text, truth)
    if errors > row.most_errors:
        yield f"{errors:.1%} of the characters are wrong, {row.most_errors:.1%} may be"
    accented = Counter(word for word in _WORD.findall(truth) if not word.isascii())
    lost = accented - Counter(_WORD.findall(text))
    if lost.total() > (1 - _ACCENTED) * accented.total():
        yield f"accented words are wrong: {' '.join(lost)}"
