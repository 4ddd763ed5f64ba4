"""What is asked on the search page, as it stands in its address."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from urllib.parse import urlencode

from schedario.errors import FilterError

MANY = ("types", "languages", "collections", "folders", "documents", "tags")
"""Filters that may have several values; named as in the HTTP API."""
DAYS = ("after", "before")
QUERY = "query"

_LONGEST = 4000
_MOST = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its filters.

    Attributes:
        query: The question; empty before there is one.
        filters: Names and values, in order.
    """

    query: str
    filters: tuple[tuple[str, str], ...] = field(default=())

    @classmethod
    def of(cls, pairs: Iterable[tuple[str, str]]) -> "Asked":
        """Return what pairs of names and values say; what has no value, or a name that is none, is left out."""
        given = [(name, value.strip()[:_LONGEST].replace("\x00", "")) for name, value in pairs]
        known = [(name, value) for name, value in given if value and name in (*MANY, *DAYS)]
        query = next((value for name, value in given if name == QUERY), "")
        return cls(query, tuple(dict.fromkeys(known))[:_MOST])

    def without(self, name: str, value: str) -> "Asked":
        """Return the same without one of its filters."""
        return Asked(self.query, tuple(one for one in self.filters if one != (name, value)))

    @property
    def address(self) -> str:
        """The address of the page that asks this."""
        pairs = [(QUERY, self.query), *self.filters] if self.query or self.filters else []
        return f"/?{urlencode(pairs)}" if pairs else "/"

    def narrowing(self) -> dict[str, Any]:
        """Return the filters as ``narrowed`` takes them.

        Raises:
            FilterError: A day is none.
        """
        several: dict[str, Any] = {name: [value for key, value in self.filters if key == name] for name in MANY}
        return {**several, **{name: _day(value) for name, value in self.filters if name in DAYS}}


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise FilterError("this is no day", subject=text, remedy="Write it as 2025-12-31") from error
