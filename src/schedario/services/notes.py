"""Finds notes by what they say of themselves, and says where links lead."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schedario.lexemes import query_words
from schedario.ports import NoteStore
from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.link import DocumentLinks, KeptLink, LinkEnd, ResolvedLink
from schedario.records.note import link_keys
from schedario.services.documents import Documents
from schedario.services.resolving import resolved


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that was found.

    Attributes:
        record: What is known of it.
        score: The share of the question's words that it has, weighed by idf, 0 to 1.
    """

    record: DocumentRecord
    score: float


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of one archive, and the links of all its documents.

    Attributes:
        store: What keeps them.
        documents: Finds the documents that are named.
        languages: ISO 639-1 codes whose stems a question's word may meet.
    """

    store: NoteStore
    documents: Documents
    languages: tuple[str, ...]

    def find(self, text: str, limit: int = 10) -> Sequence[FoundNote]:
        """Find notes by the words of their titles, aliases, tags and summaries, best first.

        Args:
            text: A question or some words.
            limit: Notes, at most.

        Returns:
            Notes that have at least one of the words; of equals the one that was changed last goes first.
        """
        words = query_words(text, self.languages)
        found = self.store.notes_with_words(words)
        scores = _coverage(found, len(words), self.store.count_notes())
        best = sorted(scores, key=lambda id_: (-scores[id_], id_))
        # Equals at the end of the list are told apart by their dates too.
        least = scores[best[min(limit, len(best)) - 1]] if best else 0.0
        records = self.store.records([id_ for id_ in best if scores[id_] >= least][: limit * 10])
        ordered = sorted(records, key=lambda record: (-scores[record.id], -record.file.modified.timestamp(), record.id))
        return [FoundNote(record, scores[record.id]) for record in ordered[:limit]]

    def links(self, document: str) -> DocumentLinks:
        """Return the links that a document has, and those that lead to it.

        Raises:
            DocumentUnknownError: No document has this id or path.
        """
        record = self.documents.show(document)
        note = record.note
        end = LinkEnd(record.id, record.file.path, record.title, note.aliases if note else (), record.duplicate_of)
        outgoing = self._resolved(self.store.links_of(record.id))
        coming = self.store.links_with_keys(link_keys(record.name, record.title, *end.aliases))
        others = [kept for kept in coming if kept.source.id != record.id]
        backlinks = [link for link in self._resolved(others) if link.target and link.target.id == record.id]
        return DocumentLinks(end, tuple(outgoing), tuple(sorted(backlinks, key=lambda link: link.source.path)))

    def broken_links(self) -> Iterator[ResolvedLink]:
        """Yield the links of the whole archive that lead nowhere, or to several documents, by document."""
        for kept in self.store.all_links():
            yield from (link for link in self._resolved(kept) if link.target is None)

    def _resolved(self, kept: Sequence[KeptLink]) -> list[ResolvedLink]:
        keys = sorted({link.key for link in kept})
        by_key: dict[str, list[LinkEnd]] = {key: [] for key in keys}
        for end in self.store.link_ends(keys) if keys else ():
            for key in link_keys(end.path, end.title, *end.aliases):
                if key in by_key:
                    by_key[key].append(end)
        return [resolved(link, by_key[link.key]) for link in kept]


def _coverage(found: dict[DocumentId, tuple[int, ...]], words: int, notes: int) -> dict[DocumentId, float]:
    """Return the share of the words that each note has, each word weighed by ``ln(1 + N / n)``.

    N is the number of notes, n how many have the word; a word that none has weighs as one that a single note has.
    """
    frequencies = [sum(place in places for places in found.values()) for place in range(words)]
    weights = [math.log1p(notes / max(1, frequency)) for frequency in frequencies]
    whole = sum(weights) or 1.0
    return {id_: sum(weights[place] for place in places) / whole for id_, places in found.items()}
