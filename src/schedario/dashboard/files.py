"""What the pages show or give that is a file: pictures of pages, originals."""

from urllib.parse import quote

from fastapi import FastAPI, Query
from starlette.responses import PlainTextResponse, Response, StreamingResponse

from schedario.errors import SchedarioError
from schedario.services.originals import pieces_of
from schedario.services.page_images import IMAGE_MEDIA_TYPE, LEAST_WIDTH, MOST_WIDTH, WIDTH
from schedario.wiring.shared import SharedArchive

_HARMLESS = {"Content-Security-Policy": "sandbox; default-src 'none'"}
"""Nothing in a document may run with the rights of the pages."""
_NOT_FOUND = 404


def add_files(site: FastAPI, shared: SharedArchive) -> None:
    """Let an application give the files of an archive."""

    @site.get("/pages/{document}/{page}")
    def picture(document: str, page: int, width: int = Query(WIDTH, ge=LEAST_WIDTH, le=MOST_WIDTH)) -> Response:
        try:
            drawn = shared.services.page_images.page_image(document, page, width)
        except SchedarioError as error:
            return PlainTextResponse(str(error), _NOT_FOUND, _HARMLESS)
        return Response(drawn, 200, {**_HARMLESS, "Cache-Control": "private, max-age=300"}, IMAGE_MEDIA_TYPE)

    @site.get("/originals/{document}")
    def original(document: str) -> Response:
        try:
            record = shared.services.documents.show(document)
            file = shared.services.originals.of(record)
        except SchedarioError as error:
            return PlainTextResponse(str(error), _NOT_FOUND, _HARMLESS)
        name = quote(record.name.encode("utf-8", "replace"), safe="")
        told = {"Content-Disposition": f"attachment; filename*=utf-8''{name}", "Cache-Control": "no-store"}
        pieces = pieces_of(file, record.file.size_bytes)
        return StreamingResponse(pieces, 200, {**_HARMLESS, **told}, "application/octet-stream")
