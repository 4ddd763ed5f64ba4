"""Reads within one document: its outline, one of its sections, or what in it answers. Never the whole of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from schedario.errors import SectionUnknownError
from schedario.records.document import DocumentId
from schedario.records.filters import Filters
from schedario.records.search import TextRange
from schedario.services.documents import Documents, Place
from schedario.services.searching import Searching, TimedAnswer

_CANDIDATES = 60
_RELATIVE_FLOOR = 0.5
"""A passage is shown that scores at least half of the document's best: who names the document knows that it is the one,
so the absolute floor would only hide its best."""


@dataclass(frozen=True, slots=True)
class SectionText:
    """A part of one section.

    Attributes:
        document: The document whose text it is; for a duplicate its original.
        number: Which section of the outline, from 1.
        place: The section.
        offset: Characters of the section before this part.
        text: The part.
        next_offset: Where the next part begins; None at the section's end.
    """

    document: DocumentId
    number: int
    place: Place
    offset: int
    text: str
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads documents of one archive.

    Attributes:
        documents: Finds them.
        searching: Answers questions and cuts texts.
        characters: The most that is given at once.
    """

    documents: Documents
    searching: Searching
    characters: int

    def outline(self, document: str) -> Sequence[Place]:
        """Return a document's pages, sheets and slides, or the sections of a body, in order; raises as ``section``."""
        return self.documents.places(self._readable(document))

    def section(self, document: str, number: int, offset: int = 0) -> SectionText:
        """Return the text of a section of the outline, or the next part of it.

        Raises:
            DocumentUnknownError: No document has the id or path.
            SectionUnknownError: The outline has no such section, or the section no such offset.
        """
        readable = self._readable(document)
        places = self.documents.places(readable)
        if not 1 <= number <= len(places):
            has = f"it has {len(places)}" if places else "no text of it could be read"
            raise SectionUnknownError(
                f"the document has no section {number}, {has}", subject=document, remedy="'schedario show' lists them"
            )
        place = places[number - 1]
        start = place.start + offset
        if place.blank and not offset:
            return SectionText(readable, number, place, 0, "", None)
        if offset < 0 or start >= place.end:
            raise SectionUnknownError(
                f"section {number} has {place.end - place.start} characters, none at {offset}", subject=document
            )
        end = min(start + self.characters, place.end)
        (text,) = self.searching.pipeline.store.cut([TextRange(readable, start, end)])
        return SectionText(readable, number, place, offset, text, end - place.start if end < place.end else None)

    def answer(self, document: str, question: str) -> TimedAnswer:
        """Return the passages of one document that answer best, compared with its own best; raises as a search does.

        Raises:
            DocumentUnknownError: No document has the id or path.
        """
        filters = Filters(documents=(self._readable(document),))
        options = self.searching.pipeline.options
        within = replace(options, candidates=_CANDIDATES, floor=0.0, relative_floor=_RELATIVE_FLOOR)
        timed = self.searching.under(within).search(question, filters=filters)
        best = timed.answer.best_score
        if best is None or best >= options.floor:
            return timed
        said = f"nothing in this document reaches the floor of {options.floor:.2f}; shown is what comes nearest"
        return replace(timed, answer=replace(timed.answer, degraded=(*timed.answer.degraded, said)))

    def _readable(self, document: str) -> DocumentId:
        """Return the document that holds the text: itself, or the original of a duplicate."""
        record = self.documents.show(document)
        return record.duplicate_of or record.id
