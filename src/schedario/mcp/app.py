"""The tools over streamable HTTP, by the official SDK: sessions, the list of tools, calls in threads of their own."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import anyio.to_thread
import mcp_types as types
from anyio import CapacityLimiter
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS
from starlette.types import Receive, Scope, Send

from schedario.errors import ArchiveMissingError, ArgumentError, SchedarioError
from schedario.mcp.arguments import checked, nearest
from schedario.mcp.conversation import Conversation, Sessions, Shown
from schedario.mcp.seats import Seats, ending
from schedario.mcp.tools import INSTRUCTIONS, TOOLS
from schedario.mcp.words import EMPTY
from schedario.untrusted import line
from schedario.version import VERSION

if TYPE_CHECKING:
    from schedario.wiring import ArchiveServices

ARCHIVE_HEADER = "schedario-archive"
"""Which archive a session is about; without it that of the settings."""

_SESSION_HEADER = "mcp-session-id"
_CALLS_AT_ONCE = 8
_IDLE_SECONDS = 24 * 60 * 60

_Context = ServerRequestContext[Any, Any]


class McpApp:
    """An ASGI application that answers wherever it is mounted, while its ``lifespan`` is entered.

    Who may ask is for its host to say. Sessions are needed: what may be opened is kept by session, so the revision of
    the protocol that knows none is declined, and its clients fall back to the one before.
    """

    def __init__(self, archive: Callable[[str], "AbstractContextManager[ArchiveServices]"]) -> None:
        self._archive = archive
        self._sessions = Sessions()
        self._seats = Seats()
        self._limiter: CapacityLimiter | None = None
        self._manager: StreamableHTTPSessionManager | None = None

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """Serve until the end; may be entered again afterwards."""
        self._limiter = CapacityLimiter(_CALLS_AT_ONCE)
        self._manager = StreamableHTTPSessionManager(
            _server(self._call),
            json_response=True,
            session_idle_timeout=_IDLE_SECONDS,
            # The seats decide: who is refused for others' open sessions would be so for a day.
            max_sessions=None,
        )
        try:
            async with self._manager.run():
                yield
        finally:
            self._manager = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or self._manager is None:
            raise RuntimeError("the MCP application answers HTTP, and only within its lifespan")
        await self._manager.handle_request(scope, receive, self._seats.watching(scope, send))
        for session in self._seats.unseated():
            await self._manager.handle_request(*ending(session))

    async def _call(self, context: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        if context.request is None:
            raise RuntimeError("a call came by no request of HTTP")
        headers = context.request.headers
        shown = self._sessions.shown(headers[_SESSION_HEADER])
        call = _Call(self._archive, headers.get(ARCHIVE_HEADER, ""), shown, params.name, params.arguments or {})
        return await anyio.to_thread.run_sync(call.answer, limiter=self._limiter, abandon_on_cancel=True)


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of a tool."""

    open_archive: Callable[[str], "AbstractContextManager[ArchiveServices]"]
    archive: str
    shown: Shown
    tool: str
    given: dict[str, Any]

    def answer(self) -> types.CallToolResult:
        """Answer it, in a thread; an error is an answer that a model can read."""
        try:
            tool = TOOLS.get(self.tool)
            if tool is None:
                raise ArgumentError("no such tool", subject=line(self.tool, 60), remedy=nearest(self.tool, list(TOOLS)))
            arguments = checked(tool, self.given)
            with self.open_archive(self.archive) as archive:
                reply = tool.run(Conversation(archive, self.shown), arguments)
        except ArchiveMissingError as error:
            return _failure(EMPTY if not self.archive else f"{line(str(error), 500)} {EMPTY}")
        except SchedarioError as error:
            return _failure(f"{error.code}: {line(str(error), 500)}")
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=reply.text)], structured_content=dict(reply.structured)
        )


def _failure(text: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=True)


def _server(
    call: Callable[[_Context, types.CallToolRequestParams], Any],
) -> Server[Any]:
    listed = types.ListToolsResult(tools=[types.Tool.model_validate(tool.listed()) for tool in TOOLS.values()])

    async def list_tools(context: _Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return listed

    server: Server[Any] = Server(
        "schedario",
        title="Schedario",
        version=VERSION,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call,
    )
    server.middleware.append(_with_session)
    return server


async def _with_session(ctx: _Context, call_next: CallNext) -> HandlerResult:
    """Decline what comes by a revision of the protocol without sessions; the client is told which there are."""
    if ctx.protocol_version not in HANDSHAKE_PROTOCOL_VERSIONS:
        raise MCPError(
            types.UNSUPPORTED_PROTOCOL_VERSION,
            "this server keeps sessions: begin with initialize",
            {"supported": list(HANDSHAKE_PROTOCOL_VERSIONS), "requested": ctx.protocol_version},
        )
    return await call_next(ctx)
