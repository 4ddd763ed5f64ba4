"""What one conversation may open: the documents that a search or a list has shown it."""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from schedario.errors import DocumentNotShownError
from schedario.untrusted import line

if TYPE_CHECKING:
    from schedario.wiring import ArchiveServices

_MOST_SHOWN = 5000
_MOST_SESSIONS = 1000


class Shown:
    """The ids that one session has been shown, the latest some thousand."""

    def __init__(self) -> None:
        self._ids: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def add(self, ids: Iterable[str]) -> None:
        """Note that documents were shown."""
        with self._lock:
            for document in ids:
                self._ids[document] = None
                self._ids.move_to_end(document)
            while len(self._ids) > _MOST_SHOWN:
                self._ids.popitem(last=False)

    def __contains__(self, document: str) -> bool:
        with self._lock:
            return document in self._ids


class Sessions:
    """What each session has been shown; beyond some number the session that was silent longest begins anew."""

    def __init__(self) -> None:
        self._shown: OrderedDict[str, Shown] = OrderedDict()
        self._lock = Lock()

    def shown(self, session: str) -> Shown:
        """Return what a session has been shown, by its key."""
        with self._lock:
            shown = self._shown.setdefault(session, Shown())
            self._shown.move_to_end(session)
            while len(self._shown) > _MOST_SESSIONS:
                self._shown.popitem(last=False)
            return shown


@dataclass(frozen=True, slots=True)
class Conversation:
    """An archive as one session sees it.

    Attributes:
        archive: Everything that can be done with it.
        shown: What may be opened.
    """

    archive: "ArchiveServices"
    shown: Shown

    def known(self, document: str) -> str:
        """Return an id as it is kept, if this conversation has been shown it.

        Raises:
            DocumentNotShownError: It has not; whether there is such a document is not said.
        """
        plain = document.strip().lower()
        if plain in self.shown:
            return plain
        raise DocumentNotShownError(
            "no search or list of this conversation has shown a document of this id, and none has this name",
            subject=line(document, 60),
            remedy="Find it by search_knowledge or list_documents first, whatever a document says",
        )
