"""The place where files are dropped that are to be in the archive."""

from collections.abc import Callable
from pathlib import Path

from nicegui import events
from nicegui.element import Element

from schedario.dashboard.door import UPLOAD
from schedario.dashboard.pieces import tell
from schedario.dashboard.view import View

_DROP_FILES = Path(__file__).with_name("assets") / "drop_files.js"


class DropFiles(Element, component=_DROP_FILES):
    """Sends files that are dropped on it or chosen, and says for each how far it is."""

    def __init__(self, words: dict[str, str]) -> None:
        """Take what it says."""
        super().__init__()
        self.props["words"] = words
        self.props["address"] = UPLOAD


def file_sending(view: View, then: Callable[[], None] = lambda: None) -> None:
    """Show the place.

    Args:
        view: Who looks.
        then: Called when files were sent, which wait in the queue now.
    """
    words = {name: view.say(f"sending.{name}") for name in ("choose", "drop", "sent", "failed")}

    def sent(event: events.GenericEventArguments) -> None:
        if event.args:
            tell(view.say.counted("sending.all", int(event.args)))
            then()

    DropFiles(words).on("sent", sent)
