"""Asks a server that a setting names, within a time that holds for the whole answer; for all that speak HTTP to one.

Text goes to the address that the setting names and to no other: neither a proxy of the environment nor a redirect is
followed. The key is in no message, whatever the server says.
"""

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    import httpx

_OK = 200
_ANSWER_BYTES = 256 * 1024 * 1024
_MESSAGE_CHARACTERS = 200
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_TOO_LONG = ("context length", "context size", "too long", "too large", "maximum context", "input length", "max tokens")
_LONGEST_WAIT_SECONDS = 60.0


class RemoteError(Exception):
    """A model's place, a server or what stands in for one, did not do what was asked of it.

    Attributes:
        what: What happened, in words.
        remedy: What to do about it; may be empty.
        status: The HTTP status of a refusal; 0 for all else.
        retry: Whether the same request can succeed a moment later.
        too_long: Whether a text was longer than the model takes.
        wait_seconds: How long the place asks to be left alone.
    """

    def __init__(
        self,
        what: str,
        *,
        remedy: str = "",
        status: int = 0,
        retry: bool = False,
        too_long: bool = False,
        wait_seconds: float = 0.0,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy
        self.status = status
        self.retry = retry
        self.too_long = too_long
        self.wait_seconds = wait_seconds


def is_here(url: str) -> bool:
    """Tell whether an address leads to this machine and no other."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


class RemoteHost:
    """One server; its connection is kept between requests and may be used from several threads."""

    def __init__(
        self,
        url: str,
        *,
        key: str = "",
        key_setting: str = "",
        key_header: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Remember the server.

        Args:
            url: Where its routes begin.
            key: Sent as a bearer token; empty for none.
            key_setting: The setting that holds the key, which a server that lets nobody in is a reason to check.
            key_header: Header in which the key is sent as it is, instead of as a bearer token.
            headers: What else each request says.
        """
        self._url = url.rstrip("/")
        self._key = key
        self._key_setting = key_setting
        self._headers = {"Accept": "application/json", **(headers or {})}
        if key:
            self._headers |= {key_header: key} if key_header else {"Authorization": f"Bearer {key}"}

    @property
    def name(self) -> str:
        """The server without path and query, for people."""
        parts = urlsplit(self._url)
        return f"{parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}"

    def post(self, path: str, body: Mapping[str, Any], seconds: float) -> Any:
        """Send a JSON object and return the JSON that comes back.

        Raises:
            RemoteError: No whole answer within the time, or one that is an error or no JSON.
        """
        return self._asked("POST", path, body, seconds)

    def lines(self, path: str, body: Mapping[str, Any], seconds: float) -> Iterator[str]:
        """Send a JSON object and yield the lines of the answer as they come, those without text left out.

        The connection is closed with the iterator.

        Raises:
            RemoteError: The server refused, went away in between, or was not done within the time.
        """
        deadline = time.monotonic() + seconds
        limit = f"no whole answer within {seconds:.3g} s"
        with self._response("POST", path, body, seconds, limit) as response:
            if response.status_code != _OK:
                raise self._refusal(response, self._content(response, deadline, limit))
            rest = b""
            for piece in self._pieces(response, deadline, limit):
                *whole, rest = (rest + piece).split(b"\n")
                yield from (line.decode("utf-8", "replace") for line in whole if line.strip())
            if rest.strip():
                yield rest.decode("utf-8", "replace")

    def get(self, path: str, seconds: float) -> Any:
        """Return the JSON of a route; fails like ``post``."""
        return self._asked("GET", path, None, seconds)

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        client: httpx.Client | None = self.__dict__.pop("_client", None)
        if client:
            client.close()

    @cached_property
    def _client(self) -> "httpx.Client":
        # It takes longer to import than a command that asks no server takes to run.
        import httpx

        return httpx.Client(headers=self._headers, trust_env=False, follow_redirects=False)

    def _asked(self, method: str, path: str, body: Mapping[str, Any] | None, seconds: float) -> Any:
        deadline = time.monotonic() + seconds
        limit = f"no whole answer within {seconds:.3g} s"
        with self._response(method, path, body, seconds, limit) as response:
            content = self._content(response, deadline, limit)
        if response.status_code != _OK:
            raise self._refusal(response, content)
        try:
            return json.loads(content)
        except ValueError as error:
            raise RemoteError("it answered with no JSON") from error

    @contextmanager
    def _response(
        self, method: str, path: str, body: Mapping[str, Any] | None, seconds: float, limit: str
    ) -> "Iterator[httpx.Response]":
        """Open an answer; what goes wrong while it is read is told in one form."""
        import httpx

        try:
            with self._client.stream(method, self._url + path, json=body, timeout=max(seconds, 0.001)) as response:
                yield response
        except httpx.TimeoutException as error:
            raise RemoteError(limit, retry=True) from error
        except httpx.TransportError as error:
            raise RemoteError(f"it does not answer ({self.plain(str(error))})", retry=True) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise RemoteError(f"it cannot be asked ({self.plain(str(error))})") from error

    def _content(self, response: "httpx.Response", deadline: float, limit: str) -> bytes:
        return b"".join(self._pieces(response, deadline, limit))

    def _pieces(self, response: "httpx.Response", deadline: float, limit: str) -> Iterator[bytes]:
        # The library's timeout is for each piece: a server that sends a byte now and then would never be late.
        size = 0
        for piece in response.iter_bytes():
            yield piece
            size += len(piece)
            if time.monotonic() > deadline:
                raise RemoteError(limit, retry=True)
            if size > _ANSWER_BYTES:
                raise RemoteError("its answer has no end")

    def _refusal(self, response: "httpx.Response", content: bytes) -> RemoteError:
        said = self.plain(_message(content))
        status = response.status_code
        what = f"it refused ({status} {said})" if said else f"it refused ({status})"
        if status in {401, 403}:
            return RemoteError(what, status=status, remedy=f"Check {self._key_setting}")
        too_long = status in {400, 413, 422, 500} and any(words in said.lower() for words in _TOO_LONG)
        wait = _seconds(response.headers.get("Retry-After", ""))
        passing = status in _PASSING and not too_long
        return RemoteError(what, status=status, retry=passing, too_long=too_long, wait_seconds=wait)

    def plain(self, text: str) -> str:
        """Return the beginning of a message in one line, without the key."""
        hidden = text.replace(self._key, "***") if self._key else text
        return " ".join(hidden.split())[:_MESSAGE_CHARACTERS]


def _message(content: bytes) -> str:
    """Return what an error's body says: the message within it where it is in a usual form."""
    text = content[:10_000].decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError:
        return text
    for key in ("error", "message", "detail"):
        if isinstance(value, dict) and key in value:
            value = value[key]
    return value if isinstance(value, str) else text


def _seconds(text: str) -> float:
    try:
        return min(max(float(text), 0.0), _LONGEST_WAIT_SECONDS)
    except ValueError:  # a date, or nothing: the usual pauses will do
        return 0.0
