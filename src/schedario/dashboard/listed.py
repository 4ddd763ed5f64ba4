"""Which documents the table of the documents page lists, as it stands in its address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

PAGE_ROWS = 50
STATUSES = ("indexed", "duplicate", "skipped", "failed")
MARKS = ("problem", "outdated")
"""What may be the matter with a document beside its status."""

_MOST_PAGES = 100_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A part of the list.

    Attributes:
        holding: Words that the name or title holds.
        under: A folder, or empty for all.
        tag: A tag, or empty for all.
        category: A category's name, or empty for all.
        show: A status or a mark; empty for all.
        page: Which part, from 1.
    """

    holding: str = ""
    under: str = ""
    tag: str = ""
    category: str = ""
    show: str = ""
    page: int = 1

    @classmethod
    def of(cls, given: Mapping[str, str]) -> "Listed":
        """Return what an address says; what is none is left out."""
        texts = {
            name: given.get(name, "").replace("\x00", "").strip()[:1000]
            for name in ("holding", "under", "tag", "category")
        }
        show = given.get("show", "")
        page = given.get("page", "1")
        number = int(page) if page.isascii() and page.isdecimal() and len(page) <= 6 else 1
        return cls(**texts, show=show if show in (*STATUSES, *MARKS) else "", page=max(1, min(number, _MOST_PAGES)))

    def at(self, page: int) -> str:
        """Return the address of another part."""
        named = replace(self, page=page)
        given = {"holding": named.holding, "under": named.under, "tag": named.tag, "category": named.category}
        given["show"] = named.show
        pairs = {name: value for name, value in given.items() if value} | ({"page": str(page)} if page > 1 else {})
        return f"/documents?{urlencode(pairs)}" if pairs else "/documents"

    def asked(self) -> dict[str, Any]:
        """Return it as ``Documents.find`` takes it, one row more than is shown."""
        return {
            "holding": self.holding,
            "under": self.under or None,
            "tags": [self.tag] if self.tag else [],
            "category": self.category,
            "status": self.show if self.show in STATUSES else "",
            "failed": self.show == "problem",
            "outdated": self.show == "outdated",
            "limit": PAGE_ROWS + 1,
            "offset": (self.page - 1) * PAGE_ROWS,
        }
