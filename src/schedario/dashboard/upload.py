"""Takes in files that a page sends: one in each request, as its body, written to disk as it comes."""

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from schedario.errors import SchedarioError, StoppedError
from schedario.services.arriving import arriving
from schedario.services.originals import IncomingFile, KeptFile, too_large
from schedario.wiring.shared import SharedArchive

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
        return await run_in_threadpool(incoming.keep, name)
    finally:
        incoming.close()


async def _write(request: Request, incoming: IncomingFile) -> None:
    try:
        async for piece in arriving(request.stream()):
            incoming.write(piece)
    except ClientDisconnect as error:
        raise StoppedError("the browser has gone") from error
