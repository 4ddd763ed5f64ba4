"""Has the system start the service with the user's session: a unit of systemd, or an agent of launchd."""

import plistlib
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import ClientError

_LABEL = "org.schedario.service"
_UNIT = "schedario.service"

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a program of the system; returns its exit code and what it said."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What the system is told.

    Attributes:
        path: The file.
        text: What stands in it.
        begin: Commands that put it into effect.
        end: Commands that end that.
        ask: Command that says how it is.
    """

    path: Path
    text: str
    begin: tuple[tuple[str, ...], ...]
    end: tuple[tuple[str, ...], ...]
    ask: tuple[str, ...]


def unit_of(platform: str, config: Path, user: int, command: Sequence[str], environment: Mapping[str, str]) -> Unit:
    """Return the unit for a system.

    Args:
        platform: ``sys.platform``.
        config: The user's folder of configuration; on macOS the home.
        user: The user's number.
        command: What starts the service, with its arguments.
        environment: What must be set for it.
    """
    if platform == "darwin":
        return _agent(config, user, command, environment)
    return _systemd(config, command, environment)


def install(unit: Unit, run: Run) -> None:
    """Write the unit and put it into effect.

    Raises:
        ClientError: It cannot be written, or the system does not take it; then it stays written.
    """
    try:
        unit.path.parent.mkdir(parents=True, exist_ok=True)
        unit.path.write_text(unit.text, encoding="utf-8")
    except OSError as error:
        raise ClientError(f"the unit cannot be written ({error.strerror})", subject=str(unit.path)) from error
    for command in unit.begin:
        _required(command, run, unit)


def uninstall(unit: Unit, run: Run) -> bool:
    """End the service and remove the unit; False when there is none."""
    if not unit.path.exists():
        return False
    for command in unit.end:
        # It need not be running, and must go in any case.
        run(command)
    unit.path.unlink()
    return True


def state(unit: Unit, run: Run) -> str:
    """Say how it is, in the system's words; empty when there is no unit."""
    if not unit.path.exists():
        return ""
    _, said = run(unit.ask)
    return said.strip().splitlines()[0] if said.strip() else "unknown"


def run_program(command: Sequence[str]) -> tuple[int, str]:
    """Run a program of the system, half a minute at most."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    except FileNotFoundError:
        return 127, f"{command[0]} is not there"
    except subprocess.TimeoutExpired:
        return 124, f"{command[0]} did not answer"
    return done.returncode, done.stdout or done.stderr


def _required(command: Sequence[str], run: Run, unit: Unit) -> None:
    code, said = run(command)
    if code != 0:
        raise ClientError(
            f"the unit was written, but {' '.join(command)} failed ({' '.join(said.split())[:200]})",
            subject=str(unit.path),
            remedy="Run it by hand, or 'schedario service uninstall'",
        )


def _systemd(config: Path, command: Sequence[str], environment: Mapping[str, str]) -> Unit:
    settings = [f"Environment={_quoted(f'{name}={value}')}" for name, value in environment.items()]
    lines = [
        "[Unit]", "Description=Schedario, a private document archive", "",
        "[Service]", f"ExecStart={' '.join(map(_quoted, command))}", *settings,
        "Restart=on-failure", "RestartSec=5", "",
        "[Install]", "WantedBy=default.target", "",
    ]  # fmt: skip
    control = ("systemctl", "--user")
    return Unit(
        path=config / "systemd/user" / _UNIT,
        text="\n".join(lines),
        begin=((*control, "daemon-reload"), (*control, "enable", "--now", _UNIT)),
        end=((*control, "disable", "--now", _UNIT), (*control, "daemon-reload")),
        ask=(*control, "is-active", _UNIT),
    )


def _quoted(word: str) -> str:
    """Return a word as systemd reads it: quoted, with its own signs doubled."""
    plain = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{plain}"'


def _agent(home: Path, user: int, command: Sequence[str], environment: Mapping[str, str]) -> Unit:
    path = home / "Library/LaunchAgents" / f"{_LABEL}.plist"
    values = {
        "Label": _LABEL,
        "ProgramArguments": list(command),
        "EnvironmentVariables": dict(environment),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ProcessType": "Background",
    }
    domain = f"gui/{user}"
    return Unit(
        path=path,
        text=plistlib.dumps(values).decode(),
        begin=(("launchctl", "bootstrap", domain, str(path)),),
        end=(("launchctl", "bootout", f"{domain}/{_LABEL}"),),
        ask=("launchctl", "print", f"{domain}/{_LABEL}"),
    )
