"""Asks the service that runs for the data folder, so that a command need not load the model and open the database.

What it asks and how it prints is the same either way. It goes the direct way when no service runs, when the one there
serves another archive, is of another version or was started under other settings, and, with a notice, when it does not
answer in time.
"""

import json
import os
import socket
import time
from collections.abc import Mapping
from typing import Any, TypeVar

import typer

from schedario.cli.output import notice
from schedario.cli.session import named_archive
from schedario.errors import error_class
from schedario.host.state import ServiceState, running_service
from schedario.records.wire import from_plain, to_plain
from schedario.settings.place import Place
from schedario.version import VERSION

T = TypeVar("T")

_OK = 200
_NOT_NOW = (401, 503)
"""Another's secret, or a database or model that is away: whoever is asked directly says it himself."""

_ANSWER_SECONDS = 10.0
"""Longer than a search takes while two hundred others wait, and short enough to go the direct way instead."""


def ask_service(
    context: typer.Context, archive: str | None, operation: str, kind: type[T], **arguments: object
) -> T | None:
    """Ask the running service.

    Args:
        context: Of the command.
        archive: Archive that its own option names.
        operation: What is asked for; see ``api.terminal``.
        kind: What the answer is.
        arguments: Of the operation.

    Returns:
        The answer; None when the command is to find it itself.

    Raises:
        SchedarioError: What the service says is wrong, as the command would itself.
    """
    place = Place.current()
    state = running_service(place.home)
    if state is None or not _fits(state, place, named_archive(context, archive)):
        return None
    try:
        status, answer = _post(state, operation, {"arguments": to_plain(arguments), "folder": os.getcwd()})  # noqa: PTH109
    except (OSError, ValueError) as error:
        notice(f"note: the service at {state.url} did not answer ({error or type(error).__name__}); done without it")
        return None
    if status == _OK:
        return from_plain(kind, answer["result"])
    said = answer["error"]
    if status in _NOT_NOW:
        notice(f"note: the service at {state.url} cannot be asked ({said['message']}); done without it")
        return None
    raise error_class(said["code"])(said["message"], subject=said["subject"], remedy=said["remedy"])


def _fits(state: ServiceState, place: Place, archive: str | None) -> bool:
    """Tell whether the service would answer as the command does itself."""
    wanted = place.archive if archive is None else archive
    return (state.archive, state.version, state.settings) == (wanted, VERSION, place.mark)


def _post(state: ServiceState, operation: str, body: Mapping[str, object]) -> tuple[int, Any]:
    """Send one request and return the status and the JSON of the answer.

    By hand, in the form of HTTP that ends with the connection: the libraries for it take longer to load than all this.
    """
    content = json.dumps(body).encode()
    head = (
        f"POST /terminal/{operation} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer {state.secret}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    received = bytearray()
    deadline = time.monotonic() + _ANSWER_SECONDS
    with socket.create_connection((state.host, state.port), timeout=_ANSWER_SECONDS) as connection:
        connection.sendall(head.encode() + content)
        while piece := connection.recv(1 << 16):
            received += piece
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
    answer_head, parted, answer = bytes(received).partition(b"\r\n\r\n")
    if not parted:
        raise ValueError("the connection ended before an answer")
    return int(answer_head.split(maxsplit=2)[1]), json.loads(answer)
