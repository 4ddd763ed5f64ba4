"""Tells the clients of MCP on this machine where the archive is: one entry in the configuration of each."""

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from schedario.errors import ClientError
from schedario.services.client_files import json_entry, toml_entry, with_json_entry, with_toml_entry

BACKUP_SUFFIX = ".before-schedario"


class ClientName(StrEnum):
    """The clients that are known."""

    CLAUDE_CODE = "claude-code"
    CLAUDE_DESKTOP = "claude-desktop"
    CURSOR = "cursor"
    VSCODE = "vscode"
    CODEX = "codex"


@dataclass(frozen=True, slots=True)
class Launch:
    """How a client starts the thin client.

    Attributes:
        command: The program, absolute: clients with windows know no PATH.
        arguments: Its arguments.
        environment: What must be set for it.
    """

    command: str
    arguments: tuple[str, ...]
    environment: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ClientPlace:
    """Where a client keeps which servers it knows.

    Attributes:
        name: The client.
        path: Its configuration.
        key: Under which the servers stand.
        typed: Whether an entry says that it is started, and not called.
    """

    name: ClientName
    path: Path
    key: str
    typed: bool = False

    @property
    def is_toml(self) -> bool:
        """Whether the configuration is TOML; else it is JSON."""
        return self.path.suffix == ".toml"


@dataclass(frozen=True, slots=True)
class ClientState:
    """How a client is set up.

    Attributes:
        place: Where its configuration is.
        present: Whether the client seems to be installed.
        command: What its entry starts; empty when it has none.
        problem: Why the entry, or the configuration, is of no use; empty when it is.
    """

    place: ClientPlace
    present: bool
    command: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Clients:
    """The clients of one user.

    Attributes:
        home: The user's home.
        apps: Where programs with windows keep what is theirs.
        codex: Codex's own folder.
    """

    home: Path
    apps: Path
    codex: Path

    @classmethod
    def of_user(cls, platform: str, environment: Mapping[str, str]) -> "Clients":
        """Return those of the user whose process this is.

        Args:
            platform: ``sys.platform``.
            environment: ``os.environ``.
        """
        home = Path.home()
        apps = home / "Library/Application Support" if platform == "darwin" else home / ".config"
        if platform != "darwin" and environment.get("XDG_CONFIG_HOME"):
            apps = Path(environment["XDG_CONFIG_HOME"])
        return cls(home, apps, Path(environment.get("CODEX_HOME") or home / ".codex"))

    def place(self, client: ClientName) -> ClientPlace:
        """Return where a client keeps its servers."""
        match client:
            case ClientName.CLAUDE_CODE:
                return ClientPlace(client, self.home / ".claude.json", "mcpServers", typed=True)
            case ClientName.CLAUDE_DESKTOP:
                return ClientPlace(client, self.apps / "Claude/claude_desktop_config.json", "mcpServers")
            case ClientName.CURSOR:
                return ClientPlace(client, self.home / ".cursor/mcp.json", "mcpServers")
            case ClientName.VSCODE:
                return ClientPlace(client, self.apps / "Code/User/mcp.json", "servers", typed=True)
            case ClientName.CODEX:
                return ClientPlace(client, self.codex / "config.toml", "mcp_servers")

    def install(self, client: ClientName, launch: Launch) -> ClientPlace:
        """Write the entry into a client's configuration, of which a copy is kept.

        Raises:
            ClientError: The client is not there, or its configuration cannot be read or written; it is as it was.
        """
        place = self.place(client)
        if not place.path.parent.is_dir():
            raise ClientError(f"{client} does not seem to be installed", subject=f"no folder {place.path.parent}")
        _write(place, entry_of(place, launch))
        return place

    def uninstall(self, client: ClientName) -> bool:
        """Take the entry out of a client's configuration; False when there is none; raises as ``install``."""
        place = self.place(client)
        if _entry(place) is None:
            return False
        _write(place, None)
        return True

    def states(self) -> list[ClientState]:
        """Return how each client is set up."""
        return [self._state(self.place(client)) for client in ClientName]

    def _state(self, place: ClientPlace) -> ClientState:
        present = place.path.exists() or (place.path.parent != self.home and place.path.parent.is_dir())
        try:
            entry = _entry(place)
        except ClientError as error:
            return ClientState(place, present, "", str(error))
        command = str(entry.get("command", "")) if entry is not None else ""
        gone = bool(command) and shutil.which(command) is None
        return ClientState(place, present, command, "what it starts is not there any more" if gone else "")


def entry_of(place: ClientPlace, launch: Launch) -> dict[str, Any]:
    """Return the entry as a client wants it."""
    entry: dict[str, Any] = {"type": "stdio"} if place.typed else {}
    entry |= {"command": launch.command, "args": list(launch.arguments)}
    return {**entry, "env": dict(launch.environment)} if launch.environment else entry


def entry_text(place: ClientPlace, launch: Launch) -> str:
    """Return the entry as it stands in a configuration that holds nothing else."""
    return _changed(place)("", place.key, entry_of(place, launch), path=str(place.path))


def _changed(place: ClientPlace) -> Callable[..., str]:
    return with_toml_entry if place.is_toml else with_json_entry


def _entry(place: ClientPlace) -> Mapping[str, Any] | None:
    read = toml_entry if place.is_toml else json_entry
    return read(_text(place.path), place.key, path=str(place.path))


def _write(place: ClientPlace, entry: Mapping[str, Any] | None) -> None:
    before = _text(place.path)
    after = _changed(place)(before, place.key, entry, path=str(place.path))
    # The file itself, where a link to it lies in the client's folder.
    path = place.path.resolve()
    try:
        if before:
            shutil.copy2(path, path.with_name(path.name + BACKUP_SUFFIX))
        _replace(path, after, mode=path.stat().st_mode & 0o777 if before else 0o600)
    except OSError as error:
        raise ClientError(f"it cannot be written ({error.strerror})", subject=str(path)) from error


def _replace(path: Path, text: str, mode: int) -> None:
    new = path.with_name(f"{path.name}.new-{os.getpid()}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8") as file:
        file.write(text)
    new.chmod(mode)
    new.replace(path)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ClientError("the client's configuration cannot be read", subject=str(path)) from error
