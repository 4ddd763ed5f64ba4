"""A list on a page that follows what it shows: only rows that changed are made anew, so the others keep their focus."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

from nicegui.element import Element

T = TypeVar("T")


class Rows(Generic[T]):
    """The rows within an element."""

    def __init__(self, place: Element, key: Callable[[T], Hashable], build: Callable[[T], Element]) -> None:
        """Take what rows are made of.

        Args:
            place: Holds the rows, and nothing else.
            key: By which a record is the same as one that was shown before.
            build: Makes a record's row.
        """
        self._place = place
        self._key = key
        self._build = build
        self._shown: dict[Hashable, tuple[T, Element]] = {}

    def show(self, records: Iterable[T]) -> None:
        """Show these records, in their order."""
        wanted = {self._key(record): record for record in records}
        for key, (record, row) in list(self._shown.items()):
            if wanted.get(key) != record:
                self._place.remove(row)
                del self._shown[key]
        for place, (key, record) in enumerate(wanted.items()):
            if key not in self._shown:
                with self._place:
                    self._shown[key] = record, self._build(record)
            row = self._shown[key][1]
            if self._place.default_slot.children.index(row) != place:
                row.move(self._place, target_index=place)
