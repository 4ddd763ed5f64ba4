"""The only reader of configuration; everything else receives values."""

from schedario.settings.configuration import (
    LoadedSettings,
    changed_config,
    config_path,
    data_folder,
    load_settings,
    with_values,
)
from schedario.settings.values import ENV_PREFIX, Settings, shown

__all__ = [
    "ENV_PREFIX",
    "LoadedSettings",
    "Settings",
    "changed_config",
    "config_path",
    "data_folder",
    "load_settings",
    "shown",
    "with_values",
]
