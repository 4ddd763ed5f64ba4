"""Reads within one document: its outline, one of its sections, or what in it answers. Never the whole of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from schedario.errors import SectionUnknownError
from schedario.records.candidate import TextRange
from schedario.records.document import DocumentId
from schedario.records.filters import Filters
from schedario.records.outline import Place, SectionText, ShownDocument
from schedario.records.search import TimedAnswer
from schedario.services.documents import Documents
from schedario.services.picture_reading import PictureReading
from schedario.services.searching import Searching

_CANDIDATES = 60
_RELATIVE_FLOOR = 0.5
"""A passage is shown that scores at least half of the document's best: who names the document knows that it is the one,
so the absolute floor would only hide its best."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Reads documents of one archive.

    Attributes:
        documents: Finds them.
        searching: Answers questions and cuts texts.
        characters: The most that is given at once.
        pictures: What models read on pictures.
    """

    documents: Documents
    searching: Searching
    characters: int
    pictures: PictureReading

    def shown(self, document: str, *, with_text: bool = False) -> ShownDocument:
        """Return what is shown of a document, with its whole text if that is asked for; raises as ``section``."""
        record = self.documents.show(document)
        return ShownDocument(
            record=record,
            outline=tuple(self.outline(document)),
            members=tuple(self.documents.members(document)),
            family=self.searching.versions.of(record.duplicate_of or record.id),
            text=self.documents.text(document) if with_text else None,
            pictures=self.pictures.counts(record.duplicate_of or record.id),
        )

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

    def beginning(self, document: str, characters: int) -> str:
        """Return how a document's text begins; empty when no text of it could be read; raises as ``section``."""
        return self.documents.store.beginning(self._readable(document), characters)

    def answer(self, document: str, question: str) -> TimedAnswer:
        """Return the passages of one document that answer best, compared with its own best; raises as a search does.

        Raises:
            DocumentUnknownError: No document has the id or path.
        """
        record = self.documents.show(document)
        # What was hung on a duplicate hangs on it, and not on the original that holds its text.
        filters = Filters(documents=tuple(dict.fromkeys((record.duplicate_of or record.id, record.id))))
        options = self.searching.pipeline.options
        within = replace(options, candidates=_CANDIDATES, floor=0.0, relative_floor=_RELATIVE_FLOOR)
        timed = self.searching.under(within).search(question, filters=filters)
        best = timed.answer.best_score
        if best is None or best >= options.floor or timed.answer.phrases:
            return timed
        said = f"nothing in this document reaches the floor of {options.floor:.2f}; shown is what comes nearest"
        return replace(timed, answer=replace(timed.answer, degraded=(*timed.answer.degraded, said)))

    def _readable(self, document: str) -> DocumentId:
        """Return the document that holds the text: itself, or the original of a duplicate."""
        record = self.documents.show(document)
        return record.duplicate_of or record.id
