"""What comes over stdin that is no call, or too much of one: each is answered, and the next message too."""

import io
import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from schedario.mcp import stdio
from schedario.mcp.link import Link, LinkError

PING = b'{"jsonrpc": "2.0", "id": "last", "method": "ping"}\n'
DONE = {"jsonrpc": "2.0", "id": "last", "result": {}}


class Gated(Link):
    """A link whose calls are answered once it is opened."""

    def __init__(self) -> None:
        super().__init__(None)
        self.opened = threading.Event()

    def call(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        assert self.opened.wait(10)
        return {"name": params["name"]}


class Source(io.BytesIO):
    """Lines, at whose end a link is opened."""

    def __init__(self, content: bytes, link: Gated) -> None:
        super().__init__(content)
        self._link = link

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        if not line:
            self._link.opened.set()
        return line


def answers(content: bytes) -> list[Any]:
    link, sink = Gated(), io.BytesIO()
    stdio._Stdio(link, Source(content, link), sink).run()
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def call(key: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": key, "method": "tools/call", "params": {"name": "x"}}).encode() + b"\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[" * 100_000 + b"\n", -32700),
        (b"\xff\xfe\n", -32700),
        (b'{"id": ' + b"9" * 5000 + b', "method": "ping"}\n', -32700),
        (call([1]), -32600),
        (call({}), -32600),
        (call(True), -32600),
        (b'{"id": NaN, "method": "ping"}\n', -32600),
        (b'"' + b"x" * (9 * 1024**2) + b'"\n', -32600),
    ],
)
def test_what_is_no_message_is_refused_and_the_next_answered(line: bytes, code: int) -> None:
    refused, done = answers(line + PING)
    assert (refused["id"], refused["error"]["code"]) == (None, code)
    assert done == DONE


@pytest.mark.parametrize("key", [b"[1]", b"{}", b"null", b"7"])
def test_what_cannot_be_cancelled_is_passed_over(key: bytes) -> None:
    line = b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": %b}}\n' % key
    assert answers(line + PING) == [DONE]


def test_a_call_that_was_cancelled_is_not_answered_and_another_is() -> None:
    cancel = b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}\n'
    assert [answer["id"] for answer in answers(call(1) + call(2) + cancel)] == [2]


def test_an_id_that_is_in_hand_is_refused() -> None:
    refused, answered = answers(call(1) + call(1))
    assert (refused["id"], refused["error"]["code"], answered["id"]) == (None, -32600, 1)


def test_more_calls_than_can_be_in_hand_are_refused_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "_CALLS_IN_HAND", 3)
    found = answers(b"".join(map(call, range(5))))
    assert [one["id"] for one in found if "error" in one] == [3, 4]
    assert sorted(one["id"] for one in found if "result" in one) == [0, 1, 2]


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(LinkError, match=r"cannot be started \(Not a directory: .*/file/home\)"):
        Link(None).call({"name": "archive_status"})
