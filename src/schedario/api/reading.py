"""What stands in one document: its sections, and what in it answers."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import Body, Flag, Id, Offset, Text
from schedario.api.reply import Reply
from schedario.api.shapes import AnswerShape, SectionShape, ok
from schedario.api.turns import Turns
from schedario.services.answer_json import answer_json
from schedario.services.document_json import section_json
from schedario.wiring.shared import SharedArchive


class SectionRequest(Body):
    """Which part of a section is given."""

    offset: Offset = Field(0, description="Characters of the section before the part.")


class QuestionRequest(Body):
    """A question to one document."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"question": "Who may end the lease, and when?"}]})

    question: Text
    trace: Flag = Field(False, description="Show what every step did.")


def reading_routes(shared: SharedArchive, turns: Turns) -> APIRouter:
    """Return the routes by which a document is read."""
    routes = APIRouter(prefix="/documents", tags=["documents"])

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

    return routes
