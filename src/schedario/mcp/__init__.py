"""The archive as tools for an assistant, by the Model Context Protocol.

tools          what each tool is for, and what answers it; plain values, so that a list of them costs nothing
definition     what a tool is
arguments      a call                     -> checked arguments, or one clear line
conversation   which documents a session has been shown, and so may open
words          an answer                  -> words and JSON; what came out of documents stands between marks
app            the tools over HTTP, for whoever serves them
stdio          the same for a client that starts a program: a thin one, which asks the service
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from schedario.mcp.app import McpApp
    from schedario.wiring import ArchiveServices

OpenArchive = Callable[[str], AbstractContextManager["ArchiveServices"]]
"""Opens an archive by its name; empty for that of the settings. Called in many threads, once for each call."""


def mcp_app(archive: OpenArchive) -> "McpApp":
    """Return the tools as an ASGI application, to be mounted where it is to answer; see ``McpApp``."""
    # Not at the top: the SDK takes most of a second to load, and the thin client answers without it.
    from schedario.mcp.app import McpApp

    return McpApp(archive)
