"""The sources: how far the archive is behind each folder and branch, what is wrong with it, and what can be done."""

from dataclasses import dataclass

from nicegui import ui
from nicegui.element import Element

from schedario.dashboard.adding_source import source_fields
from schedario.dashboard.looks import Looks
from schedario.dashboard.pieces import box, button, in_place, put, tell, telling
from schedario.dashboard.rows import Rows
from schedario.dashboard.source_card import SourceCard, inbox_card
from schedario.dashboard.view import View
from schedario.records.source import NewSource, Source, SourceId, SourceKind, SyncReport
from schedario.records.status import Freshness
from schedario.services.inbox_state import inbox_freshness
from schedario.wiring import ArchiveServices

_LOOK_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class _Seen:
    """The sources at one moment."""

    sources: tuple[tuple[Source, Freshness], ...]
    inbox: Freshness | None


async def sources_page(view: View) -> None:
    """Build the page; it follows what passes do for as long as it is open."""
    page = _SourcesPage(view)
    await page.look()
    ui.timer(_LOOK_SECONDS, page.look, immediate=False)


class _SourcesPage:
    """The page, open in one browser."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._looks = Looks()
        say = view.say
        put("h1", say("nav.sources"))
        self._trouble = box("div", "trouble")
        with box("div", "actions"):
            self._all = button(say("sources.sync_all"), symbol="sync")
            self._all.on("click", lambda: self._sync(None, force=False))
        source_fields(view, self.look)
        self._none = put("p", say("sources.none"), "notice")
        self._now: dict[SourceId, Source] = {}
        self._cards: dict[SourceId, SourceCard] = {}
        self._rows = Rows[tuple[SourceId, NewSource]](box("div", "cards"), lambda one: one[0], self._card)
        put("h2", say("sources.inbox"))
        self._inbox = Rows[Freshness | None](box("div", "cards"), lambda _: "", lambda one: inbox_card(view, one))

    async def look(self) -> None:
        """Show the sources as they are now."""
        number = self._looks.begin()
        with in_place(self._trouble):
            seen = await self._view.ask(_seen)
            if not self._looks.is_news(number):
                return
            self._none.set_visibility(not seen.sources)
            self._all.set_visibility(bool(seen.sources))
            self._now = {source.id: source for source, _ in seen.sources}
            self._rows.show([(source.id, source.given) for source, _ in seen.sources])
            for source, fresh in seen.sources:
                self._cards[source.id].show(source, fresh)
            self._inbox.show([seen.inbox])

    def _card(self, one: tuple[SourceId, NewSource]) -> Element:
        card = SourceCard(self._view, self._now[one[0]], self._sync, self.look)
        self._cards[one[0]] = card
        return card.element

    async def _sync(self, source: Source | None, *, force: bool) -> None:
        """Make a pass over one source or all, and say what it did."""
        only = None if source is None else {source.id}
        with telling(self._view):
            tell(self._view.say("sources.looking"))
            report = await self._view.ask(lambda services: services.syncing.sync(force=force, only=only, later=True))
            tell(self._did(report))
        await self.look()

    def _did(self, report: SyncReport) -> str:
        say, done = self._view.say, report.sources
        counts = {
            "queued": sum(one.queued for one in done),
            "renamed": sum(one.renamed for one in done),
            "removed": sum(one.removed for one in done),
        }
        parts = [say.counted(f"sources.{name}", count) for name, count in counts.items() if count]
        return ", ".join(parts) or say("sources.nothing_new")


def _seen(services: ArchiveServices) -> _Seen:
    fresh = {one.name: one for one in services.overview.freshness()}
    sources = [source for kind in SourceKind for source in services.sourcing.all(kind)]
    # A source that came between the two questions is shown the next time.
    known = tuple((source, fresh[source.name]) for source in sources if source.name in fresh)
    return _Seen(known, inbox_freshness(services.inbox, services.documents))
