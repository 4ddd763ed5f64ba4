"""Takes a document out of the archive, after a person has said so twice, and shows that nothing of it is left."""

from nicegui.element import Element

from schedario.dashboard.confirming import Confirming
from schedario.dashboard.pieces import box, note, put, telling
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord
from schedario.records.status import Finding, Health
from schedario.services.documents import Removed


class Removal:
    """The end of one document."""

    def __init__(self, view: View, record: DocumentRecord, place: Element) -> None:
        """Take the document, and what its page is shown in, which it takes the place of."""
        self._view = view
        self._record = record
        self._place = place
        say = view.say
        with box("div", "removal"):
            Confirming(
                view, say("removal.remove"), say("removal.sure", name=record.name),
                {say("removal.yes"): self._remove}, symbol="delete",
            )  # fmt: skip

    async def _remove(self) -> None:
        with telling(self._view):
            removed = await self._view.ask(lambda services: services.documents.remove([self._record.id]))
            proof = await self._view.ask(lambda _: self._proof(removed))
            self._place.clear()
            with self._place:
                self._done(removed, proof)

    def _proof(self, removed: Removed) -> list[Finding]:
        """Look for what is left of the document and of what it held."""
        care = self._view.shared.application.care(self._view.shared.archive)
        held = [record.id for record in removed.documents if record.id != self._record.id]
        return care.examine_deleted(self._record.id, held)

    def _done(self, removed: Removed, proof: list[Finding]) -> None:
        say = self._view.say
        put("h1", say("removal.done", name=self._record.name))
        for finding in proof:
            note(finding.detail, "note" if finding.health is Health.OK else "warning")
        for path in removed.adopted:
            note(say("removal.adopted", path=path))
        put("a", say("removal.back"), "button", href="/documents")
