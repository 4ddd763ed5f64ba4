"""Who may ask: by which name, from which page, with which token. It stands before all front doors of the process."""

import hmac
import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from schedario.api.errors import error_reply
from schedario.errors import OriginError, RequestError, TokenNeededError

_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
_OPEN_PATHS = frozenset({"/api/v1/health"})
"""Say nothing of the archive."""

_REFUSED = 1008
"""What a websocket is closed with that goes against the rules."""

_TERMINAL = "/terminal/"
"""Only for who can read the service's state file: the command line, which is the owner."""

_OTHER_ARCHIVE = "schedario-archive"
"""The header by which the owner's MCP client names an archive."""


def is_loopback(host: str) -> bool:
    """Tell whether an address is reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Rules:
    """Who may ask.

    Attributes:
        host: The address that the service listens on.
        secret: Of the state file.
        is_token: Tells whether a text is a token that is valid now.
        tokens_exist: Tells whether there is any token; without one, who reaches a loopback address may ask.
    """

    host: str
    secret: str
    is_token: Callable[[str], bool]
    tokens_exist: Callable[[], bool]

    @property
    def everywhere(self) -> bool:
        """Whether it listens on all addresses, whose names nobody can list; then a token is what counts."""
        return self.host in ("0.0.0.0", "::")

    def check(self, path: str, headers: Headers, *, has_own_login: bool = False) -> None:
        """Let a request through.

        Args:
            path: What is asked for.
            headers: Of the request.
            has_own_login: Whether the front door that is asked looks itself whether a token was shown.

        Raises:
            RequestError: It is refused; says why.
        """
        self._check_name(headers.get("host", ""))
        self._check_page(headers)
        if not has_own_login:
            self._check_token(path, headers)

    def _check_name(self, given: str) -> None:
        """Refuse other names of this machine: a page of another site can have its own name point here."""
        name = _name_of(given)
        if self.everywhere or name in _LOOPBACK_NAMES or (name and name == self.host.lower()):
            return
        raise OriginError(
            "the service is not known by this name", subject=given, remedy="Ask it by the address it listens on"
        )

    def _check_page(self, headers: Headers) -> None:
        origin = headers.get("origin")
        foreign = origin is not None and _place_of(origin) != headers.get("host")
        # Browsers say it also where they send no origin: for pictures, forms and links.
        if foreign or headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            raise OriginError(
                "a page of another site may not ask the service", subject=origin or "", remedy="Open it by itself"
            )

    def _check_token(self, path: str, headers: Headers) -> None:
        given = headers.get("authorization", "")
        scheme, _, text = given.partition(" ")
        token = text.strip() if scheme.lower() == "bearer" else ""
        if token and hmac.compare_digest(token.encode(), self.secret.encode()):
            return
        if path.startswith(_TERMINAL):
            raise TokenNeededError("only the command line may ask this", subject=path)
        if _OTHER_ARCHIVE in headers:
            # Tokens are an archive's: none of them opens another one.
            raise TokenNeededError("only the command line may name an archive", subject=_OTHER_ARCHIVE)
        if path in _OPEN_PATHS or (token and self.is_token(token)):
            return
        if not given and is_loopback(self.host) and not self.tokens_exist():
            return
        raise TokenNeededError(
            "the token is not valid" if given else "a token is needed",
            subject=path,
            remedy="Send 'Authorization: Bearer TOKEN'; 'schedario token create' makes one",
        )


class Guard:
    """Refuses what the rules do not let through."""

    def __init__(self, app: ASGIApp, rules: Rules, has_own_login: Callable[[str], bool] = lambda _: False) -> None:
        """Take the rules, and what tells the paths of a front door that looks for tokens itself."""
        self._app = app
        self._rules = rules
        self._has_own_login = has_own_login

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        try:
            self._rules.check(path, Headers(scope=scope), has_own_login=self._has_own_login(path))
        except RequestError as error:
            if scope["type"] == "websocket":
                # Closed before it was accepted, which the server answers with 403.
                await send({"type": "websocket.close", "code": _REFUSED, "reason": error.code})
                return
            challenge = {"WWW-Authenticate": "Bearer"} if isinstance(error, TokenNeededError) else None
            await error_reply(error, challenge)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def _place_of(origin: str) -> str:
    """Return the host and port in an Origin header; empty for one that is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _name_of(host: str) -> str:
    """Return the name in a Host header, without its port, in small letters."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
