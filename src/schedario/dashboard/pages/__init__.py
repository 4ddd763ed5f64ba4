"""The pages, in the order in which the navigation shows them; one file for each."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from schedario.dashboard.pages.document import document_page
from schedario.dashboard.pages.documents import documents_page
from schedario.dashboard.pages.measurement import measurement_page
from schedario.dashboard.pages.queue import queue_page
from schedario.dashboard.pages.search import search_page
from schedario.dashboard.pages.settings import settings_page
from schedario.dashboard.pages.sources import sources_page
from schedario.dashboard.view import View


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page.

    Attributes:
        path: Where it is.
        name: By which the texts know it.
        symbol: Its picture in the navigation.
        build: Makes it.
        listed: Whether the navigation leads to it.
        below: The page that the navigation shows as the current one instead; empty for itself.
    """

    path: str
    name: str
    symbol: str
    build: Callable[[View], Awaitable[None]]
    listed: bool = True
    below: str = ""


PAGES = (
    PageSpec("/", "search", "search", search_page),
    PageSpec("/documents", "documents", "description", documents_page),
    PageSpec("/documents/{document}", "document", "description", document_page, listed=False, below="documents"),
    PageSpec("/queue", "queue", "pending_actions", queue_page),
    PageSpec("/sources", "sources", "folder_open", sources_page),
    PageSpec("/settings", "settings", "tune", settings_page),
    PageSpec("/measurement", "measurement", "bar_chart", measurement_page),
)
