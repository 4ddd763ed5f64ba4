"""The application: all routes, and what stands before them."""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio.to_thread
from fastapi import APIRouter, Depends, FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from schedario.api.activity import Activity, ActivityMeter
from schedario.api.addenda import addendum_routes
from schedario.api.bodies import BodyLimit
from schedario.api.categories import category_routes
from schedario.api.documents import document_routes
from schedario.api.errors import add_handlers, no_unknown_query
from schedario.api.evaluations import evaluation_routes
from schedario.api.files import file_routes
from schedario.api.guard import Guard, Rules
from schedario.api.health import health_routes
from schedario.api.jobs import job_routes
from schedario.api.reading import reading_routes
from schedario.api.search import search_routes
from schedario.api.settings import setting_routes
from schedario.api.shapes import ErrorReply
from schedario.api.sources import source_routes
from schedario.api.terminal import terminal_routes
from schedario.api.turns import Turns
from schedario.version import VERSION
from schedario.wiring.shared import SharedArchive

PREFIX = "/api/v1"

_THREADS = 8
"""For what is not asked of the model. With searches and worker they hold fewer connections than the pool has."""

_ERRORS: dict[int | str, dict[str, Any]] = {
    code: {"model": ErrorReply, "description": said}
    for code, said in {
        400: "What came is no request that can be read, or its address is too long.",
        401: "A token is needed, or the one that was sent is not valid.",
        403: "Asked by another name of the machine, or by a page of another site.",
        404: "There is no such thing.",
        408: "What the request brings does not get on.",
        413: "What the request brings is larger than it may be.",
        422: "The request cannot be done as it came.",
        500: "A fault of the program.",
        503: "The database or the model cannot be used now.",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Mounted:
    """Another front door of the same process.

    Attributes:
        paths: Where it is: each of them and all below it, as "/mcp"; "/" is that path alone.
        app: It.
        lifespan: What must run as long as it is asked.
        has_own_login: Whether it looks itself whether a token was shown, as pages for a browser must.
        streamed: Paths whose POST reads its body itself, and bounds it.
    """

    paths: tuple[str, ...]
    app: ASGIApp
    lifespan: AbstractAsyncContextManager[Any]
    has_own_login: bool = False
    streamed: tuple[str, ...] = ()

    def is_at(self, path: str) -> bool:
        """Tell whether it answers a path."""
        return any(path == own or path.startswith(f"{own}/") for own in self.paths)


@dataclass(frozen=True, slots=True)
class Doors:
    """What is asked, by whom, and beside what.

    Attributes:
        shared: The archive.
        rules: Who may ask.
        activity: Counts who asks.
        mounted: Other front doors behind the same guard.
    """

    shared: SharedArchive
    rules: Rules
    activity: Activity
    mounted: tuple[Mounted, ...] = field(default=())

    def have_own_login(self, path: str) -> bool:
        """Tell whether a path is of a front door that looks for tokens itself."""
        return any(beside.has_own_login and beside.is_at(path) for beside in self.mounted)


class Beside:
    """Gives what is asked below the path of another front door to it, "/mcp" as well as "/mcp/"."""

    def __init__(self, app: ASGIApp, mounted: tuple[Mounted, ...]) -> None:
        self._app = app
        self._mounted = mounted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        path = scope.get("path", "")
        await next((other.app for other in self._mounted if other.is_at(path)), self._app)(scope, receive, send)


def create_app(doors: Doors) -> FastAPI:
    """Make the application."""
    shared = doors.shared

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[Mapping[str, Any]]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = _THREADS
        async with AsyncExitStack() as running:
            for beside in doors.mounted:
                await running.enter_async_context(beside.lifespan)
            yield {}

    app = FastAPI(
        title="Schedario",
        version=VERSION,
        summary="A private document archive: passages with file and page.",
        lifespan=lifespan,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{PREFIX}/openapi.json",
    )
    add_handlers(app)
    routes = APIRouter(prefix=PREFIX, dependencies=[Depends(no_unknown_query)], responses=_ERRORS)
    turns = Turns(shared)
    for made in (search_routes, reading_routes, addendum_routes):
        routes.include_router(made(shared, turns))
    for other in (
        health_routes,
        document_routes,
        category_routes,
        file_routes,
        source_routes,
        job_routes,
        setting_routes,
        evaluation_routes,
    ):
        routes.include_router(other(shared))
    app.include_router(routes)
    app.include_router(terminal_routes(shared, turns))
    app.add_middleware(Beside, mounted=doors.mounted)
    # The last that is added is the first that is asked.
    app.add_middleware(ActivityMeter, activity=doors.activity)
    streamed = (f"{PREFIX}/documents", *(path for beside in doors.mounted for path in beside.streamed))
    app.add_middleware(BodyLimit, streamed=streamed)
    app.add_middleware(Guard, rules=doors.rules, has_own_login=doors.have_own_login)
    return app
