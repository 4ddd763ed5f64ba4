"""The other front doors of the service's process."""

from schedario.api.app import Mounted
from schedario.api.guard import Rules, is_loopback
from schedario.dashboard import DashboardDoor
from schedario.dashboard.door import PATHS, UPLOAD
from schedario.mcp import mcp_app
from schedario.wiring.shared import SharedArchive


def mounted_doors(shared: SharedArchive, rules: Rules, *, early: bool) -> tuple[Mounted, ...]:
    """Return the front doors that stand beside the API; ``early`` for a service that somebody started to look at."""
    app = mcp_app(shared.open)
    language = shared.application.settings.dashboard_language
    loopback = is_loopback(rules.host)
    door = DashboardDoor(shared, loopback=loopback, secret=rules.secret, language=language, early=early)
    return (
        Mounted(("/mcp",), app, app.lifespan()),
        Mounted(PATHS, door, door.lifespan(), has_own_login=True, streamed=(UPLOAD,)),
    )
