"""Files that no job can mend: they could not be read, and are tried again when they change or somebody says so."""

from nicegui.element import Element

from schedario.dashboard.pieces import box, button, put, tell, telling
from schedario.dashboard.rows import Rows
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord
from schedario.services.originals import has_own_file
from schedario.wiring import ArchiveServices

_MOST = 20


class Unread:
    """The list of them on the page of the queue."""

    def __init__(self, view: View) -> None:
        self._view = view
        say = view.say
        with box("section", "listed-jobs") as self._section:
            put("h2", say("queue.unread"))
            put("p", say("queue.unread_what"), "muted")
            self._rows = Rows[DocumentRecord](box("ul", "lines card"), lambda record: record.id, self._row)
            put("a", say("queue.unread_all"), href="/documents?show=problem")
        self._section.set_visibility(False)

    async def show(self) -> None:
        """Show the first of those that there are now."""
        found = await self._view.ask(_found)
        self._section.set_visibility(bool(found))
        self._rows.show(found)

    def _row(self, record: DocumentRecord) -> Element:
        with box("li", "line") as row:
            with box("div", "line-what"):
                put("a", record.name, "name", href=f"/documents/{record.id}")
                put("span", record.file.path, "path muted", title=record.file.path)
                put("span", record.problem.message if record.problem else "", "reason")
            # A member, or a file of a repository, is read with what it lies in.
            if has_own_file(record):
                self._action(record)
        return row

    def _action(self, record: DocumentRecord) -> None:
        say, path = self._view.say, record.file.path
        with box("div", "line-actions"):
            again = button(say("queue.read_again"), aria_label=say("queue.read_one", name=record.name))
            again.on("click", lambda: self._again(path))

    async def _again(self, path: str) -> None:
        with telling(self._view):
            await self._view.ask(lambda services: services.queueing.add_later([path], retry_failed=True))
            tell(self._view.say("queue.queued_again"))


def _found(services: ArchiveServices) -> tuple[DocumentRecord, ...]:
    return tuple(services.documents.find(failed=True, limit=_MOST))
