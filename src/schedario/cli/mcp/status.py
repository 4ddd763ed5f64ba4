"""schedario mcp status: which clients know the archive."""

import os
import sys

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.services.clients import Clients, ClientState


def status(as_json: JsonOption = False) -> None:
    """Show which clients are there, and which of them know the archive.

    Example: schedario mcp status
    """
    states = Clients.of_user(sys.platform, os.environ).states()
    if as_json:
        print_json([client_json(state) for state in states])
        return
    for state in states:
        console().print(printable(f"{state.place.name:<15} {_words(state)}", keep=""), markup=False)


def client_json(state: ClientState) -> dict[str, object]:
    """Return a client as the JSON that ``mcp status --json`` prints."""
    return {
        "client": state.place.name.value,
        "path": str(state.place.path),
        "present": state.present,
        "command": state.command,
        "problem": state.problem,
    }


def _words(state: ClientState) -> str:
    known = f"knows the archive: {state.command}" if state.command else "does not know the archive"
    return state.problem or (known if state.present else "not found on this machine")
