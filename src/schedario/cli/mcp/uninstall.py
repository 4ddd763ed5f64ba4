"""schedario mcp uninstall: take the archive out of a client."""

import os
import sys

from schedario.cli.mcp.install import ClientOption
from schedario.cli.output import console
from schedario.services.clients import Clients


def uninstall(client: ClientOption) -> None:
    """Take the archive out of a client's configuration, of which a copy is kept; no other entry is touched.

    Example: schedario mcp uninstall --client cursor
    """
    done = Clients.of_user(sys.platform, os.environ).uninstall(client)
    console().print(f"{client} {'knows the archive no more' if done else 'did not know the archive'}.", markup=False)
