"""The other front doors of the service's process."""

from schedario.api.app import Mounted
from schedario.mcp import mcp_app
from schedario.wiring.shared import SharedArchive


def mounted_doors(shared: SharedArchive) -> tuple[Mounted, ...]:
    """Return the front doors that stand beside the API."""
    app = mcp_app(shared.open)
    return (Mounted("/mcp", app, app.lifespan()),)
