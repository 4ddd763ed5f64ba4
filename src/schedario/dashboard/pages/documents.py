"""The table of documents: a part at a time, as the database gives it; and files that are sent."""

from collections.abc import Sequence
from pathlib import Path

from nicegui import ui

from schedario.dashboard.listed import MARKS, PAGE_ROWS, STATUSES, Listed
from schedario.dashboard.looks import Looks
from schedario.dashboard.pieces import box, entry, field, put
from schedario.dashboard.said import day, kind
from schedario.dashboard.sending import file_sending
from schedario.dashboard.standing import standing
from schedario.dashboard.tables import Cell, Chip, DataTable
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord
from schedario.records.job import JobKind

_LOOK_SECONDS = 2.0


async def documents_page(view: View) -> None:
    """Build the page; the list follows files that are sent here until the queue has done them."""
    page = _DocumentsPage(view)
    await page.look()


class _DocumentsPage:
    """The page, open in one browser."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._looks = Looks()
        self._listed = Listed.of(view.request.query_params)
        self._shown: Sequence[DocumentRecord] | None = None
        put("h1", view.say("documents.title"))
        self._following = ui.timer(_LOOK_SECONDS, self._follow, active=False)
        file_sending(view, self._following.activate)
        _filters(view, self._listed)
        self._list = box("div", "listing")

    async def look(self) -> None:
        """Show what is listed now."""
        look = self._looks.begin()
        found = await self._view.ask(lambda services: services.documents.find(**self._listed.asked()))
        if self._looks.is_news(look) and found != self._shown:
            self._shown = found
            self._list.clear()
            with self._list:
                self._show(found)

    def _show(self, found: Sequence[DocumentRecord]) -> None:
        if not found:
            put("p", self._view.say("documents.none"), "nothing", role="status")
            return
        _table(self._view, found[:PAGE_ROWS])
        _turning(self._view, self._listed, len(found))

    async def _follow(self) -> None:
        """Look again; for the last time when no file is in the queue any more."""
        lengths = await self._view.ask(lambda services: services.queueing.lengths())
        if not (lengths.waiting.get(JobKind.INDEX) or lengths.indexing):
            self._following.deactivate()
        await self.look()


def _filters(view: View, listed: Listed) -> None:
    """Show the form; it is sent as an address, so that what is listed can be kept as a bookmark."""
    say = view.say
    with box("form", "list-filters", action="/documents", method="get", role="search"):
        for name, value in _written(listed):
            with field(say(f"documents.{name}")):
                entry(name, "text", value, maxlength="1000")
        with field(say("documents.show")), box("select", name="show"):
            for choice in ("", *STATUSES, *MARKS):
                put("option", say(f"status.{choice or 'all'}"), value=choice, selected=choice == listed.show or None)
        put("button", say("documents.apply"), "button", type="submit")


def _written(listed: Listed) -> tuple[tuple[str, str], ...]:
    return ("holding", listed.holding), ("under", listed.under), ("tag", listed.tag), ("category", listed.category)


def _table(view: View, records: Sequence[DocumentRecord]) -> None:
    heads = [view.say(f"documents.{name}") for name in ("name", "status", "kind", "language", "pages", "changed")]
    DataTable(heads, [_row(view, record) for record in records], "documents card")


def _row(view: View, record: DocumentRecord) -> list[Cell | str]:
    folder = str(Path(record.file.path).parent)
    return [
        Cell(record.name or record.id, f"/documents/{record.id}", below=folder, title=record.file.path, kind="what"),
        Cell("", chips=(*standing(view, record), *_categories(record)), kind="state"),
        kind(record.media_type),
        record.language,
        Cell(str(record.pages or ""), kind="figure"),
        Cell(day(record.file.modified), kind="figure"),
    ]


def _categories(record: DocumentRecord) -> tuple[Chip, ...]:
    return tuple(Chip(name) for name in record.analysis.categories) if record.analysis else ()


def _turning(view: View, listed: Listed, found: int) -> None:
    say = view.say
    first = (listed.page - 1) * PAGE_ROWS + 1
    last = first + min(found, PAGE_ROWS) - 1
    with box("nav", "turning", aria_label=say("documents.parts")):
        if listed.page > 1:
            put("a", say("documents.previous"), "button", href=listed.at(listed.page - 1), rel="prev")
        put("span", say("documents.range", first=first, last=last), "muted")
        if found > PAGE_ROWS:
            put("a", say("documents.next"), "button", href=listed.at(listed.page + 1), rel="next")
