"""The page that asks for a token: plain HTML without any script, for who has no session yet."""

from html import escape
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from schedario.dashboard.headers import NO_SCRIPT
from schedario.dashboard.texts import Texts

_MOST_BYTES = 4096
"""Of what the form sends."""

_POLICY = {"Content-Security-Policy": NO_SCRIPT.decode(), "Cache-Control": "no-store"}

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Schedario</title>
<link rel="stylesheet" href="/assets/theme.css">
</head>
<body class="plain">
<main class="login">
<h1 class="wordmark">Schedario</h1>
<form method="post" action="/login">
<input type="hidden" name="next" value="{next}">
<label for="token">{label}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
{problem}
<button class="button primary" type="submit">{enter}</button>
</form>
<p class="muted">{hint}</p>
</main>
</body>
</html>
"""


def login_page(texts: Texts, next_page: str, *, refused: bool = False) -> Response:
    """Return the page.

    Args:
        texts: Of its language.
        next_page: Where to go on afterwards.
        refused: Whether a token was given that is not valid.
    """
    problem = f'<p class="notice warning" role="alert">{escape(texts("login.refused"))}</p>' if refused else ""
    filled = _PAGE.format(
        language=texts.language,
        next=escape(next_page),
        label=escape(texts("login.label")),
        enter=escape(texts("login.enter")),
        hint=escape(texts("login.hint")),
        problem=problem,
    )
    return HTMLResponse(filled, 401 if refused else 200, _POLICY)


def to_login(path: str, query: str) -> Response:
    """Send a browser to the page that asks for a token, and afterwards back."""
    wanted = f"{path}?{query}" if query else path
    return RedirectResponse(f"/login?next={quote(wanted, safe='')}", 303, {"Cache-Control": "no-store"})


async def given_token(request: Request) -> tuple[str, str]:
    """Return the token and the next page that a form sent; empty where it sent none that can be read."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST_BYTES:
            return "", "/"
    fields = parse_qs(body.decode("utf-8", "replace"))
    return fields.get("token", [""])[0], own_page(fields.get("next", ["/"])[0])


def own_page(named: str) -> str:
    """Return a page of this service that somebody named; the first one where it is none."""
    is_ours = named.startswith("/") and not named.startswith(("//", "/\\")) and named.isascii() and named.isprintable()
    return named if is_ours else "/"


def is_from_own_page(headers: Headers) -> bool:
    """Tell whether a browser says that a page of this service sent a request, which for what changes something it must.

    The guard before all front doors refuses what is said to come from elsewhere, but not what says nothing.
    """
    _, _, place = headers.get("origin", "").partition("://")
    return bool(place) and place == headers.get("host", "")
