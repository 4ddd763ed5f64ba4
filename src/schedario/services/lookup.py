"""Finds documents by what people call them: "ADR 18" is ``ADR-0018-queues.md``."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath

from schedario.ports import DocumentStore
from schedario.records.document import DocumentRecord, DocumentStatus
from schedario.records.source import GIT_MARK

_PIECE = re.compile(r"\d+|[^\W\d_]+")
_BEGINNING = 600
"""Characters of a document that are taken for its first paragraph."""
_SHORT = 3
"""Words of fewer letters are looked for only when a query has no longer ones."""


@dataclass(frozen=True, slots=True)
class Found:
    """A document with the paragraph that it begins with."""

    document: DocumentRecord
    beginning: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """Finds documents of one archive by name, title and first paragraph."""

    store: DocumentStore

    def named(self, name: str) -> Sequence[DocumentRecord]:
        """Return the documents that a name may mean, by path: those that it fits best.

        Best is a name or title that is the same, then one that begins with it, then one that holds it, always in whole
        words, whatever parts them and however a number is filled up with zeros. A copy counts only without its
        original. A path means its file.
        """
        if name.startswith(("/", GIT_MARK)) and (known := self.store.named(name)):
            return (known,)
        wanted = pieces(name)
        if not wanted:
            return ()
        fits = [(_fit(wanted, record), record) for record in self.store.mentioning(wanted, every=True)]
        best = min((fit for fit, _ in fits if fit is not None), default=None)
        return _without_copies([record for fit, record in fits if fit is not None and fit == best])

    def about(self, query: str, limit: int) -> Sequence[Found]:
        """Return the documents whose name, title or first paragraph has most words of a query, best first."""
        words = pieces(query)
        wanted = [word for word in words if len(word) >= _SHORT or word.isdigit()] or words
        if not wanted:
            return ()
        records = self.store.mentioning(wanted, every=False, beginning=_BEGINNING)
        found = [Found(record, first_paragraph(self._beginning(record))) for record in records if _readable(record)]
        ranked = sorted(((_worth(wanted, one), one) for one in found), key=lambda ranked: -ranked[0])
        return [one for worth, one in ranked if worth > 0][:limit]

    def _beginning(self, record: DocumentRecord) -> str:
        return self.store.beginning(record.id, _BEGINNING)


def pieces(text: str) -> tuple[str, ...]:
    """Return the words and numbers of a name, in small letters, numbers without the zeros before them."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return tuple(piece.lstrip("0") or "0" if piece.isdigit() else piece for piece in _PIECE.findall(plain))


def first_paragraph(text: str) -> str:
    """Return the first paragraph that says something, without the title above it, cut at a sentence's end."""
    parts = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    chosen = next((part for part in parts if len(part) > 60 or part.endswith((".", "!", "?", "。"))), "")
    chosen = chosen or (parts[0] if parts else "")
    ends = [found.end() for found in re.finditer(r"[.!?。](?=\s|$)", chosen)]
    return chosen[: ends[-1]] if ends and len(chosen) >= _BEGINNING // 2 else chosen


def _fit(wanted: tuple[str, ...], record: DocumentRecord) -> int | None:
    """Say how well a name fits a document, 0 best; None if it does not."""
    path = PurePath(record.name)
    fits = [_fit_one(wanted, pieces(text)) for text in (path.stem, record.name, record.title)]
    return min((fit for fit in fits if fit is not None), default=None)


def _fit_one(wanted: tuple[str, ...], held: tuple[str, ...]) -> int | None:
    if held == wanted:
        return 0
    places = range(len(held) - len(wanted) + 1)
    found = [at for at in places if held[at : at + len(wanted)] == wanted]
    if found:
        return 1 if found[0] == 0 else 2
    return 3 if set(wanted) <= set(held) else None


def _worth(wanted: Sequence[str], found: Found) -> float:
    """Count the words that are there, twice in a name or title, a little more where they follow one another."""
    above = [*pieces(found.document.name), *pieces(found.document.title)]
    below = pieces(found.beginning)
    single = sum(2 * (word in above) + (word in below) for word in wanted)
    following = sum(pair in [*pairwise(above), *pairwise(below)] for pair in pairwise(wanted))
    return single + 0.5 * following


def _readable(record: DocumentRecord) -> bool:
    return record.status is DocumentStatus.INDEXED


def _without_copies(records: Sequence[DocumentRecord]) -> Sequence[DocumentRecord]:
    ids = {record.id for record in records}
    return [record for record in records if record.duplicate_of not in ids]
