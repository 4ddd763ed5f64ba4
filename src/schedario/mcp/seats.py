"""How many sessions there may be; one more ends that which was silent longest.

A client that is killed leaves its session open. Were the new ones refused instead, some hundred of those would keep
everybody out until they are given up.
"""

from collections import OrderedDict
from collections.abc import Iterator

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

SESSION_HEADER = "mcp-session-id"

_MOST = 500


class Seats:
    """The sessions that are open, the one that was silent longest first."""

    def __init__(self) -> None:
        self._taken: OrderedDict[str, None] = OrderedDict()

    def watching(self, scope: Scope, send: Send) -> Send:
        """Return what sends an answer, and notes the session that it opens; the one that is asked has now spoken."""
        asked = Headers(scope=scope).get(SESSION_HEADER, "")
        if asked in self._taken:
            self._taken.move_to_end(asked)
            if scope["method"] == "DELETE":
                del self._taken[asked]

        async def noting(message: Message) -> None:
            if not asked and message["type"] == "http.response.start" and message["status"] < 400:
                opened = Headers(raw=message["headers"]).get(SESSION_HEADER)
                if opened:
                    self._taken[opened] = None
            await send(message)

        return noting

    def unseated(self) -> Iterator[str]:
        """Give up the sessions for which there is no seat, each once."""
        while len(self._taken) > _MOST:
            yield self._taken.popitem(last=False)[0]


def ending(session: str) -> tuple[Scope, Receive, Send]:
    """Return a request that ends a session, as its client would send it."""
    headers = [(SESSION_HEADER.encode(), session.encode()), (b"accept", b"application/json")]
    scope = {"type": "http", "method": "DELETE", "path": "/mcp", "query_string": b"", "headers": headers}

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(_: Message) -> None:
        """Nobody waits for the answer."""

    return scope, receive, send
