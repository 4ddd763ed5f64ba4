"""How long nobody has asked anything."""

import time
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NOT_COUNTED = ("/api/v1/health", "/api/v1/readiness")
"""Whoever watches the service keeps it from ending as little as it uses it."""

_SIGN_OF_LIFE = "3"
"""What a page in a browser answers each time that it is asked whether it is still there (Engine.IO's pong)."""


@dataclass(slots=True)
class Activity:
    """Counts requests.

    Attributes:
        in_hand: Requests that are being answered, without streams that stay open.
        last: When the last one began or ended, in seconds of ``time.monotonic``.
    """

    in_hand: int = 0
    last: float = field(default_factory=time.monotonic)

    @property
    def idle_seconds(self) -> float:
        """Seconds since anybody asked; 0 while somebody does."""
        return 0.0 if self.in_hand else time.monotonic() - self.last


class ActivityMeter:
    """Counts the requests that come by."""

    def __init__(self, app: ASGIApp, activity: Activity) -> None:
        self._app = app
        self._activity = activity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "websocket":
            await self._app(scope, self._counting(receive), send)
            return
        if scope["type"] != "http" or scope["path"] in _NOT_COUNTED:
            await self._app(scope, receive, send)
            return
        # A GET elsewhere than in the API is a stream that a client of MCP keeps open for as long as it lives.
        counted = scope["method"] != "GET" or scope["path"].startswith("/api/")
        self._activity.last = time.monotonic()
        self._activity.in_hand += counted
        try:
            await self._app(scope, receive, send)
        finally:
            self._activity.in_hand -= counted
            self._activity.last = time.monotonic()

    def _counting(self, receive: Receive) -> Receive:
        """Count what a person does on a page that is open, and not that it is open."""

        async def counted() -> Message:
            message = await receive()
            if message.get("text") != _SIGN_OF_LIFE:
                self._activity.last = time.monotonic()
            return message

        return counted
