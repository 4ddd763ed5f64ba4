"""How long a connection may be open without a request, or without reading its answer, and how many may be.

The server waits for the first request of a connection without end, and each holds a file of the process, which has only
so many.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

_SECONDS = 15.0
"""A request's headers are here in this time, or in twice of it at most."""

_MOST = 400
"""Connections; beyond, the one that has been without a request for the longest is closed for the new one."""


class PatientProtocol(H11Protocol):
    """A connection that is closed when no request comes."""

    _look: asyncio.TimerHandle | None = None
    _seen: object = None
    _since = 0.0
    _unread = 0

    def connection_made(self, transport: Any) -> None:
        """See ``asyncio.Protocol``."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._look = self.loop.call_later(_SECONDS, self._close_if_quiet)
        if len(self.connections) > _MOST:
            idle = [one for one in self.connections if isinstance(one, PatientProtocol) and one._is_idle]
            min(idle, key=lambda one: one._since).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """See ``asyncio.Protocol``."""
        if self._look:
            self._look.cancel()
        super().connection_lost(exc)

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
