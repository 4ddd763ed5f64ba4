"""Where the sentences of a text begin and end, in any language that ends them with a mark.

A point is no end within a number ("12.5 Gbps"), after an abbreviation ("Art. 5", "z.B.") or an initial, and before a
small letter. A line's end is one where the next line is an item, a row or a heading, and an empty line always is.
"""

import re
from collections.abc import Iterator

_BEFORE_WORDS = """
    bzw ggf evtl inkl zzgl exkl vgl ca cf cfr dr dra dott prof ing avv sig sigg mr mrs ms st str vs hrsg approx dept
    e.g i.e z.b d.h u.a i.d.r o.ä p.es p.ex p.ej ad.es geom rag spett egr gent resp bspw sog
"""
_BEFORE_NUMBERS = """
    art artt abs nr nrn num no nos p pp pag pagg par s ss fig figs tab abb kap ziff sec sez cap lett lit al vol tel
    max min pos ch eq
"""
_ABBREVIATIONS = frozenset(_BEFORE_WORDS.split())
_NUMBERED = frozenset(_BEFORE_NUMBERS.split())
"""What is an abbreviation before a number, and may be a word that ends a sentence before anything else."""
_MONTH_NAMES = "januar jänner februar märz april mai juni juli august september oktober november dezember"
_MONTHS = frozenset(_MONTH_NAMES.split())
_CLOSING = "\"'”’»)\\]*_"
_NUMBERS = r"(?:\s*\[\d[\d,;\s]{0,30}\])*"
_END = re.compile(
    rf"[.!?…]+[{_CLOSING}]*{_NUMBERS}(?=\s|$)"
    rf"|[。！？]+[”’」』）]*{_NUMBERS}"
    r"|\n\s*\n|\n(?=\s*(?:[-*•|#]|\d+[.)]\s))"
)
_WORD = re.compile(r"[\w.]+$")
_NEXT = re.compile(r"\s*([\"'“„«(\[*_]*)(\w+)?")
_ITEM = re.compile(r"\s*\d{1,3}$")
_SHORT_NUMBER = 2
_LONGEST_ABBREVIATION = 20
"""Characters before a point that are looked at: a blob of letters without end is none."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where each sentence begins and ends, in order, without white space around it.

    Source numbers in brackets after the end of a sentence belong to it. What has neither letter nor digit is left out.
    """
    starts = [0, *_ends(text)]
    spans = (_trimmed(text, start, end) for start, end in zip(starts, [*starts[1:], len(text)], strict=True))
    return [(start, end) for start, end in spans if any(map(str.isalnum, text[start:end]))]


def whole_sentences(text: str, most_words: int = 1_000_000, most_characters: int = 1_000_000) -> str:
    """Return a text up to the end of its last whole sentence within some words and characters; empty without one.

    A point after a digit at the end of a text that was broken off is no end: "12." may be the beginning of "12.5 Gbps".
    """
    ends = [end for end in _ends(text) if not (end == len(text) and re.search(r"\d\.$", text))]
    fitting = [end for end in ends if end <= most_characters and len(text[:end].split()) <= most_words]
    return text[: fitting[-1]].rstrip() if fitting else ""


def _ends(text: str) -> Iterator[int]:
    begin = 0
    for found in _END.finditer(text):
        if found[0].startswith("\n"):
            # What ends with a colon is said of the items below it.
            if "\n" in found[0][1:] or not text[begin : found.start()].rstrip().endswith(":"):
                yield found.end()
                begin = found.end()
        elif not _goes_on(text, begin, found):
            yield found.end()
            begin = found.end()


def _goes_on(text: str, begin: int, found: re.Match[str]) -> bool:
    """Say whether a sentence goes on after what looks like its end."""
    following = _NEXT.match(text, found.end())
    word = (following[2] or "") if following else ""
    if word and word[0].islower():
        return True
    if not found[0].startswith(".") or found[0].startswith(".."):
        return False
    before = _WORD.search(text, max(begin, found.start() - _LONGEST_ABBREVIATION), found.start())
    last = before[0].lower().strip(".") if before else ""
    if last.isdigit():
        return _is_ordinal(text[begin : found.start()], last, word)
    if last in _NUMBERED and any(map(str.isdigit, word)):
        return True
    return last in _ABBREVIATIONS or (len(last) == 1 and last.isalpha()) or _is_dotted(last)


def _is_ordinal(sentence: str, number: str, following: str) -> bool:
    """Say whether a number with a point is the number of an item, or of a day before its month."""
    return len(number) <= _SHORT_NUMBER and (bool(_ITEM.match(sentence)) or following.lower() in _MONTHS)


def _is_dotted(word: str) -> bool:
    """Say whether a word is letters with points between them, as in "u.a" and "S.p.A"."""
    parts = word.split(".")
    return len(parts) > 1 and all(len(part) <= _SHORT_NUMBER and part.isalpha() for part in parts)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))
