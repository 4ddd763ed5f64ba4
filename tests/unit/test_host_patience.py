"""Connections without a request, bodies without an end, and clients that do not read: none of them stops others."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schedario.api import bodies
from schedario.api.bodies import MOST_BYTES, BodyLimit
from schedario.host import patience
from schedario.host.patience import PatientProtocol


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that echoes, and holds few connections; its answers to GET are large."""
    monkeypatch.setattr(patience, "_MOST", 5)

    async def echo(request: Request) -> Response:
        body = await request.body()
        return Response(b"x" * (64 << 20) if request.method == "GET" else body)

    app = BodyLimit(Starlette(routes=[Route("/", echo, methods=["GET", "POST"])]), streamed=("/streamed",))
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", ws="none", http=PatientProtocol)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.fixture
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is to be given up; whoever is to get through must not depend on how quick this machine is."""
    monkeypatch.setattr(patience, "_SECONDS", 0.3)
    monkeypatch.setattr(bodies, "_SECONDS", 0.5)


def post(port: int, body: bytes | Iterator[bytes]) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("POST", "/", body)
    reply = connection.getresponse()
    found = reply.status, reply.read()
    connection.close()
    return found


def half(port: int, said: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    connection.sendall(said)
    return connection


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.2)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.mark.usefixtures("little_patience")
@pytest.mark.parametrize("said", [b"", b"GET / HTT", b"GET / HTTP/1.1\r\nHost: x\r\nX-More: "])
def test_a_connection_without_a_request_is_closed(port: int, said: bytes) -> None:
    with half(port, said) as connection:
        began = time.monotonic()
        with suppress(ConnectionResetError):
            assert connection.recv(1) == b""
        assert time.monotonic() - began > 0.2


def test_the_oldest_of_too_many_makes_room(port: int) -> None:
    held = [half(port, b"GET / HTT") for _ in range(30)]
    try:
        assert post(port, b"through") == (200, b"through")
        assert [is_closed(one) for one in held] == [True] * 26 + [False] * 4
    finally:
        for one in held:
            one.close()


@pytest.mark.usefixtures("little_patience")
def test_who_does_not_read_his_answer_is_left(port: int) -> None:
    held = [half(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") for _ in range(5)]
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                assert post(port, b"through") == (200, b"through")
                break
            except (ConnectionError, http.client.HTTPException):
                assert time.monotonic() < deadline
                time.sleep(0.1)
    finally:
        for one in held:
            one.close()


def test_a_body_comes_as_it_was_sent(port: int) -> None:
    assert post(port, b"") == (200, b"")
    assert post(port, iter([b"one, ", b"two"])) == (200, b"one, two")


def test_a_body_without_an_end_is_refused(port: int) -> None:
    with half(port, b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n") as connection:
        piece = b"%x\r\n%b\r\n" % (1 << 16, b"x" * (1 << 16))
        try:
            for _ in range(2 * MOST_BYTES >> 16):
                connection.sendall(piece)
        except ConnectionError:
            pass
        else:
            assert connection.recv(12) == b"HTTP/1.1 413"


def test_a_body_that_says_it_is_too_large_is_not_waited_for(port: int) -> None:
    with half(port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (MOST_BYTES + 1)) as connection:
        assert connection.recv(12) == b"HTTP/1.1 413"


@pytest.mark.usefixtures("little_patience")
def test_a_body_that_does_not_get_on_is_given_up(port: int) -> None:
    with half(port, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{") as connection:
        assert connection.recv(12) == b"HTTP/1.1 408"


@pytest.mark.parametrize("said", [b"hello\r\n\r\n", b"GET /" + b"0" * 200_000])
def test_what_is_no_request_is_refused_in_the_shape_of_all_errors(port: int, said: bytes) -> None:
    with half(port, said) as connection, closing(http.client.HTTPResponse(connection)) as reply:
        reply.begin()
        assert (reply.status, reply.headers["content-type"]) == (400, "application/json")
        assert json.loads(reply.read())["error"]["code"] == "request_unreadable"
