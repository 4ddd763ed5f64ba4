"""The best sentence of a passage is one that says something."""

import pytest

from schedario.records.extraction import Origin
from schedario.records.search import Passage
from schedario.services.quoting import best_sentence_spans, by_words_only


def passage(text: str) -> Passage:
    return Passage(
        text=text, page=None, locator="", score=1.0, origin=Origin.TEXT, language="en", start=0, end=len(text),
        best_start=0, best_end=len(text), jump=False, rank=1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("Backup policy\n\nA copy is kept for a year.\n\nOwner: Silvia.", "A copy is kept for a year."),
        ("Backup policy\n\nAims and means of backups", "Backup policy"),
        ("Backup\tdaily\t90 days\n\nSomething else is said here.", "Backup\tdaily\t90 days"),
    ],
)
def test_a_heading_with_the_words_goes_behind_what_is_said_below_it(text: str, best: str) -> None:
    ((start, end),) = best_sentence_spans("backup policy", [passage(text)], ("en",), by_words_only)
    assert text[start:end].strip() == best
