"""Addenda: notes that hang on documents."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import Body, Id
from schedario.api.reply import Reply
from schedario.api.shapes import AddendaShape, AddendumShape, ok
from schedario.api.turns import Turns
from schedario.services.addendum_json import addendum_json
from schedario.wiring.shared import SharedArchive


class AddendumRequest(Body):
    """A note on a document."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Ended by letter of 3 May 2025."}]})

    text: str = Field(min_length=1, pattern=r"^[^\x00]*$")


def addendum_routes(shared: SharedArchive, turns: Turns) -> APIRouter:
    """Return the routes of addenda."""
    routes = APIRouter(tags=["documents"])

    @routes.get(
        "/documents/{document}/addenda",
        responses=ok(AddendaShape, "The notes on it, the oldest first."),
        response_model=None,
        operation_id="list_addenda",
    )
    def list_addenda(document: Id) -> Response:
        """List the notes on a document."""
        return Reply({"addenda": [addendum_json(addendum) for addendum in shared.services.addenda.of(document)]})

    @routes.post(
        "/documents/{document}/addenda",
        responses=ok(AddendumShape, "It is found from now on."),
        response_model=None,
        operation_id="add_addendum",
    )
    async def add(request: Request, document: Id, asked: AddendumRequest) -> Response:
        """Hang a note on a document; it survives changes of the file, and goes with the document."""

        def work() -> Response:
            return Reply(addendum_json(shared.services.addenda.add(document, asked.text)))

        # It waits for the model like a question, and is no other's: said twice, it is added twice.
        return await turns.answer(request, object(), work)

    @routes.delete(
        "/addenda/{addendum}",
        responses=ok(AddendumShape, "It is gone; this is what it said."),
        response_model=None,
        operation_id="remove_addendum",
    )
    def remove(addendum: Annotated[Id, Path(description="The addendum's own id.")]) -> Response:
        """Take an addendum off its document, for good."""
        return Reply(addendum_json(shared.services.addenda.remove(addendum)))

    return routes
