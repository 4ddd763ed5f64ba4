"""Takes in files that a page sends: one in each request, as its body, written to disk as it comes."""

import asyncio
import time

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from schedario.errors import SchedarioError, StoppedError, UploadStalledError
from schedario.services.originals import IncomingFile, KeptFile, too_large
from schedario.wiring.shared import SharedArchive

_QUIET_SECONDS = 30.0
_GRACE_SECONDS = 60.0
_LEAST_BYTES_PER_SECOND = 1024
_ACCEPTED, _REFUSED = 202, 422


def add_upload(site: FastAPI, shared: SharedArchive, path: str) -> None:
    """Let an application take in files for an archive, at a path."""

    @site.post(path)
    async def upload(request: Request, name: str) -> Response:
        try:
            kept = await _received(request, shared.services.originals.receive(), name)
            await run_in_threadpool(shared.services.queueing.add_later, [str(kept.path)])
        except SchedarioError as error:
            return PlainTextResponse(str(error), _REFUSED, {"Connection": "close"})
        return PlainTextResponse(kept.name, _ACCEPTED)


async def _received(request: Request, incoming: IncomingFile, name: str) -> KeptFile:
    try:
        length = request.headers.get("content-length", "")
        if length.isdigit() and int(length) > incoming.max_bytes:
            raise too_large(incoming.max_bytes)
        await _write(request, incoming)
        return await asyncio.to_thread(incoming.keep, name)
    finally:
        incoming.close()


async def _write(request: Request, incoming: IncomingFile) -> None:
    started, received = time.monotonic(), 0
    pieces = aiter(request.stream())
    try:
        while True:
            async with asyncio.timeout(_QUIET_SECONDS):
                piece = await anext(pieces)
            received += len(piece)
            incoming.write(piece)
            lasted = time.monotonic() - started
            if lasted > _GRACE_SECONDS and received < lasted * _LEAST_BYTES_PER_SECOND:
                raise _stalled()
    except StopAsyncIteration:
        return
    except TimeoutError as error:
        raise _stalled() from error
    except ClientDisconnect as error:
        raise StoppedError("the browser has gone") from error


def _stalled() -> UploadStalledError:
    return UploadStalledError("the file does not get on", subject="file", remedy="Send it again")
