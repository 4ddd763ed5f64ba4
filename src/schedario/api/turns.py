"""Lets questions take turns at the model; one that waits twice is answered once, one that nobody waits for not at all.

Only questions whose turn has not come are joined, so that nobody is given what the archive held before he asked.
"""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from starlette.responses import Response

from schedario.errors import StoppedError
from schedario.wiring.shared import SharedArchive


@dataclass(slots=True)
class _Question:
    """A question whose answer is waited for."""

    answering: "asyncio.Future[Response]"
    askers: int = 0


class Turns:
    """The questions of one service."""

    def __init__(self, shared: SharedArchive) -> None:
        self._shared = shared
        self._waiting: dict[Hashable, _Question] = {}

    async def answer(self, request: Request, question: Hashable, work: Callable[[], Response]) -> Response:
        """Answer when the turn has come.

        Args:
            request: Who asks; when he goes away, and nobody else asks the same, the turn is given up.
            question: What is asked; two that are equal have one answer.
            work: Finds it.

        Raises:
            StoppedError: The client has gone; nobody reads it.
        """
        asked = self._waiting.get(question) or self._ask(question, work)
        asked.askers += 1
        leaving = asyncio.ensure_future(_gone(request))
        either: set[asyncio.Future[Any]] = {asked.answering, leaving}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not asked.answering.done():
                raise StoppedError("the client has gone")
            return asked.answering.result()
        finally:
            leaving.cancel()
            asked.askers -= 1
            if not asked.askers and not asked.answering.done():
                asked.answering.cancel()
                self._forget(question, asked)

    def _ask(self, question: Hashable, work: Callable[[], Response]) -> _Question:
        def begin() -> Response:
            self._forget(question, asked)
            return work()

        asked = _Question(asyncio.ensure_future(self._shared.search(begin)))
        self._waiting[question] = asked
        return asked

    def _forget(self, question: Hashable, asked: _Question) -> None:
        if self._waiting.get(question) is asked:
            self._waiting.pop(question, None)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
