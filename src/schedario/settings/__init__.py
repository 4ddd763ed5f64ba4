"""The only reader of configuration; everything else receives values.

What is here is loaded when it is first used: a command that a running service answers needs none of it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from schedario.settings.configuration import (
        LoadedSettings,
        changed_config,
        config_path,
        data_folder,
        load_settings,
        with_values,
    )
    from schedario.settings.place import ENV_PREFIX
    from schedario.settings.values import Settings, shown

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

_IN_VALUES = ("ENV_PREFIX", "Settings", "shown")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    module = "values" if name in _IN_VALUES else "configuration"
    return getattr(import_module(f"{__name__}.{module}"), name)
