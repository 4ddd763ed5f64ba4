"""The other front doors of the service's process."""

from schedario.api.app import Mounted
from schedario.api.guard import Rules, is_loopback
from schedario.dashboard import DashboardDoor
from schedario.dashboard.door import PATHS, UPLOAD
from schedario.mcp import mcp_app
from schedario.wiring.shared import SharedArchive


def mounted_doors(shared: SharedArchive, rules: Rules) -> tuple[Mounted, ...]:
    """Return the front doors that stand beside the API."""
    app = mcp_app(shared.open)
    language = shared.application.settings.dashboard_language
    door = DashboardDoor(shared, loopback=is_loopback(rules.host), secret=rules.secret, language=language)
    return (
        Mounted(("/mcp",), app, app.lifespan()),
        Mounted(PATHS, door, door.lifespan(), has_own_login=True, streamed=(UPLOAD,)),
    )
