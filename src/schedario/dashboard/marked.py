"""Cuts a passage into pieces, each marked or not."""

from collections.abc import Iterator
from itertools import pairwise

from schedario.records.search import Passage
from schedario.services.marking import Marks

AROUND, BEST, WORD = "around", "best", "word"


def marked_parts(passage: Passage, marks: Marks) -> list[tuple[str, str]]:
    """Return the pieces of a passage's text in order, with their classes.

    Returns:
        Pairs of classes and text: ``word`` for a word of the question, ``best`` within the best sentence, ``around``
        for what was added on either side of the chunk that was found; none for what is just text.
    """
    first, last = passage.best_start - passage.start, passage.best_end - passage.start
    cuts = {0, first, last, len(passage.text), *marks.best, *(at for span in marks.words for at in span)}
    ordered = sorted(at for at in cuts if 0 <= at <= len(passage.text))
    return list(_pieces(passage.text, ordered, marks, (first, last)))


def _pieces(text: str, cuts: list[int], marks: Marks, chunk: tuple[int, int]) -> Iterator[tuple[str, str]]:
    words = iter(marks.words)
    word = next(words, None)
    for start, end in pairwise(cuts):
        while word and word[1] <= start:
            word = next(words, None)
        is_best = marks.best[0] <= start and end <= marks.best[1]
        kinds = {
            AROUND: not is_best and not (chunk[0] <= start and end <= chunk[1]),
            BEST: is_best,
            WORD: bool(word and word[0] <= start),
        }
        yield " ".join(kind for kind, holds in kinds.items() if holds), text[start:end]
