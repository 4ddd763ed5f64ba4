"""Recognises versions of one document by their names and by the text that they share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from schedario.ports import VersionStore
from schedario.records.document import DocumentId
from schedario.records.version import Family, Order, Sketched
from schedario.services.naming import NameMarks, name_marks

SAME_NAME = 0.3
"""Share of common text from which documents of the same name, but for marks of a version, are versions."""

OTHER_DATE = 0.6
"""The same for names that differ by a date: minutes and invoices are filled into one form, and are no versions."""

ANY_NAME = 0.8
"""The same for documents of any names."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions among one archive's documents."""

    store: VersionStore

    def among(self, documents: Sequence[DocumentId]) -> tuple[Family, ...]:
        """Return the families of versions among some documents, those of the first documents first."""
        if len(documents) < 2:
            return ()
        sketched = {one.id: one for one in self.store.sketched(documents)}
        return tuple(map(family, _connected([sketched[id_] for id_ in documents if id_ in sketched])))

    def of(self, document: DocumentId) -> Family | None:
        """Return the family of a document: it and its versions; None when it has none."""
        found = self.store.alike(document)
        own = next((one for one in found if one.id == document), None)
        if own is None:
            return None
        members = [own, *(one for one in found if one.id != document and are_versions(own, one))]
        return family(members) if len(members) > 1 else None


def are_versions(one: Sketched, other: Sketched) -> bool:
    """Tell whether two documents look like versions of one."""
    common = resemblance(one.sketch, other.sketch)
    # Most documents share next to nothing, and names take longer to compare.
    return common >= SAME_NAME and common >= _needed(name_marks(one.name), name_marks(other.name))


def _needed(one: NameMarks, other: NameMarks) -> float:
    if not one.stem or one.stem != other.stem:
        return ANY_NAME
    return OTHER_DATE if one.dated != other.dated else SAME_NAME


def resemblance(one: Sequence[int], other: Sequence[int]) -> float:
    """Estimate the share of shingles that two texts have in common, 0 to 1, from their sketches.

    Of the k least hashes of both together, the share that is in both; k is the length of the longer sketch.
    """
    both = set(one).intersection(other)
    if not both:
        return 0.0
    least = sorted({*one, *other})[: max(len(one), len(other))]
    return sum(value in both for value in least) / len(least)


def family(members: Sequence[Sketched]) -> Family:
    """Put versions in order: by the numbers in their names, else by dates, else by the files' times of change.

    A number or a date decides only where every one of them has it, and they differ.
    """
    marks = {one.id: name_marks(one.name) for one in members}
    numbers = {id_: found.number for id_, found in marks.items()}
    dates: dict[DocumentId, date | None] = {one.id: marks[one.id].dated or one.dated for one in members}
    newest_first = sorted(members, key=lambda one: (one.modified, one.id), reverse=True)
    if all(numbers.values()) and len(set(numbers.values())) > 1 and len({found.stem for found in marks.values()}) == 1:
        return Family(tuple(sorted(newest_first, key=lambda one: numbers[one.id], reverse=True)), Order.NUMBER)
    if all(dates.values()) and len(set(dates.values())) > 1:
        return Family(tuple(sorted(newest_first, key=lambda one: dates[one.id] or date.min, reverse=True)), Order.DATE)
    return Family(tuple(newest_first), Order.MODIFIED)


def _connected(sketched: Sequence[Sketched]) -> Iterator[Sequence[Sketched]]:
    """Yield the groups of documents that are versions of each other, by one or by several steps."""
    left = list(sketched)
    while left:
        group, left = [left[0]], left[1:]
        for member in group:
            near = [one for one in left if are_versions(member, one)]
            group += near
            left = [one for one in left if one not in near]
        if len(group) > 1:
            yield group
