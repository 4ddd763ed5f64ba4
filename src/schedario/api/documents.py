"""Documents: the list, one of them with its outline, and its end."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from schedario.api.parameters import Body, Flag, Id, Offset, Text
from schedario.api.reply import Reply
from schedario.api.shapes import AnalysedShape, DocumentsShape, RemovedShape, ShownShape, ok
from schedario.services.analysis_json import analysis_json
from schedario.services.document_json import record_json, shown_json
from schedario.wiring.shared import SharedArchive

Status = Literal["indexed", "duplicate", "skipped", "failed"]


class ListRequest(Body):
    """Which documents are listed."""

    under: Text | None = Field(None, description="Only files at or below this path, absolute.")
    status: Status | None = Field(None, description="Only files with this status.")
    tags: list[Text] = Field([], max_length=100, description="Only notes with one of these tags, or one below it.")
    failed: Flag = Field(False, description="Only files that could not be read, or not in their newest version.")
    outdated: Flag = Field(False, description="Only what was indexed under other settings or rules.")
    category: Text | None = Field(None, description="Only documents in the category of this name.")
    limit: int = Field(100, ge=1, le=1000, description="Documents, at most.")
    offset: Offset = Field(0, description="Documents to leave out first.")


def document_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of documents."""
    routes = APIRouter(prefix="/documents", tags=["documents"])

    @routes.get(
        "",
        responses=ok(DocumentsShape, "Documents by path."),
        response_model=None,
        operation_id="list_documents",
    )
    def list_documents(asked: Annotated[ListRequest, Query()]) -> Response:
        """List the files that the archive knows, by path, a page at a time."""
        found = shared.services.documents.find(
            under=asked.under,
            status=asked.status or "",
            tags=asked.tags,
            failed=asked.failed,
            outdated=asked.outdated,
            category=asked.category or "",
            limit=asked.limit + 1,
            offset=asked.offset,
        )
        more = asked.offset + asked.limit if len(found) > asked.limit else None
        return Reply({"documents": [record_json(record) for record in found[: asked.limit]], "next_offset": more})

    @routes.get(
        "/{document}",
        responses=ok(ShownShape, "The document."),
        response_model=None,
        operation_id="show_document",
    )
    def show(document: Id) -> Response:
        """Show what the archive knows of a document: its file, its state, its outline, the files that lie in it."""
        return Reply(shown_json(shared.services.reading.shown(document)))

    @routes.post(
        "/{document}/analysis",
        responses=ok(AnalysedShape, "It is queued, or done."),
        response_model=None,
        operation_id="analyse_document",
    )
    def analyse(document: Id) -> Response:
        """Make summary, description and categories anew: at once without an analysis model, else in the queue."""
        queued = shared.services.analysing.again(document)
        return Reply({"queued": queued, "analysis": analysis_json(shared.services.documents.show(document).analysis)})

    @routes.delete(
        "/{document}",
        responses=ok(RemovedShape, "It is gone."),
        response_model=None,
        operation_id="remove_document",
    )
    def remove(document: Id) -> Response:
        """Take a document and its members out of the archive; a file that was not sent here is not touched."""
        removed = shared.services.documents.remove([shared.services.documents.show(document).id])
        gone = [{"id": record.id, "path": record.file.path} for record in removed.documents]
        return Reply({"removed": gone, "adopted": list(removed.adopted)})

    return routes
