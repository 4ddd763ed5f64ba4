"""What a request may bring: read whole before it is answered, so that nobody holds a place by sending slowly."""

import asyncio
import contextlib
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schedario.api.errors import error_reply
from schedario.errors import RequestError, UploadStalledError, UploadTooLargeError

MOST_BYTES = 2 * 1024**2
"""A note of the largest size is shorter, however it is escaped."""

_MOST_DISCARDED_BYTES = 16 * 1024**2
_DISCARDING_SECONDS = 1.0
"""So much more, and so long, is read and thrown away: a client that still sends would not see why it is refused."""

_SECONDS = 30.0


class BodyLimit:
    """Reads bodies, but for those that are streamed to disk and have limits of their own."""

    def __init__(self, app: ASGIApp, streamed: tuple[str, ...]) -> None:
        """Take the paths whose POST reads its body itself."""
        self._app = app
        self._streamed = streamed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http" or (scope["method"] == "POST" and scope["path"] in self._streamed):
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(_SECONDS):
                body = await _read(Headers(scope=scope), receive)
        except TimeoutError:
            error = UploadStalledError("the body does not get on", subject="body", remedy="Send it again")
            await error_reply(error, _CLOSED)(scope, receive, send)
        except RequestError as error:
            await _discard(receive)
            await error_reply(error, _CLOSED)(scope, receive, send)
        else:
            if body is not None:
                await self._app(scope, _Replayed(body, receive), send)


_CLOSED = {"Connection": "close"}
"""What is still to come of the body is not waited for."""


async def _read(headers: Headers, receive: Receive) -> bytes | None:
    """Return the body; None when the client has gone."""
    length = headers.get("content-length", "")
    if length.isdecimal() and int(length) > MOST_BYTES:
        raise _too_large()
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            raise _too_large()
        if not message.get("more_body", False):
            return bytes(body)


async def _discard(receive: Receive) -> None:
    seen, more = 0, True
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_DISCARDING_SECONDS):
            while more and seen <= _MOST_DISCARDED_BYTES:
                message = await receive()
                seen += len(message.get("body", b""))
                more = message.get("more_body", False)


@dataclass(slots=True)
class _Replayed:
    """Gives a body that was read, then what comes after it."""

    body: bytes | None
    receive: Receive

    async def __call__(self) -> Message:
        """See ASGI."""
        if self.body is None:
            return await self.receive()
        body, self.body = self.body, None
        return {"type": "http.request", "body": body, "more_body": False}


def _too_large() -> UploadTooLargeError:
    return UploadTooLargeError(
        f"the body is larger than {MOST_BYTES // 1024**2} MB", subject="body", remedy="Send less at once"
    )
