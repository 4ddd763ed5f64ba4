"""Reads and writes the configuration: defaults, the file ``config.toml`` in the data folder, the environment.

An unknown name is an error, in the file and in the environment.
"""

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from schedario.errors import SettingError
from schedario.settings.place import CONFIG_FILE, ENV_PREFIX
from schedario.settings.values import Settings, shown

_PLACES = ("home",)
"""Settings that say where the configuration file is, and so cannot stand in it."""


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings with where each value comes from: "default", "file" or "environment"."""

    values: Settings
    sources: Mapping[str, str]

    def shown(self, name: str) -> str:
        """Return a value as a person reads it; secrets are not shown."""
        return shown(getattr(self.values, name))


def load_settings() -> LoadedSettings:
    """Read all settings.

    Raises:
        SettingError: A name is unknown, a value is not allowed, or the file cannot be read.
    """
    given = {name[len(ENV_PREFIX) :].lower() for name in os.environ if name.startswith(ENV_PREFIX)}
    for name in sorted(given - set(Settings.model_fields)):
        raise _unknown(name, f"environment variable {ENV_PREFIX}{name.upper()}")
    in_file = read_config(config_path(data_folder()))
    sources = {
        name: "environment" if os.environ.get(ENV_PREFIX + name.upper()) else "file" if name in in_file else "default"
        for name in Settings.model_fields
    }
    return LoadedSettings(_validated(in_file), sources)


def with_values(settings: Settings, changed: Mapping[str, str]) -> LoadedSettings:
    """Return settings with some values changed, given as text.

    Raises:
        SettingError: A value is not allowed.
    """
    # Not by the constructor, which would let the environment win.
    merged = _checked(lambda: Settings.model_validate({**settings.model_dump(), **changed}))
    return LoadedSettings(merged, dict.fromkeys(Settings.model_fields, "default"))


def data_folder() -> Path:
    """Return the data folder, which the environment or the platform names, also when the file in it is broken."""
    return _validated({}).home


def config_path(home: Path) -> Path:
    """Return where the configuration file of a data folder is."""
    return home / CONFIG_FILE


def read_config(path: Path, *, checked: bool = True) -> dict[str, Any]:
    """Read the configuration file; empty when there is none.

    Args:
        path: The file.
        checked: Whether a name that is unknown is an error.

    Raises:
        SettingError: It is no TOML, or has a name that is unknown.
    """
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise SettingError(
            f"the configuration file cannot be read ({reason})", subject=str(path), remedy="Mend the file or delete it"
        ) from error
    if checked:
        for name in values:
            _ensure_known(name, str(path))
    return values


def changed_config(home: Path, name: str, text: str | None) -> None:
    """Set one setting in the configuration file, or take it out when ``text`` is None.

    Raises:
        SettingError: The name is unknown or the value is not allowed; the file is as it was.
    """
    values = read_config(config_path(home), checked=False)
    if name not in values or text is not None:
        _ensure_known(name, "config.toml")
    values.pop(name, None)
    if text is not None:
        values[name] = text
    for other in values:
        _ensure_known(other, str(config_path(home)))
    checked = _validated(values)
    plain = {key: _plain(getattr(checked, key)) if key == name else value for key, value in values.items()}
    _write_config(config_path(home), plain)


def _validated(values: Mapping[str, Any]) -> Settings:
    return _checked(lambda: Settings(**values))


def _checked(make: Callable[[], Settings]) -> Settings:
    try:
        return make()
    except ValidationError as error:
        first = error.errors()[0]
        message = str(first["msg"]).removeprefix("Value error, ")
        # A check over several settings begins its message with the one to change.
        name = ".".join(map(str, first["loc"])) or message.split()[0]
        raise SettingError(
            f"the value is not allowed ({message})", subject=name, remedy="docs/settings.md lists what is"
        ) from error


def _ensure_known(name: str, place: str) -> None:
    if name in _PLACES:
        raise SettingError(
            f"the setting {name} says where the file is, and cannot stand in it",
            subject=place,
            remedy=f"Set {ENV_PREFIX}{name.upper()} in the environment",
        )
    if name not in Settings.model_fields:
        raise _unknown(name, place)


def _unknown(name: str, place: str) -> SettingError:
    return SettingError(f"unknown setting {name}", subject=place, remedy="'schedario config' lists all settings")


def _plain(value: object) -> object:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, Path):
        return str(value)
    return [item if isinstance(item, str) else str(item) for item in value] if isinstance(value, tuple) else value


def _write_config(path: Path, values: Mapping[str, object]) -> None:
    # JSON's texts, numbers, booleans and lists of texts are TOML's too.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in sorted(values.items())]
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = path.with_suffix(".new")
    temporary.write_text("".join(lines), encoding="utf-8")
    temporary.chmod(0o600)
    temporary.replace(path)
