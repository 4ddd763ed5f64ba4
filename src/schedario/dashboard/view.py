"""What a page is given: the archive, the words of its language, and what was asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

import anyio.to_thread
from fastapi import Request
from nicegui import Client

from schedario.dashboard.texts import Texts
from schedario.wiring import ArchiveServices
from schedario.wiring.shared import SharedArchive

T = TypeVar("T")

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)


@dataclass(frozen=True, slots=True)
class View:
    """One page that is open in one browser.

    Attributes:
        shared: The archive.
        say: The words of its language.
        theme: Light, dark, or as the browser's system has it.
        request: By which it was asked for.
        client: The page in its browser.
    """

    shared: SharedArchive
    say: Texts
    theme: Theme
    request: Request
    client: Client

    def given(self, name: str) -> str:
        """Return a value that stands in the page's address; empty without it."""
        return self.request.query_params.get(name, "")

    async def ask(self, work: Callable[[ArchiveServices], T]) -> T:
        """Do work with the archive in a thread; raises as it does."""
        return await anyio.to_thread.run_sync(lambda: work(self.shared.services))

    async def search(self, work: Callable[[ArchiveServices], T]) -> T:
        """Do work that asks the model when its turn has come; raises as it does."""
        return await self.shared.search(lambda: work(self.shared.services))


def theme_of(chosen: str) -> Theme:
    """Return the theme that a person chose; "auto" for no choice."""
    return next((theme for theme in THEMES if theme == chosen), "auto")
