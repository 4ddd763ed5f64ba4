"""MCP over stdin and stdout: a thin client that answers what it knows at once, and asks the service for the rest.

An assistant starts one for each of its sessions. It holds no model and no connection to the database, and is gone when
its stdin closes. The frames are read and written here, since the SDK takes longer to load than an answer may take.
"""

import json
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, BinaryIO

from schedario.mcp.link import PROTOCOL, Link, LinkError
from schedario.mcp.tools import INSTRUCTIONS, TOOLS
from schedario.version import VERSION

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", PROTOCOL)
"""Revisions that begin with initialize; a later one has no sessions, and its clients fall back to these."""

_PARSE_ERROR, _INVALID_REQUEST, _METHOD_NOT_FOUND, _TOO_MANY = -32700, -32600, -32601, -32000
_CALLS_AT_ONCE = 16
_CALLS_IN_HAND = 256
"""Those that wait included; a thread each."""
_LINE_BYTES = 2 * 1024**2
"""As much as the service takes; a note of the largest size is shorter, however it is escaped."""
_PREPARED_AFTER_SECONDS = 0.5
_LAST_SECONDS = 2.0
"""How long calls in hand may go on after stdin has closed."""


def serve_stdio(archive: str | None) -> None:
    """Answer until stdin closes or nobody reads stdout any more.

    Args:
        archive: The archive that is asked; None for that of the settings.
    """
    if sys.stdin is None or sys.stdout is None:
        # Python has none where the caller closed it.
        raise SystemExit("schedario: the tools speak over stdin and stdout, and one of them is closed")
    link = Link(archive)
    # Whoever asked may go at any time, which is an ordinary end.
    with suppress(BrokenPipeError, KeyboardInterrupt):
        _Stdio(link, sys.stdin.buffer, sys.stdout.buffer).run()
    link.close()


class _Stdio:
    def __init__(self, link: Link, source: BinaryIO, sink: BinaryIO) -> None:
        self._link = link
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._turns = threading.Semaphore(_CALLS_AT_ONCE)
        self._calls: list[threading.Thread] = []
        self._in_hand: set[str | int] = set()
        """Keys of the calls that are to be answered; one that is cancelled is no more among them."""

    def run(self) -> None:
        """Answer one message after the other; calls of tools are answered in threads."""
        for line in iter(self._line, b""):
            if line.strip():
                self._take(line)
        deadline = time.monotonic() + _LAST_SECONDS
        for call in self._calls:
            call.join(max(0.0, deadline - time.monotonic()))

    def _line(self) -> bytes:
        """Return the next line, empty at the end; one that is too long is refused and passed over."""
        line = self._source.readline(_LINE_BYTES)
        if len(line) < _LINE_BYTES or line.endswith(b"\n"):
            return line
        while line and not line.endswith(b"\n"):
            line = self._source.readline(_LINE_BYTES)
        self._fail(None, _INVALID_REQUEST, f"a message has {_LINE_BYTES} bytes at most")
        return b"\n"

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._fail(None, _PARSE_ERROR, "this is no JSON")
            return
        if not isinstance(message, dict):
            self._fail(None, _INVALID_REQUEST, "one message a line is taken, no list of them")
            return
        method, params = message.get("method"), message.get("params")
        given = params if isinstance(params, dict) else {}
        if "id" in message:
            self._request(message["id"], method, given)
        elif method == "notifications/cancelled" and _is_key(given.get("requestId")):
            self._in_hand.discard(given["requestId"])

    def _request(self, key: Any, method: Any, params: Mapping[str, Any]) -> None:
        if not _is_key(key) or key in self._in_hand:
            self._fail(None, _INVALID_REQUEST, "an id is a text or a whole number that no other call in hand has")
        elif isinstance(method, str):
            self._answer(key, method, params)
        # What has an id and no method is an answer, and nothing was asked from here.

    def _answer(self, key: Any, method: str, params: Mapping[str, Any]) -> None:
        match method:
            case "initialize":
                self._reply(key, _initialized(params))
                self._prepare_soon()
            case "ping":
                self._reply(key, {})
            case "tools/list":
                self._reply(key, {"tools": [tool.listed() for tool in TOOLS.values()]})
            case "tools/call":
                self._spawn(key, params)
            case _:
                self._fail(key, _METHOD_NOT_FOUND, f"there is no {method[:60]} here")

    def _prepare_soon(self) -> None:
        """Have the service started after what the client asks next was answered: starting takes the processor."""
        timer = threading.Timer(_PREPARED_AFTER_SECONDS, self._link.prepare)
        timer.daemon = True
        timer.start()

    def _spawn(self, key: str | int, params: Mapping[str, Any]) -> None:
        self._calls = [call for call in self._calls if call.is_alive()]
        if len(self._calls) >= _CALLS_IN_HAND:
            self._fail(key, _TOO_MANY, f"{_CALLS_IN_HAND} calls are in hand; wait for their answers")
            return
        self._in_hand.add(key)
        call = threading.Thread(target=self._call, args=(key, params), daemon=True)
        call.start()
        self._calls.append(call)

    def _call(self, key: str | int, params: Mapping[str, Any]) -> None:
        with self._turns:
            try:
                result = self._link.call({"name": params.get("name"), "arguments": params.get("arguments") or {}})
            except LinkError as error:
                result = {"content": [{"type": "text", "text": str(error)}], "isError": True}
        if key in self._in_hand:
            self._in_hand.discard(key)
            # Where nobody reads any more, the loop that reads ends by itself.
            with suppress(BrokenPipeError):
                self._reply(key, result)

    def _reply(self, key: Any, result: Mapping[str, Any]) -> None:
        self._send({"jsonrpc": "2.0", "id": key, "result": result})

    def _fail(self, key: Any, code: int, text: str) -> None:
        self._send({"jsonrpc": "2.0", "id": key, "error": {"code": code, "message": text}})

    def _send(self, message: Mapping[str, Any]) -> None:
        with self._writing:
            self._sink.write(json.dumps(message).encode() + b"\n")
            self._sink.flush()


def _is_key(key: object) -> bool:
    return isinstance(key, str | int) and not isinstance(key, bool)


def _initialized(params: Mapping[str, Any]) -> dict[str, Any]:
    wanted = params.get("protocolVersion")
    return {
        "protocolVersion": wanted if wanted in PROTOCOLS else PROTOCOL,
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "schedario", "title": "Schedario", "version": VERSION},
        "instructions": INSTRUCTIONS,
    }
