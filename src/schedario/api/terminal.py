"""What the command line asks a running service: the records that it prints, by the service's own secret.

No part of the API: both ends are always of one version.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from schedario.api.reply import TerminalReply
from schedario.api.turns import Turns
from schedario.errors import RouteUnknownError
from schedario.records.search import TimedAnswer
from schedario.records.wire import to_plain
from schedario.services.narrowing import narrowed
from schedario.services.paths import paths_from
from schedario.wiring import ArchiveServices
from schedario.wiring.shared import SharedArchive


class Asked(BaseModel):
    """An operation's arguments, and the folder from which paths are meant."""

    arguments: dict[str, Any]
    folder: str


def terminal_routes(shared: SharedArchive, turns: Turns) -> APIRouter:
    """Return the route of all operations."""
    routes = APIRouter(prefix="/terminal", include_in_schema=False)

    @routes.post("/{operation}", response_model=None)
    async def ask(request: Request, operation: str, asked: Asked) -> Response:
        if operation not in _OPERATIONS:
            raise RouteUnknownError("there is no such operation", subject=operation)

        def work() -> Response:
            with paths_from(asked.folder):
                found = _OPERATIONS[operation](shared.services, **asked.arguments)
            return TerminalReply({"result": to_plain(found)})

        return await turns.answer(request, (operation, asked.model_dump_json()), work)

    return routes


def _search(services: ArchiveServices, *, text: str, wanted: Mapping[str, Any], **limits: Any) -> TimedAnswer:
    days = {name: date.fromisoformat(wanted[name]) if wanted[name] else None for name in ("after", "before")}
    return services.searching.search(text, filters=narrowed(services.documents, **{**wanted, **days}), **limits)


_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "search": _search,
    "likeness": lambda services, **asked: services.likeness(**asked),
    "answer": lambda services, **asked: services.reading.answer(**asked),
    "show": lambda services, **asked: services.reading.shown(**asked),
    "section": lambda services, **asked: services.reading.section(**asked),
    "list": lambda services, **asked: services.documents.find(**asked),
    "overview": lambda services: services.overview.overview(),
}
