"""Shows a document section by section: the picture of a page where there is one, and the text that was read."""

from dataclasses import dataclass

from nicegui import events

from schedario.dashboard.excerpt import excerpt
from schedario.dashboard.looks import Looks
from schedario.dashboard.pieces import box, button, entry, put, telling
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord
from schedario.records.extraction import Origin
from schedario.records.outline import Place, SectionText, ShownDocument
from schedario.services.page_images import has_page_images

_MOST_DIGITS = 9
"""Of a section's number."""
_TYPED = "(event) => emit(event.target.value)"


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is shown of a document: the whole outline, and one section of it."""

    record: DocumentRecord
    outline: tuple[Place, ...]


class Reader:
    """The sections of one document; one is shown at a time."""

    def __init__(self, view: View, shown: ShownDocument, number: int) -> None:
        """Take the document, and the section to begin with, from 1."""
        self._view = view
        self._looks = Looks()
        self._shown = _Shown(shown.record, shown.outline)
        self._number = max(1, min(number, len(shown.outline)))
        self._text_too = not has_page_images(shown.record)
        with box("section", "reader card", aria_label=view.say("reader.label")):
            self._bar = box("div", "reader-bar")
            self._body = box("div", "reader-body", aria_live="polite")

    async def show(self, offset: int = 0) -> None:
        """Show the section that it is at, its text from an offset on."""
        look, number = self._looks.begin(), self._number
        record, place = self._shown.record, self._shown.outline[number - 1]
        with telling(self._view):
            part = await self._view.ask(lambda services: services.reading.section(record.id, number, offset))
            if not self._looks.is_news(look):
                return
            self._bar.clear()
            with self._bar:
                self._controls(number, place)
            self._body.clear()
            with self._body:
                self._section(place, part)

    def _controls(self, number: int, place: Place) -> None:
        say, last = self._view.say, len(self._shown.outline)
        back = button(say("reader.previous"), symbol="chevron_left", disabled=number == 1 or None)
        back.on("click", lambda: self._go(self._number - 1))
        with box("label", "section-number"):
            put("span", say("reader.section"), "unseen")
            field = entry("section", "number", str(number), min="1", max=str(last))
            field.on("change", self._typed, js_handler=_TYPED)
        put("span", say("reader.of", last=last, name=place.name or say("search.whole")), "muted section-name")
        following = button(say("reader.next"), symbol="chevron_right", disabled=number == last or None)
        following.on("click", lambda: self._go(self._number + 1))

    def _section(self, place: Place, part: SectionText) -> None:
        say, record = self._view.say, self._shown.record
        if place.origin != Origin.TEXT:
            said = say("reader.blank") if place.blank else say(f"origin.{place.origin}")
            sure = "" if place.confidence is None else f" · {say('reader.confidence', n=f'{place.confidence:.2f}')}"
            put("p", said + sure, "chip")
        if has_page_images(record) and place.page:
            address = f"/pages/{record.id}/{place.page}"
            with box("a", "sheet", href=f"{address}?width=2000", target="_blank", title=say("beside.larger")):
                box("img", src=f"{address}?width=1200", alt=say("beside.picture", place=place.name, name=record.name))
        with box("details", "read-text", open=self._text_too or None):
            put("summary", say("reader.text"))
            excerpt(part.text, place.name or say("search.whole"))
            if part.next_offset is not None:
                following = part.next_offset
                button(say("reader.more")).on("click", lambda: self.show(following))

    async def _typed(self, event: events.GenericEventArguments) -> None:
        text = str(event.args)
        await self._go(int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else self._number)

    async def _go(self, number: int) -> None:
        self._number = max(1, min(number, len(self._shown.outline)))
        await self.show()
