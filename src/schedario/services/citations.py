"""Checks what a model writes, sentence by sentence as it comes: each names sources that exist, or is marked."""

import re
from collections.abc import Iterable, Iterator, Sequence

from schedario.records.asking import AnswerSentence
from schedario.sentences import sentence_spans

_GROUP = re.compile(r"\s*\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]")
_HELD_BACK = 40
"""Characters after a sentence that must be there before it is taken as ended: its numbers may follow its point."""
ABSENT = 0
"""The number by which a sentence says that the passages do not say it."""
_LAST = re.compile(r"[.!?…:。！？\])”\"'’»*]\s*$")


def checked(pieces: Iterable[str], numbers: range) -> Iterator[AnswerSentence]:
    """Yield the sentences of an answer, each when it is whole, with the source numbers that exist.

    Args:
        pieces: Of the answer, cut anywhere.
        numbers: Those that exist.
    """
    text = ""
    new_line = False
    for piece in pieces:
        text += piece
        spans = sentence_spans(text)
        while len(spans) > 1 and len(text) - spans[0][1] >= _HELD_BACK:
            start, end = spans[0]
            yield _sentence(text[start:end], numbers, new_line=new_line or "\n" in text[:start])
            new_line = "\n" in text[end : spans[1][0]]
            text = text[spans[1][0] :]
            spans = sentence_spans(text)
    end = 0
    for start, after in sentence_spans(text):
        yield _sentence(text[start:after], numbers, new_line=new_line or "\n" in text[end:start])
        new_line, end = False, after


def check_notices(sentences: Sequence[AnswerSentence]) -> list[str]:
    """Return what the check of an answer found, one sentence each; empty when all is well."""
    removed = sorted({number for sentence in sentences for number in sentence.removed})
    unsourced = sum(not sentence.sources and not sentence.absent for sentence in sentences)
    notices = []
    if removed:
        named = " ".join(f"[{number}]" for number in removed)
        notices.append(f"The answer named sources that do not exist, which were removed: {named}")
    if unsourced:
        notices.append(f"{unsourced} of {len(sentences)} sentences of the answer name no source")
    return notices


def breaks_off(text: str) -> bool:
    """Say whether an answer ends in the middle of a sentence."""
    return bool(text.strip()) and not _LAST.search(text)


def _sentence(written: str, numbers: range, *, new_line: bool) -> AnswerSentence:
    named = [int(number) for group in _GROUP.findall(written) for number in re.findall(r"\d+", group)]
    sources = tuple(dict.fromkeys(number for number in named if number in numbers))
    removed = tuple(dict.fromkeys(number for number in named if number not in numbers and number != ABSENT))
    absent = ABSENT in named and not sources
    return AnswerSentence(_GROUP.sub("", written).strip(), sources, absent, new_line, removed)
