"""Files of documents: sent to the archive, and given back."""

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import Field
from starlette.responses import Response, StreamingResponse

from schedario.api.multipart import FIELD, receive_file
from schedario.api.parameters import Body, Id, Number
from schedario.api.reply import Reply
from schedario.api.shapes import ErrorReply, UploadShape
from schedario.services.originals import pieces_of
from schedario.services.page_images import IMAGE_MEDIA_TYPE, LEAST_WIDTH, MOST_WIDTH, WIDTH
from schedario.wiring.shared import SharedArchive

_FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "additionalProperties": False,
                    "properties": {FIELD: {"type": "string", "format": "binary", "minLength": 1}},
                }
            }
        },
    }
}

_HARMLESS = {
    "X-Content-Type-Options": "nosniff",
    # Nothing in a document may run with the rights of this service's pages.
    "Content-Security-Policy": "sandbox; default-src 'none'",
    "Cache-Control": "no-store",
}


class ImageRequest(Body):
    """How a page is drawn."""

    width: int = Field(WIDTH, ge=LEAST_WIDTH, le=MOST_WIDTH, description="Pixels from left to right.")


def file_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of files."""
    routes = APIRouter(prefix="/documents", tags=["documents"])

    @routes.post(
        "",
        status_code=202,
        responses={
            202: {"model": UploadShape, "description": "It is kept and queued."},
            408: {"model": ErrorReply, "description": "It does not get on."},
            413: {"model": ErrorReply, "description": "It is larger than a file may be."},
        },
        response_model=None,
        openapi_extra=_FORM,
        operation_id="upload_document",
    )
    async def upload(request: Request) -> Response:
        """Send a file; it is kept by its content, and the queue brings it in."""
        kept = await receive_file(request, shared.services.originals)

        def queue() -> bool:
            return bool(shared.services.queueing.add_later([str(kept.path)]).queued.new)

        said = {"name": kept.name, "path": str(kept.path), "sha256": kept.sha256, "size_bytes": kept.size_bytes}
        return Reply({**said, "queued": await run_in_threadpool(queue)}, 202)

    @routes.get(
        "/{document}/original",
        responses={200: {"content": {"application/octet-stream": {}}, "description": "The file, byte by byte."}},
        response_class=StreamingResponse,
        response_model=None,
        operation_id="original",
    )
    def original(document: Id) -> Response:
        """Give the file that a document was read from, if it is still as it was read."""
        record = shared.services.documents.show(document)
        file = shared.services.originals.of(record)
        name = quote(record.name.encode("utf-8", "replace"), safe="")
        told = {
            "Content-Disposition": f"attachment; filename*=utf-8''{name}",
            "Content-Length": str(record.file.size_bytes),
        }
        return StreamingResponse(
            pieces_of(file, record.file.size_bytes), 200, {**_HARMLESS, **told}, "application/octet-stream"
        )

    @routes.get(
        "/{document}/pages/{page}/image",
        responses={200: {"content": {IMAGE_MEDIA_TYPE: {}}, "description": "The page, as a person sees it."}},
        response_class=Response,
        response_model=None,
        operation_id="page_image",
    )
    def page_image(document: Id, page: Number, asked: Annotated[ImageRequest, Query()]) -> Response:
        """Draw a page of a PDF or of a picture, as long as the file is still as it was read."""
        picture = shared.services.page_images.page_image(document, page, asked.width)
        return Response(picture, 200, _HARMLESS, IMAGE_MEDIA_TYPE)

    return routes
