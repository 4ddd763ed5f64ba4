"""The thin client's way to the service: find it or start it, keep one session of MCP with it, pass calls on.

Only what the standard library has is used, since a client waits for what is imported here.
"""

import fcntl
import http.client
import itertools
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from schedario.host.state import ServiceState, running_service
from schedario.settings.place import Place
from schedario.version import VERSION

PROTOCOL = "2025-11-25"
LOG_FILE = "service.log"
"""What a service that was started from here had to say; begun anew with each."""

_IDLE_MINUTES = "15"
_PATIENCE_SECONDS = 10.0
"""How long a call waits for a service that is starting, before it says so."""
_ANSWER_SECONDS = 100.0
_STARTING_FILE = "service.starting"
_ANOTHER = "a service runs already"
"""What ``host.state`` says to whoever is second."""

Message = Mapping[str, Any]


class LinkError(Exception):
    """The service cannot be asked now; the message says why and what to do, for a model."""


class Link:
    """A session with the service of a data folder, begun when first needed and again when the service was."""

    def __init__(self, archive: str | None) -> None:
        self._named = archive
        self._archive = archive or ""
        self._session: tuple[ServiceState, str] | None = None
        self._starting: _Starting | None = None
        self._lock = threading.Lock()

    def call(self, params: Message) -> Message:
        """Have a tool called; returns the result as it is to be answered.

        Raises:
            LinkError: The service is starting, did not start, or went away.
        """
        for last in (False, True):
            state, session = self._open()
            try:
                status, answer = _post(state, _request("tools/call", params), self._headers(session))
            except ConnectionRefusedError:
                # It has ended since; nothing was asked of it yet.
                self._forget(session)
                continue
            except (OSError, http.client.HTTPException, ValueError) as error:
                self._forget(session)
                raise LinkError("The archive's service went away while it was asked. Ask again.") from error
            if status == http.client.NOT_FOUND and not last:
                self._forget(session)
                continue
            return _result(status, answer)
        raise LinkError("The archive's service has ended twice in a row. Ask again in some seconds.")

    def prepare(self) -> None:
        """Find or start the service ahead of the first call; what goes wrong is said by that."""
        try:
            self._open()
        except LinkError:
            return

    def close(self) -> None:
        """End the session, if the service still answers at once."""
        if self._session is None:
            return
        state, session = self._session
        try:
            _send(state, "DELETE", "", self._headers(session), seconds=0.5)
        except (OSError, http.client.HTTPException):
            return

    def _open(self) -> tuple[ServiceState, str]:
        with self._lock:
            if self._session is None:
                state = self._found()
                self._session = state, self._begin(state)
            return self._session

    def _forget(self, session: str) -> None:
        with self._lock:
            if self._session and self._session[1] == session:
                self._session = None

    def _found(self) -> ServiceState:
        try:
            return self._service()
        except OSError as error:
            # The data folder cannot be made or written to, or no process started.
            where = f": {error.filename}" if error.filename else ""
            raise LinkError(f"The archive's service cannot be started ({error.strerror}{where}).") from error

    def _service(self) -> ServiceState:
        """Return the running service; one is started when none runs, and waited for.

        Raises:
            LinkError: It is not there yet, or did not start.
        """
        place = Place.current()
        self._archive = self._named or place.archive
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while (state := running_service(place.home)) is None:
            if self._starting is None or self._starting.over:
                self._starting = _Starting(place.home, self._archive)
            self._starting.look()
            if time.monotonic() > deadline:
                if self._starting.elsewhere:
                    # Should that one never come, the next call tries again.
                    self._starting = None
                raise LinkError("The archive is starting. Nothing was searched yet; ask again in some seconds.")
            time.sleep(0.05)
        self._starting = None
        return state

    def _begin(self, state: ServiceState) -> str:
        client = {"name": "schedario mcp", "version": VERSION}
        begin = _request("initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client})
        try:
            answer = _send(state, "POST", json.dumps(begin), self._headers(""))
            session = answer.headers.get("mcp-session-id")
            if answer.status != http.client.OK or session is None:
                raise LinkError(f"The archive's service at {state.url} does not take MCP ({answer.status}).")
            done = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            _send(state, "POST", json.dumps(done), self._headers(session))
        except (OSError, http.client.HTTPException) as error:
            raise LinkError("The archive's service is ending or starting. Ask again in some seconds.") from error
        return session

    def _headers(self, session: str) -> dict[str, str]:
        headers = {
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
            "schedario-archive": self._archive,
        }
        return {**headers, "mcp-session-id": session, "mcp-protocol-version": PROTOCOL} if session else headers


class _Starting:
    """A service on its way, started by this process or by another that was quicker."""

    _lock: int | None = None

    def __init__(self, home: Path, archive: str) -> None:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._log = home / LOG_FILE
        lock = self._lock = os.open(home / _STARTING_FILE, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._process: subprocess.Popen[bytes] | None = None
        self.over = self.elsewhere = False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        self._process = self._start(archive)

    def __del__(self) -> None:
        if self._lock is not None:
            os.close(self._lock)

    def look(self) -> None:
        """See whether it goes on.

        Raises:
            LinkError: The service that was started here ended.
        """
        if self.elsewhere:
            return
        if self._process is None:
            # Whoever starts it holds the lock until it is there; when it is free, it is this process's turn.
            self.over = self._lock is not None and _is_free(self._lock)
        elif self._process.poll() is not None:
            said = self._log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            last = said[-1][:500] if said else f"it ended with {self._process.returncode} and said nothing"
            if _ANOTHER in last:
                # Whoever began that one is gone, and so is its lock; it is still on its way.
                self.elsewhere = True
                return
            self.over = True
            raise LinkError(f"The archive's service did not start: {last}")

    def _start(self, archive: str) -> "subprocess.Popen[bytes]":
        command = [
            sys.executable,
            "-m",
            "schedario",
            "--archive",
            archive,
            "serve",
            "--port",
            "0",
            "--idle",
            _IDLE_MINUTES,
        ]
        with _written_anew(self._log) as log:
            # In a session of its own: it goes on for other clients when this one is ended, whatever ends it.
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, close_fds=True
            )


@contextmanager
def _written_anew(path: Path) -> Iterator[int]:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


def _is_free(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    fcntl.flock(lock, fcntl.LOCK_UN)
    return True


class _Answer:
    """What came back, read to its end."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()


_numbers = itertools.count(1)
"""A session tells the answers to requests at once apart by these."""


def _request(method: str, params: Message) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": next(_numbers), "method": method, "params": dict(params)}


def _post(state: ServiceState, message: Message, headers: dict[str, str]) -> tuple[int, Any]:
    answer = _send(state, "POST", json.dumps(message), headers)
    return answer.status, json.loads(answer.body or b"{}")


def _send(
    state: ServiceState, method: str, body: str, headers: dict[str, str], seconds: float = _ANSWER_SECONDS
) -> _Answer:
    connection = http.client.HTTPConnection(state.host, state.port, timeout=seconds)
    try:
        connection.request(method, "/mcp", body.encode(), {**headers, "Authorization": f"Bearer {state.secret}"})
        return _Answer(connection.getresponse())
    finally:
        connection.close()


def _result(status: int, answer: Any) -> Message:
    """Return the result of an answer.

    Raises:
        LinkError: It has none.
    """
    if status == http.client.OK and "result" in answer:
        result: Message = answer["result"]
        return result
    error = answer.get("error", {}) if isinstance(answer, dict) else {}
    raise LinkError(f"The archive's service refused the call ({status}): {str(error.get('message', ''))[:300]}")
