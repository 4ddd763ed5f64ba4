"""Documents: the list, one of them, its outline and sections, what in it answers, and its end."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import Body, DocumentName, Flag, Offset, Text
from schedario.api.reply import Reply
from schedario.api.shapes import AnswerShape, DocumentsShape, RemovedShape, SectionShape, ShownShape, ok
from schedario.api.turns import Turns
from schedario.services.answer_json import answer_json
from schedario.services.document_json import record_json, section_json, shown_json
from schedario.wiring.shared import SharedArchive

Id = Annotated[DocumentName, Path(description="The document's id.")]
Status = Literal["indexed", "duplicate", "skipped", "failed"]


class ListRequest(Body):
    """Which documents are listed."""

    under: Text | None = Field(None, description="Only files at or below this path, absolute.")
    status: Status | None = Field(None, description="Only files with this status.")
    tags: list[Text] = Field([], max_length=100, description="Only notes with one of these tags, or one below it.")
    failed: Flag = Field(False, description="Only files that could not be read, or not in their newest version.")
    limit: int = Field(100, ge=1, le=1000, description="Documents, at most.")
    offset: Offset = Field(0, description="Documents to leave out first.")


class SectionRequest(Body):
    """Which part of a section is given."""

    offset: Offset = Field(0, description="Characters of the section before the part.")


class QuestionRequest(Body):
    """A question to one document."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"question": "Who may end the lease, and when?"}]})

    question: Text
    trace: Flag = Field(False, description="Show what every step did.")


def document_routes(shared: SharedArchive, turns: Turns) -> APIRouter:
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

    @routes.get(
        "/{document}/sections/{section}",
        responses=ok(SectionShape, "The part."),
        response_model=None,
        operation_id="read_section",
    )
    def section(
        document: Id,
        section: Annotated[int, Path(ge=1, le=2**31 - 1, description="Which of the outline, from 1.")],
        asked: Annotated[SectionRequest, Query()],
    ) -> Response:
        """Give the text of a section of the outline, or the next part of a long one."""
        return Reply(section_json(shared.services.reading.section(document, section, asked.offset)))

    @routes.post(
        "/{document}/answer",
        responses=ok(AnswerShape, "What answers best in it."),
        response_model=None,
        operation_id="ask_document",
    )
    async def answer(request: Request, document: Id, asked: QuestionRequest) -> Response:
        """Ask one document; its best passages are given, however low they score."""

        def work() -> Response:
            timed = shared.services.reading.answer(document, asked.question)
            return Reply(answer_json(timed, trace=asked.trace))

        return await turns.answer(request, ("answer", document, asked), work)

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
