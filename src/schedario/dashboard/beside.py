"""The place beside the answers where the page is shown that a passage stands on."""

from nicegui.element import Element

from schedario.dashboard.excerpt import excerpt
from schedario.dashboard.looks import Looks
from schedario.dashboard.pieces import box, button, problem, put
from schedario.dashboard.view import View
from schedario.errors import SchedarioError
from schedario.records.document import DocumentRecord
from schedario.records.outline import SectionText
from schedario.records.search import DocumentHead, Passage
from schedario.services.page_images import has_page_images
from schedario.wiring import ArchiveServices

_MOST_CHARACTERS = 6000


class Beside:
    """Shows one page at a time; on a narrow screen over the answers, and only when it was asked for."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._looks = Looks()
        self._box: Element = box("aside", "beside empty", aria_label=view.say("beside.label"))

    def clear(self) -> None:
        """Show nothing, nor what was asked for before."""
        self._looks.end_all()
        self._box.clear()
        self._box.classes("empty", remove="opened")

    async def show(self, document: DocumentHead, passage: Passage, *, opened: bool) -> None:
        """Show the page of a passage: its picture, or the text where there is none.

        Args:
            document: The passage's.
            passage: The passage.
            opened: Whether a person asked for it.
        """
        look = self._looks.begin()
        found: tuple[DocumentRecord, SectionText | None] | SchedarioError
        try:
            found = await self._view.ask(lambda services: _place(services, document, passage))
        except SchedarioError as error:
            found = error
        if not self._looks.is_news(look):
            return
        self._box.clear()
        self._box.classes("opened" if opened else "", remove="empty")
        with self._box:
            if isinstance(found, SchedarioError):
                with box("header", "beside-head"):
                    self._closing()
                problem(found)
            else:
                self._page(passage, *found)

    def _page(self, passage: Passage, record: DocumentRecord, section: SectionText | None) -> None:
        self._head(record, passage)
        if section is None:
            self._picture(record, passage)
        else:
            text = f"{passage.header_before}\n{section.text}" if passage.header_before else section.text
            excerpt(text[:_MOST_CHARACTERS], passage.locator or self._view.say("search.whole"))

    def _head(self, record: DocumentRecord, passage: Passage) -> None:
        say = self._view.say
        with box("header", "beside-head"):
            put("h2", record.name, "name")
            put("p", passage.locator or say("search.whole"), "muted")
            put("a", say("beside.document"), href=f"/documents/{record.id}{_at(passage)}")
            self._closing()

    def _closing(self) -> None:
        closing = button(self._view.say("beside.close"), "quiet close", symbol="close")
        closing.on("click", lambda: self._box.classes(remove="opened"))

    def _picture(self, record: DocumentRecord, passage: Passage) -> None:
        address = f"/pages/{record.id}/{passage.page}"
        said = self._view.say("beside.picture", place=passage.locator, name=record.name)
        with box("a", "sheet", href=f"{address}?width=1600", target="_blank", title=self._view.say("beside.larger")):
            box("img", src=f"{address}?width=900", alt=said)


def _place(
    services: ArchiveServices, document: DocumentHead, passage: Passage
) -> tuple[DocumentRecord, SectionText | None]:
    """Return the document, and the section that the passage stands in where its page has no picture."""
    wanted = passage.addendum or document.id
    record = services.documents.show(wanted)
    if passage.page and has_page_images(record):
        return record, None
    places = services.reading.outline(wanted)
    within = next((at for at, one in enumerate(places) if one.start <= passage.best_start < one.end), 0)
    offset = max(0, passage.start - places[within].start)
    return record, services.reading.section(wanted, within + 1, offset)


def _at(passage: Passage) -> str:
    return f"?page={passage.page}" if passage.page else f"?offset={passage.best_start}"
