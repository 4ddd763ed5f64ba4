"""Questions to the archive."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import Body, Day, Flag, Text
from schedario.api.reply import Reply
from schedario.api.shapes import AnswerShape, ok
from schedario.api.turns import Turns
from schedario.services.answer_json import answer_json
from schedario.services.narrowing import narrowed
from schedario.wiring.shared import SharedArchive

_EXAMPLES: list[Any] = [
    {"query": "Which deposit does the tenant pay?"},
    {"query": "quali regioni AWS usa il sistema?", "types": ["pdf"], "after": "2024-01-01", "passages": 5},
]


class SearchRequest(Body):
    """A question, with the same filters as on the command line."""

    model_config = ConfigDict(json_schema_extra={"examples": _EXAMPLES})

    query: Text = Field(description="A question or some words, in any language.")
    passages: int | None = Field(None, ge=1, le=100, description="Best passages, at most, instead of the setting's.")
    floor: float | None = Field(None, ge=0, le=1, description="Least score of a passage, instead of the setting's.")
    collections: list[Text] = Field([], max_length=100, description="Only documents of these collections.")
    folders: list[Text] = Field([], max_length=100, description="Only files below these folders, absolute.")
    types: list[Text] = Field([], max_length=100, description="Only files of these kinds: pdf, docx, ...")
    languages: list[Text] = Field([], max_length=100, description="Only documents in these languages: it, en, ...")
    documents: list[Text] = Field([], max_length=100, description="Only these documents, by id or path.")
    tags: list[Text] = Field([], max_length=100, description="Only notes with one of these tags, or one below it.")
    after: Day | None = Field(None, description="Only files changed on this day or later.")
    before: Day | None = Field(None, description="Only files changed before this day.")
    trace: Flag = Field(False, description="Show what every step did.")


def search_routes(shared: SharedArchive, turns: Turns) -> APIRouter:
    """Return the routes of searching."""
    routes = APIRouter(prefix="/search", tags=["search"])
    answers = ok(AnswerShape, "No results is an answer too.")

    async def answered(request: Request, asked: SearchRequest) -> Response:
        def work() -> Response:
            services = shared.services
            filters = narrowed(
                services.documents, collections=asked.collections, folders=asked.folders, types=asked.types,
                languages=asked.languages, documents=asked.documents, tags=asked.tags, after=asked.after,
                before=asked.before,
            )  # fmt: skip
            timed = services.searching.search(asked.query, passages=asked.passages, floor=asked.floor, filters=filters)
            return Reply(answer_json(timed, trace=asked.trace))

        return await turns.answer(request, ("search", asked.model_dump_json()), work)

    @routes.post("", responses=answers, response_model=None, operation_id="search")
    async def search(request: Request, asked: SearchRequest) -> Response:
        """Ask a question in any language; the answer names file and page of every passage."""
        return await answered(request, asked)

    @routes.get("", responses=answers, response_model=None, operation_id="search_by_url")
    async def search_by_url(request: Request, asked: Annotated[SearchRequest, Query()]) -> Response:
        """Ask the same by a URL; a list is a name that is repeated."""
        return await answered(request, asked)

    return routes
