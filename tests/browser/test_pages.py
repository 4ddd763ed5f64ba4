"""Every page at both widths, in light and dark: no fault in the console, nothing asked of another host, no barrier."""

import pytest

from fixtures.browser import Browsing
from fixtures.service import Service

PAGES = {
    "search": "/?query=how+long+are+backups+kept%3F",
    "documents": "/documents",
    "document": "/documents/{pdf}",
    "queue": "/queue",
    "sources": "/sources",
    "settings": "/settings",
    "measurement": "/measurement",
}
"""Paths, with the ids of some documents."""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_without_fault_and_barrier(
    browsing: Browsing, service: Service, ids: dict[str, str], name: str, size: str, dark: bool
) -> None:
    language = "it-IT" if dark else "en-GB"
    with browsing.visit(service.state.url, size, dark=dark, language=language) as visit:
        visit.open(PAGES[name].format(**ids))
        visit.page.wait_for_selector("main h1", state="attached")
        visit.page.wait_for_load_state("networkidle")
        visit.picture(f"{name}-{size}-{'dark' if dark else 'light'}")
        assert visit.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert visit.page.evaluate("document.documentElement.lang") == language[:2]
        assert visit.faults == []
        # Last: what axe-core does to a page is against its policy.
        assert visit.serious() == []
