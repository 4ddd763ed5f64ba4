"""Where the data folder is and which archive is meant, read without checking the rest: for clients of a service.

Whoever finds that something is wrong with the settings is who reads all of them.
"""

import hashlib
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import platformdirs

ENV_PREFIX = "SCHEDARIO_"
CONFIG_FILE = "config.toml"
DEFAULT_ARCHIVE = "main"

_COMPARED_APART = (f"{ENV_PREFIX}HOME", f"{ENV_PREFIX}ARCHIVE")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a process stands.

    Attributes:
        home: The data folder.
        archive: The archive that is used when none is named.
        mark: A hash of all that decides the settings besides; two processes with one mark have the same settings.
    """

    home: Path
    archive: str
    mark: str

    @classmethod
    def current(cls) -> Self:
        """Return the place that the environment and the configuration file say."""
        given = {name.upper(): value for name, value in os.environ.items() if name.upper().startswith(ENV_PREFIX)}
        named = given.get(f"{ENV_PREFIX}HOME")
        home = Path(named) if named else default_home()
        content = _content(home / CONFIG_FILE)
        archive = given.get(f"{ENV_PREFIX}ARCHIVE") or _archive(content) or DEFAULT_ARCHIVE
        rest = sorted((name, value) for name, value in given.items() if value and name not in _COMPARED_APART)
        return cls(home, archive, hashlib.sha256(repr((rest, content)).encode()).hexdigest())


def default_home() -> Path:
    """Return the data folder of this system's user."""
    return Path(platformdirs.user_data_path("schedario", appauthor=False))


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _archive(content: bytes) -> str:
    try:
        named = tomllib.loads(content.decode()).get("archive", "")
    except ValueError:
        return ""
    return named if isinstance(named, str) else ""
