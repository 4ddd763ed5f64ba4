"""How long a connection may be open without a request, or without reading its answer, and how many may be.

The server waits for the first request of a connection without end, and each holds a file of the process, which has only
so many.
"""

import asyncio
import itertools
import json
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from schedario.api.errors import error_json
from schedario.errors import RequestUnreadableError

_SECONDS = 15.0
"""A request's headers are here in this time, or in twice of it at most."""

_MOST = 400
"""Connections; beyond, the oldest that waits for a request is closed for the new one."""

# Not the time: the loop's clock stands still while it takes in several connections.
_numbers = itertools.count()


class PatientProtocol(H11Protocol):
    """A connection that is closed when no request comes."""

    _look: asyncio.TimerHandle | None = None
    _seen: object = None
    _number = 0
    _unread = 0

    def connection_made(self, transport: Any) -> None:
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        self._number = next(_numbers)
        self._look = self.loop.call_later(_SECONDS, self._close_if_quiet)
        if len(self.connections) > _MOST:
            idle = [one for one in self.connections if isinstance(one, PatientProtocol) and one._is_idle]
            min(idle, key=lambda one: one._number).transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """See ``H11Protocol``; from here on the connection is another protocol's, which looks for signs of life."""
        if self._look:
            self._look.cancel()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        if self._look:
            self._look.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say in the one shape of all errors that no request can be made of what came: see ``H11Protocol``."""
        error = RequestUnreadableError(
            "what came is no request that can be read",
            subject="request",
            remedy="An address with its headers has 64 KB at most",
        )
        body = json.dumps(error_json(error)).encode()
        headers = [("content-type", "application/json"), ("content-length", str(len(body))), ("connection", "close")]
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def _is_idle(self) -> bool:
        return not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete)

    def _close_if_quiet(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if (self._is_idle and self.cycle is self._seen) or 0 < unread == self._unread:
            self.transport.abort()
            return
        self._seen, self._unread = self.cycle, unread
        self._look = self.loop.call_later(_SECONDS, self._close_if_quiet)
