"""Who comes in by a browser, and who does not."""

import base64
import http.client
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlencode

import pytest

from fixtures.browser import ARCHIVE, Browsing
from fixtures.commands import Commands
from fixtures.service import PATIENCE, Service


@dataclass(frozen=True)
class Reply:
    """What came back."""

    status: int
    headers: Mapping[str, str]


def answer(service: Service, method: str, path: str, headers: Mapping[str, str], body: str = "") -> Reply:
    connection = http.client.HTTPConnection(service.state.host, service.state.port, timeout=30)
    with closing(connection):
        connection.request(method, path, body, {"Host": f"127.0.0.1:{service.state.port}", **headers})
        reply = connection.getresponse()
        # Of a connection that became a websocket there is no end to wait for.
        with reply:
            return Reply(reply.status, {name.lower(): value for name, value in reply.headers.items()})


def upgraded(service: Service, **headers: str) -> int:
    """Ask for a websocket, and return the status."""
    wanted = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        **headers,
    }
    return answer(service, "GET", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket", wanted).status


def own(service: Service) -> str:
    return f"http://127.0.0.1:{service.state.port}"


def owner(commands: Commands, *arguments: str) -> str:
    """Run a command about the archive that the service serves; returns the last line that it prints."""
    done = Commands(commands.home, ARCHIVE)(*arguments)
    assert done.code == 0, done.err
    return "".join(done.out.strip().splitlines()[-1:])


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.fixture
def token(service: Service, commands: Commands) -> Iterator[str]:
    """A token of the service; a second one sees to it that a token is needed when this one is revoked."""
    made = owner(commands, "token", "create", "phone")
    owner(commands, "token", "create", "other")
    until(lambda: service.ask("GET", "/status").status == 401)
    yield made
    for name in ("other", "phone"):
        Commands(commands.home, ARCHIVE)("token", "revoke", name)
    until(lambda: service.ask("GET", "/status").status == 200)


def test_a_websocket_is_opened_by_a_page_of_the_service_alone(service: Service) -> None:
    assert upgraded(service, Origin=own(service)) == 101
    assert upgraded(service) == 403
    assert upgraded(service, Origin="http://127.0.0.1:1") == 403
    assert upgraded(service, Origin="https://evil.example") == 403
    assert upgraded(service, Origin=own(service), Host="evil.example") == 403


def test_what_changes_something_must_come_from_a_page_of_the_service(service: Service) -> None:
    body, kind = urlencode({"token": "x"}), {"Content-Type": "application/x-www-form-urlencoded"}
    assert answer(service, "POST", "/login", kind, body).status == 403
    assert answer(service, "POST", "/login", {**kind, "Origin": "null"}, body).status == 403
    assert answer(service, "GET", "/", {"Host": "evil.example"}).status == 403
    assert answer(service, "GET", "/", {"Sec-Fetch-Site": "cross-site"}).status == 403


def test_the_socket_is_not_polled(service: Service) -> None:
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert answer(service, "GET", path, {}).status == 404
    assert answer(service, "POST", path, {"Origin": own(service)}).status == 404


@pytest.mark.parametrize(
    "path",
    [
        "/documents/%00",
        "/documents/a%00b",
        "/pages/%00/1",
        "/originals/%00",
        "/assets/none.js",
        "/assets/%2e%2e/door.py",
    ],
)
def test_what_is_not_there_is_not_a_fault(service: Service, path: str) -> None:
    assert answer(service, "GET", path, {}).status == 404


def test_an_address_with_an_absurd_number_shows_the_document_all_the_same(
    service: Service, ids: dict[str, str]
) -> None:
    for name in ("offset", "page"):
        assert answer(service, "GET", f"/documents/{ids['md']}?{name}={'1' * 5000}", {}).status == 200


def test_a_page_says_what_its_browser_may_do(service: Service) -> None:
    page = answer(service, "GET", "/", {})
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    cookie = page.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert page.headers["x-frame-options"] == "DENY"


def test_where_there_is_a_token_a_session_begins_with_it_and_ends_with_it(
    browsing: Browsing, service: Service, token: str, commands: Commands
) -> None:
    assert upgraded(service, Origin=own(service)) == 403
    assert answer(service, "GET", "/pages/abcdefgh/1", {}).status == 401
    with browsing.visit(service.state.url) as visit:
        visit.page.goto(f"{service.state.url}/?query=anything")
        visit.page.fill("#token", "wrong")
        visit.page.click("button[type=submit]")
        visit.page.wait_for_selector("[role=alert]")
        visit.page.fill("#token", token)
        visit.page.click("button[type=submit]")
        visit.page.wait_for_selector(".answers .nothing, .answers .sum")
        assert visit.page.url.endswith("/?query=anything")
        owner(commands, "token", "revoke", "phone")
        until(lambda: answer(service, "GET", "/api/v1/status", {"Authorization": f"Bearer {token}"}).status == 401)
        # Without anybody doing anything.
        visit.page.wait_for_selector("#token")
