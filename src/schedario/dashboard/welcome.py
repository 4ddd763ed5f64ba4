"""The first screen of an archive that is empty: what can be done, and does it."""

from nicegui import events, ui

from schedario.dashboard.adding_source import whole_path
from schedario.dashboard.pieces import box, entry, field, on_submit, put, tell, telling
from schedario.dashboard.sending import file_sending
from schedario.dashboard.view import View
from schedario.wiring import ArchiveServices

_LOOK_SECONDS = 1.0


def is_empty(services: ArchiveServices) -> bool:
    """Tell whether an archive has no document at all."""
    return not services.documents.find(limit=1)


class Welcome:
    """The screen; it goes when there is something to be searched."""

    def __init__(self, view: View) -> None:
        self._view = view
        say = view.say
        with box("section", "welcome") as self._box:
            put("h2", say("welcome.title"))
            put("p", say("welcome.what"), "muted")
            with box("div", "welcome-ways"):
                self._folder()
                with box("div", "card"):
                    put("h3", say("welcome.send"))
                    file_sending(view)
            self._progress = put("p", "", "muted", role="status")
        self._timer = ui.timer(_LOOK_SECONDS, self._look)

    def _folder(self) -> None:
        say = self._view.say
        with box("form", "card") as form:
            put("h3", say("welcome.folder"))
            put("p", say("welcome.folder_what"), "muted")
            with field(say("welcome.path")):
                entry("path", "text", required=True, maxlength="4000", placeholder="/home/anna/Documents")
            put("button", say("welcome.follow"), "button primary", type="submit")
        on_submit(form, self._follow, "path")

    async def _follow(self, event: events.GenericEventArguments) -> None:
        with telling(self._view):
            path = whole_path(str(event.args).strip())
            source = await self._view.ask(lambda services: services.sourcing.add_folder(path, (), ()))
            tell(self._view.say("welcome.followed", path=source.given.root))

    async def _look(self) -> None:
        """Say how far the archive is, and make room for the search when there is something in it."""
        with telling(self._view):
            empty, lengths = await self._view.ask(
                lambda services: (is_empty(services), services.overview.queue_lengths())
            )
            left = lengths.running + sum(lengths.waiting.values())
            if not empty:
                self._timer.cancel()
                self._box.clear()
                with self._box:
                    put("p", self._view.say("welcome.ready"), role="status")
            elif left:
                self._progress.text = self._view.say.counted("welcome.left", left)
