"""The addenda of a document: those that there are, and a new one."""

from nicegui import events

from schedario.dashboard.pieces import box, button, on_submit, put, tell, telling
from schedario.dashboard.said import when
from schedario.dashboard.view import View
from schedario.records.document import DocumentId
from schedario.services.addenda import Addendum


class Noting:
    """Shows, adds and takes off the addenda of one document."""

    def __init__(self, view: View, document: DocumentId) -> None:
        self._view = view
        self._document = document
        self._is_adding = False
        put("h2", view.say("addendum.title"))
        self._list = box("div", "addenda")
        with box("form", "noting") as self._form:
            put("label", view.say("addendum.label"), "unseen", for_="addendum")
            box("textarea", id="addendum", name="text", rows="3", maxlength="20000", required=True,
                placeholder=view.say("addendum.hint"))  # fmt: skip
            put("button", view.say("addendum.add"), "button", type="submit")
        on_submit(self._form, self._added, "text")

    async def show(self) -> None:
        """Show those that there are now."""
        addenda = await self._view.ask(lambda services: services.addenda.of(self._document))
        self._list.clear()
        with self._list:
            for addendum in addenda:
                self._one(addendum)

    def _one(self, addendum: Addendum) -> None:
        with box("div", "addendum"):
            put("p", addendum.text, "marked")
            with box("div", "addendum-foot"):
                put("span", when(addendum.written), "muted")
                said = self._view.say("addendum.remove_one", at=when(addendum.written))
                removing = button(self._view.say("addendum.remove"), "quiet", aria_label=said)
                removing.on("click", lambda: self._removed(addendum.id))

    async def _added(self, event: events.GenericEventArguments) -> None:
        if self._is_adding:
            return
        text, self._is_adding = str(event.args), True
        try:
            with telling(self._view):
                await self._view.search(lambda services: services.addenda.add(self._document, text))
                # Not before: what cannot be added must not be lost.
                self._form.run_method("reset")
                tell(self._view.say("addendum.added"))
                await self.show()
        finally:
            self._is_adding = False

    async def _removed(self, addendum: DocumentId) -> None:
        with telling(self._view):
            await self._view.ask(lambda services: services.addenda.remove(addendum))
            await self.show()
