"""Lets a file that is being sent come in for as long as it gets on, so that nobody is waited for without end.

Asynchronous, alone among services: what a network brings comes to the event loop, and waiting there holds no thread.
"""

import asyncio
import time
from collections.abc import AsyncIterator

from schedario.errors import UploadStalledError

_QUIET_SECONDS = 30.0
_GRACE_SECONDS = 60.0
_LEAST_BYTES_PER_SECOND = 1024
"""Slower than any line that is alive: after the grace the sender is taken for one who only holds the connection."""


async def arriving(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the pieces of what is being sent, as they come.

    Raises:
        UploadStalledError: Nothing comes any more, or too little.
    """
    started, received = time.monotonic(), 0
    while True:
        try:
            async with asyncio.timeout(_QUIET_SECONDS):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError as error:
            raise _stalled() from error
        yield piece
        received += len(piece)
        lasted = time.monotonic() - started
        if lasted > _GRACE_SECONDS and received < lasted * _LEAST_BYTES_PER_SECOND:
            raise _stalled()


def _stalled() -> UploadStalledError:
    return UploadStalledError("the file does not get on", subject="file", remedy="Send it again")
