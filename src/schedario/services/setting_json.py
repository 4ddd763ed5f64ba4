"""Settings of an archive as JSON, the same at every front door."""

from typing import Any

from schedario.records.setting import SettingChange, SettingState


def setting_json(state: SettingState) -> dict[str, Any]:
    """Return a setting as it holds for an archive; ``effect`` is null for one that cannot be changed for it."""
    return {
        "name": state.name,
        "value": state.value,
        "source": state.source,
        "meaning": state.meaning,
        "effect": state.effect.value if state.effect else None,
    }


def change_json(change: SettingChange) -> dict[str, Any]:
    """Return one change of an archive's settings."""
    return {
        "name": change.name,
        "before": change.before,
        "after": change.after,
        "changed_by": change.changed_by,
        "changed_at": change.changed_at.isoformat(),
    }
