"""What is kept of a note beside its text: title, tags, aliases, summary and date, from its header and its markup."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath
from typing import Any

from schedario.ingest.privacy import TAG_KEYS, HeaderError, header_tags, read_header
from schedario.lexemes import lexemes
from schedario.records.extraction import Extraction
from schedario.records.note import NOTE_SUFFIXES, LinkKind, Markup, Note, tag_key

MOST_SUMMARY_CHARACTERS = 400
_LEAST_SUMMARY_CHARACTERS = 80
"""A sentence that ends before says too little to stand for a paragraph."""

_LONGEST_NAME = 200
_ALIAS_KEYS = ("aliases", "alias")
_SUMMARY_KEYS = ("summary", "description", "abstract")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)]*(?=\s)|[。！？]")
_MARKDOWN = "text/markdown"


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note as it was read.

    Attributes:
        note: What is kept of it.
        title: Its header's; empty without one.
    """

    note: Note
    title: str

    def lexemes(self, title: str, language: str) -> tuple[str, ...]:
        """Return the words by which it is found: of its title, aliases, tags and summary."""
        return lexemes("\n".join([title, *self.note.aliases, *self.note.tags, self.note.summary]), language)


def read_note(path: str, extraction: Extraction, text: str) -> FoundNote | None:
    """Return what is kept of a note; None for another kind of file.

    Args:
        path: Of the file, whose name says what it is.
        extraction: What its reader gave.
        text: All of its text as it was read.
    """
    if extraction.media_type != _MARKDOWN and PurePath(path).suffix.lower() not in NOTE_SUFFIXES:
        return None
    header = _header(text)
    note = Note(
        tags=_tags(header, extraction.markup),
        aliases=_names(_listed(header, _ALIAS_KEYS)),
        summary=_summary(header, extraction.markup),
        dated=_date(header.get("date")),
    )
    return FoundNote(note, _line(header.get("title"))[:_LONGEST_NAME])


def cut_at_sentence(text: str, most: int = MOST_SUMMARY_CHARACTERS) -> str:
    """Return a text of one line, cut where a sentence ends; within one only when it alone is too long."""
    if len(text) <= most:
        return text
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, most + 1) if match.end() <= most]
    if ends and ends[-1] >= _LEAST_SUMMARY_CHARACTERS:
        return text[: ends[-1]]
    return f"{text[: most - 1].rpartition(' ')[0] or text[: most - 1]}…"


def _header(text: str) -> dict[str, Any]:
    try:
        return read_header(text)
    except HeaderError:
        # Of a file that is named as a note it would be private; another begins with three dashes for its own reasons.
        return {}


def _tags(header: dict[str, Any], markup: Markup) -> tuple[str, ...]:
    tags = header_tags(header)
    if _takes_hashtags(header, markup):
        tags += markup.hashtags
    unlike = {tag_key(tag): tag.strip("/") for tag in reversed(_names(tags)) if tag_key(tag)}
    return tuple(reversed(unlike.values()))


def _takes_hashtags(header: dict[str, Any], markup: Markup) -> bool:
    """Tell whether a word with a sign before it is a tag here: where the note itself has properties or wiki links.

    Elsewhere it may be a channel, a colour or a line of a program.
    """
    return any(key in header for key in (*TAG_KEYS, *_ALIAS_KEYS)) or any(
        link.kind in {LinkKind.WIKI, LinkKind.EMBED} for link in markup.links
    )


def _summary(header: dict[str, Any], markup: Markup) -> str:
    said = next(filter(None, (_line(header.get(key)) for key in _SUMMARY_KEYS)), "")
    return cut_at_sentence(said or markup.opening)


def _listed(header: dict[str, Any], keys: Iterable[str]) -> list[str]:
    values = (header.get(key) for key in keys)
    return [
        str(part)
        for value in values
        if value is not None
        for part in (value if isinstance(value, list) else str(value).split(","))
        if part is not None
    ]


def _names(found: Iterable[str]) -> tuple[str, ...]:
    lines = (_line(name)[:_LONGEST_NAME] for name in found)
    return tuple(dict.fromkeys(filter(None, lines)))


def _line(value: object) -> str:
    return "" if value is None or isinstance(value, dict | list) else " ".join(str(value).split())


def _date(value: object) -> date | None:
    """Return a date that YAML knew or that stands at the beginning of a text; None for any other value."""
    try:
        return None if value is None else date.fromisoformat(str(value)[:10])
    except ValueError:
        return None
