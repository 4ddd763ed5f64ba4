"""Settings: as they hold for the archive, and changed for it while the service runs."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import Body
from schedario.api.reply import Reply
from schedario.api.shapes import ChangesShape, SettingShape, SettingsShape, ok
from schedario.records.setting import SettingState
from schedario.services.setting_json import change_json, setting_json
from schedario.wiring.shared import SharedArchive

SettingName = Annotated[str, Path(max_length=80, pattern=r"^[a-z_]+$", description="The setting's name.")]

_DOOR = "http"


class ValueRequest(Body):
    """A setting's value, as it is written in the configuration file."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"value": "0.3"}]})

    value: str = Field(max_length=1000, pattern=r"^[^\x00]*$")


class ChangesRequest(Body):
    """How many changes are listed."""

    limit: int = Field(100, ge=1, le=1000, description="Changes, at most.")


def setting_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of settings."""
    routes = APIRouter(tags=["settings"])
    one = ok(SettingShape)

    def changed(state: SettingState) -> Response:
        # Whoever changed it sees it hold in the next request.
        shared.refresh()
        return Reply(setting_json(state))

    @routes.get("/settings", responses=ok(SettingsShape), response_model=None, operation_id="list_settings")
    def list_settings() -> Response:
        """List all settings as they hold for the archive; secrets are not shown."""
        return Reply({"settings": [setting_json(state) for state in shared.services.tuning.all()]})

    @routes.get(
        "/setting-changes",
        responses=ok(ChangesShape),
        response_model=None,
        operation_id="list_setting_changes",
    )
    def changes(asked: Annotated[ChangesRequest, Query()]) -> Response:
        """List the last changes of the archive's settings, the newest first."""
        return Reply({"changes": [change_json(change) for change in shared.services.tuning.changes(asked.limit)]})

    @routes.put("/settings/{name}", responses=one, response_model=None, operation_id="set_setting")
    def set_value(name: SettingName, asked: ValueRequest) -> Response:
        """Let a value hold for the archive; the environment goes before it, and it before the configuration file."""
        return changed(shared.services.tuning.set(name, asked.value, changed_by=_DOOR))

    @routes.delete("/settings/{name}", responses=one, response_model=None, operation_id="unset_setting")
    def unset(name: SettingName) -> Response:
        """Let what the configuration file or the default says hold for the archive again."""
        return changed(shared.services.tuning.unset(name, changed_by=_DOOR))

    return routes
