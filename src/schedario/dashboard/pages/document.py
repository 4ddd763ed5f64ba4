"""The page of one document: its sections, what is known of it, and what can be done with it."""

from urllib.parse import unquote

from nicegui.element import Element

from schedario.dashboard.facts import facts, note_facts
from schedario.dashboard.noting import Noting
from schedario.dashboard.pieces import box, button, note, put, tell, telling
from schedario.dashboard.presenting import presentation
from schedario.dashboard.reader import Reader
from schedario.dashboard.relations import relations
from schedario.dashboard.removal import Removal
from schedario.dashboard.standing import put_standing
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord
from schedario.records.link import DocumentLinks
from schedario.records.outline import Place, ShownDocument
from schedario.services.originals import has_own_file
from schedario.wiring import ArchiveServices

_MOST_DIGITS = 12
"""Of an offset; no text is so long."""


async def document_page(view: View) -> None:
    """Build the page."""
    named = unquote(str(view.request.path_params["document"]))
    shown, links = await view.ask(lambda services: _found(services, named))
    with box("div", "whole-document") as place:
        await _document(view, shown, links, place)


async def _document(view: View, shown: ShownDocument, links: DocumentLinks, place: Element) -> None:
    record = shown.record
    with box("header", "document-head"):
        put("h1", record.title or record.name)
        if record.title:
            put("p", record.name, "muted")
        with box("div", "chips"):
            put_standing(view, record)
    if record.problem:
        note(record.problem.message, "warning")
    with box("div", "document-grid"):
        with box("div", "document-main"):
            presentation(view, record.analysis)
            note_facts(view, record)
            if shown.outline:
                await Reader(view, shown, _wanted(view, shown.outline)).show()
            else:
                put("p", view.say("document.no_text"), "nothing")
        with box("aside", "document-side", aria_label=view.say("document.about")):
            _actions(view, record)
            if not record.file.addendum:
                noting = Noting(view, record.id)
                await noting.show()
            relations(view, shown, links)
            facts(view, record)
            Removal(view, record, place)


def _found(services: ArchiveServices, named: str) -> tuple[ShownDocument, DocumentLinks]:
    return services.reading.shown(named), services.notes.links(named)


def _wanted(view: View, outline: tuple[Place, ...]) -> int:
    """Return the section that the address names by a page or by an offset in the text; else the first."""
    page, offset = view.given("page"), view.given("offset")
    numbers = list(enumerate(outline, 1))
    if page:
        return next((number for number, place in numbers if str(place.page) == page), 1)
    if offset.isascii() and offset.isdecimal() and len(offset) <= _MOST_DIGITS:
        return next((number for number, place in numbers if place.start <= int(offset) < place.end), 1)
    return 1


def _actions(view: View, record: DocumentRecord) -> None:
    async def analysed() -> None:
        with telling(view):
            queued = await view.ask(lambda services: services.analysing.again(record.id))
            tell(view.say("document.queued" if queued else "document.analysed"))

    async def again() -> None:
        with telling(view):
            await view.ask(lambda services: services.queueing.add_later([record.file.path], retry_failed=True))
            tell(view.say("document.queued"))

    with box("div", "actions"):
        if has_own_file(record):
            put("a", view.say("document.original"), "button", href=f"/originals/{record.id}")
            button(view.say("document.again"), symbol="refresh").on("click", again)
        if record.analysis:
            button(view.say("document.analyse"), symbol="auto_fix_high").on("click", analysed)
