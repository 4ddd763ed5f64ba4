"""The other front doors of the service's process, where they are installed."""

from importlib import import_module

from schedario.api.app import Mounted
from schedario.wiring.shared import SharedArchive

_MCP = "schedario.mcp"


def mounted_doors(shared: SharedArchive) -> tuple[Mounted, ...]:
    """Return the front doors that stand beside the API: MCP, if this version of the program has it."""
    try:
        module = import_module(_MCP)
    except ModuleNotFoundError as error:
        if error.name != _MCP:
            raise
        return ()
    app = module.mcp_app(shared.open)
    return (Mounted("/mcp", app, app.lifespan()),)
