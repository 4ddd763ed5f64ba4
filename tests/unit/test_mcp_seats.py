"""One session too many ends the one that was silent longest, and nobody is kept out."""

import httpx
import pytest

from fixtures.mcp import served
from schedario.mcp import seats

HEADERS = {"Accept": "application/json, text/event-stream"}
BEGIN = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "x", "version": "0"}},
}
PING = {"jsonrpc": "2.0", "id": 2, "method": "ping"}


def begin(url: str) -> str:
    reply = httpx.post(url, json=BEGIN, headers=HEADERS)
    assert reply.status_code == 200
    return reply.headers["mcp-session-id"]


def ping(url: str, session: str) -> int:
    return httpx.post(url, json=PING, headers={**HEADERS, "mcp-session-id": session}).status_code


def test_a_session_too_many_ends_the_one_that_was_silent_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    def unused(_: str) -> None:
        raise AssertionError

    monkeypatch.setattr(seats, "_MOST", 3)
    with served(unused) as url:  # type: ignore[arg-type]
        first, second, third = (begin(url) for _ in range(3))
        assert ping(url, first) == 200
        fourth = begin(url)
        assert [ping(url, session) for session in (first, second, third, fourth)] == [200, 404, 200, 200]
        assert ping(url, "made-up") == 404


def test_a_session_that_ended_leaves_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def unused(_: str) -> None:
        raise AssertionError

    monkeypatch.setattr(seats, "_MOST", 2)
    with served(unused) as url:  # type: ignore[arg-type]
        first, second = begin(url), begin(url)
        assert httpx.delete(url, headers={**HEADERS, "mcp-session-id": second}).status_code == 200
        begin(url)
        assert ping(url, first) == 200
