"""The cookies of the dashboard: that of a session, which no script can read, and those of a person's choices."""

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.types import Message, Scope, Send

LANGUAGE_COOKIE = "schedario-language"
THEME_COOKIE = "schedario-theme"
"""Choices that a script of the page keeps; whoever makes them up changes how a page looks, and nothing else."""

_SECONDS = 30 * 24 * 60 * 60


def session_cookie(scope: Scope) -> str:
    """Return the name of the cookie of a session: browsers send a host's cookies to all of its ports."""
    _, port = scope.get("server") or ("", 0)
    return f"schedario-session-{port}"


def cookie(headers: Headers, name: str) -> str:
    """Return a cookie's value; empty without it.

    Read as browsers write them: other programs on the same host set cookies for all of its ports, in whatever form.
    """
    return cookie_parser(headers.get("cookie", "")).get(name, "")


def setting(name: str, value: str) -> str:
    """Return the header by which a browser keeps a session's cookie; no other site's page can make it be sent."""
    return f"{name}={value}; Path=/; Max-Age={_SECONDS}; HttpOnly; SameSite=Strict"


def with_cookie(send: Send, name: str, value: str) -> Send:
    """Let an answer set a session's cookie."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), (b"set-cookie", setting(name, value).encode())]
        await send(message)

    return sent
