"""The application that makes the pages. Only this module and what it imports load NiceGUI."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request
from nicegui import app as nicegui_app
from nicegui import ui
from starlette.types import ASGIApp

from schedario.dashboard.cookies import LANGUAGE_COOKIE, THEME_COOKIE
from schedario.dashboard.door import UPLOAD
from schedario.dashboard.files import add_files
from schedario.dashboard.layout import frame
from schedario.dashboard.pages import PAGES, PageSpec
from schedario.dashboard.pieces import fault, problem, tell_problem
from schedario.dashboard.texts import Texts, language_of
from schedario.dashboard.upload import add_upload
from schedario.dashboard.view import View, theme_of
from schedario.errors import SchedarioError
from schedario.wiring.shared import SharedArchive

_logger = logging.getLogger(__name__)

_ASSETS = Path(__file__).with_name("assets")
_HEAD = "".join(
    [
        '<link rel="stylesheet" href="/assets/theme.css"><link rel="stylesheet" href="/assets/panels.css">',
        '<script src="/assets/page.js"></script>',
    ]
)
_BUILDING_SECONDS = 15.0
_AWAY_SECONDS = 20.0
"""How long a page that lost its connection finds everything as it was."""


@asynccontextmanager
async def running(shared: SharedArchive, language: str) -> AsyncIterator[ASGIApp]:
    """Give the application while it runs; of a process there is one.

    Args:
        shared: The archive that the pages are about.
        language: Of the pages, or "auto" for the browser's.
    """
    for page in PAGES:
        _register(page, shared, language)
    # Polling would be a second way in beside the socket.
    nicegui_app.config.socket_io_js_transports = ["websocket"]
    ui.add_head_html(_HEAD, shared=True)
    site = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_files(site, shared)
    add_upload(site, shared, UPLOAD)
    ui.run_with(
        site,
        title="Schedario",
        favicon=_ASSETS / "icon.svg",
        dark=None,
        # Nothing is bound to a value that would have to be looked at all the time.
        binding_refresh_interval=None,
        reconnect_timeout=_AWAY_SECONDS,
        gzip_middleware_factory=None,
        tailwind=False,
        show_welcome_message=False,
    )
    async with nicegui_app.router.lifespan_context(nicegui_app):
        yield site


def _register(page: PageSpec, shared: SharedArchive, language: str) -> None:
    @ui.page(page.path, response_timeout=_BUILDING_SECONDS)
    async def built(request: Request) -> None:
        view = _view(request, shared, language)
        # What goes wrong in what a person does on the page, and was not foreseen, is logged and said.
        view.client.on_exception(lambda error: tell_problem(fault(error)))
        with frame(view, page):
            try:
                await page.build(view)
            except SchedarioError as error:
                problem(error)
            except Exception as error:  # a fault of the program costs what the page shows, not the page
                _logger.exception("a page could not be built")
                problem(fault(error))


def _view(request: Request, shared: SharedArchive, language: str) -> View:
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    texts = Texts(language_of(chosen, language, request.headers.get("accept-language", "")))
    return View(shared, texts, theme_of(request.cookies.get(THEME_COOKIE, "")), request, ui.context.client)
