"""The door of the dashboard: lets in who has a session, and loads what makes the pages when somebody is expected.

By which name, and from which page, it is asked was looked at by the guard before all front doors.
"""

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schedario.dashboard.cookies import LANGUAGE_COOKIE, cookie, session_cookie, setting, with_cookie
from schedario.dashboard.headers import with_headers
from schedario.dashboard.login import given_token, is_from_own_page, login_page, own_page, to_login
from schedario.dashboard.sessions import Sessions
from schedario.dashboard.texts import Texts, language_of
from schedario.wiring.shared import SharedArchive

PAGES = ("/", "/documents", "/queue", "/sources", "/settings", "/measurement")
"""Pages, and what lies below them."""

UPLOAD = "/upload"
_SOCKET = "/_nicegui_ws"
PATHS = (
    *PAGES, "/login", "/logout", UPLOAD, "/pages", "/originals", "/assets", "/favicon.ico", "/_nicegui", _SOCKET,
)  # fmt: skip
"""All that it answers, with what lies below."""

_MOST_SOCKETS = 64
"""Pages that are open at once."""
_REFUSED, _TOO_MANY = 1008, 1013
"""Codes by which a websocket is closed."""
_EARLY_SECONDS = 3.0
"""Whoever opens the first page has read its address before; what else begins with the service comes first."""


class DashboardDoor:
    """An ASGI application that answers ``PATHS`` while its ``lifespan`` is entered."""

    def __init__(self, shared: SharedArchive, *, loopback: bool, secret: str, language: str, early: bool) -> None:
        """Take what the pages are about.

        Args:
            shared: The archive.
            loopback: Whether the service is reached from this machine alone.
            secret: Of the service's state file, which is as good as a token.
            language: Of the pages, or "auto" for the browser's.
            early: Whether what makes the pages is loaded soon after the start, or with the first of them.
        """
        self._shared = shared
        self._early = early
        self._language = language
        self._sessions = Sessions(lambda: shared.token_hashes, secret, loopback)
        self._assets = StaticFiles(directory=Path(__file__).with_name("assets"))
        self._running: AsyncExitStack | None = None
        self._loading = asyncio.Lock()
        self._site: ASGIApp | None = None
        self._sockets = 0

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Serve until the end."""
        async with AsyncExitStack() as running:
            self._running = running
            loading = asyncio.create_task(self._load_early()) if self._early else None
            yield
            if loading:
                loading.cancel()
                await asyncio.wait([loading])
        self._running = self._site = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._http(scope, receive, with_headers(send))

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, headers = scope["path"], Headers(scope=scope)
        # No page and no document has a NUL in its name. The socket is one, and is not polled.
        if "\0" in path or _is_at(path, _SOCKET):
            await _nothing_here()(scope, receive, send)
        elif path.startswith("/assets/"):
            await self._asset(scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD") and not is_from_own_page(headers):
            await _refusal("only a page of the service may send this", 403)(scope, receive, send)
        elif path in ("/login", "/logout"):
            await (await self._enter_or_leave(Request(scope, receive)))(scope, receive, send)
        elif self._sessions.holds(cookie(headers, session_cookie(scope))):
            await self._to_site(scope, receive, send)
        elif begun := self._sessions.begin():
            await self._to_site(scope, receive, with_cookie(send, session_cookie(scope), begun))
        elif path in PAGES or path.startswith("/documents/"):
            await to_login(path, scope["query_string"].decode("latin-1"))(scope, receive, send)
        else:
            await _refusal("there is no session; open the first page", 401)(scope, receive, send)

    async def _asset(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._assets({**scope, "root_path": "/assets"}, receive, send)
        except HTTPException:
            await _nothing_here()(scope, receive, send)

    async def _enter_or_leave(self, request: Request) -> Response:
        name = session_cookie(request.scope)
        if request.url.path == "/logout":
            self._sessions.end(cookie(request.headers, name))
            return RedirectResponse("/login", 303)
        texts = Texts(
            language_of(
                cookie(request.headers, LANGUAGE_COOKIE), self._language, request.headers.get("accept-language", "")
            )
        )
        if request.method != "POST":
            return login_page(texts, own_page(request.query_params.get("next", "/")))
        token, next_page = await given_token(request)
        session = self._sessions.begin(token)
        if session is None:
            return login_page(texts, next_page, refused=True)
        return RedirectResponse(next_page, 303, {"Set-Cookie": setting(name, session)})

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        session = cookie(headers, session_cookie(scope))
        # Without any token who comes is who may come, also with the cookie of a service that was here before.
        if not is_from_own_page(headers) or not (
            self._sessions.holds(session) or (session := self._sessions.begin() or "")
        ):
            await send({"type": "websocket.close", "code": _REFUSED})
        elif self._sockets >= _MOST_SOCKETS:
            await send({"type": "websocket.close", "code": _TOO_MANY})
        else:
            self._sockets += 1
            try:
                await self._to_site(scope, self._while_holds(session, receive), send)
            finally:
                self._sockets -= 1

    def _while_holds(self, session: str, receive: Receive) -> Receive:
        """Let a page that is open be heard for as long as its session holds."""

        async def heard() -> Message:
            message = await receive()
            if self._sessions.holds(session):
                return message
            return {"type": "websocket.disconnect", "code": _REFUSED}

        return heard

    async def _to_site(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._site or await self._loaded())(scope, receive, send)

    async def _load_early(self) -> None:
        await asyncio.sleep(_EARLY_SECONDS)
        await self._loaded()

    async def _loaded(self) -> ASGIApp:
        """Return what makes the pages; loading it takes a second, which is not spent where nobody looks."""
        async with self._loading:
            if self._site is None:
                if self._running is None:
                    raise RuntimeError("the dashboard answers only within its lifespan")
                module = await asyncio.to_thread(importlib.import_module, "schedario.dashboard.site")
                self._site = await self._running.enter_async_context(module.running(self._shared, self._language))
            site = self._site
        if site is None:
            raise RuntimeError("there are no pages")
        return site


def _is_at(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")


def _nothing_here() -> Response:
    return _refusal("there is nothing here", 404)


def _refusal(said: str, status: int) -> Response:
    return PlainTextResponse(said, status)
