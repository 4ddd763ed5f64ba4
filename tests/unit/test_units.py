"""The system is told to start the service, by systemd or launchd."""

import plistlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from schedario.errors import ClientError
from schedario.services.units import Unit, install, state, uninstall, unit_of

COMMAND = ["/opt/my programs/schedario", "--archive", "work", "serve"]
ENVIRONMENT = {"SCHEDARIO_HOME": '/srv/100% "mine"'}


class System:
    """Notes what it is asked to run."""

    def __init__(self, code: int = 0, said: str = "active\n") -> None:
        self.asked: list[str] = []
        self._answer = code, said

    def __call__(self, command: Sequence[str]) -> tuple[int, str]:
        self.asked.append(" ".join(command))
        return self._answer


def unit(folder: Path, platform: str = "linux") -> Unit:
    return unit_of(platform, folder, 501, COMMAND, ENVIRONMENT)


def test_systemd_starts_it_with_the_session(tmp_path: Path) -> None:
    made, system = unit(tmp_path), System()
    assert state(made, system) == ""
    install(made, system)
    assert made.path == tmp_path / "systemd/user/schedario.service"
    lines = made.path.read_text(encoding="utf-8").splitlines()
    assert 'ExecStart="/opt/my programs/schedario" "--archive" "work" "serve"' in lines
    assert 'Environment="SCHEDARIO_HOME=/srv/100%% \\"mine\\""' in lines
    assert system.asked == ["systemctl --user daemon-reload", "systemctl --user enable --now schedario.service"]
    assert state(made, system) == "active"
    assert uninstall(made, system)
    assert not made.path.exists()
    assert not uninstall(made, system)


def test_launchd_starts_it_with_the_session(tmp_path: Path) -> None:
    made, system = unit(tmp_path, "darwin"), System()
    install(made, system)
    values = plistlib.loads(made.path.read_bytes())
    assert values["ProgramArguments"] == COMMAND
    assert values["EnvironmentVariables"] == ENVIRONMENT
    assert system.asked == [f"launchctl bootstrap gui/501 {made.path}"]
    assert uninstall(made, system)
    assert system.asked[-1] == "launchctl bootout gui/501/org.schedario.service"


def test_what_the_system_does_not_take_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match=r"systemctl --user daemon-reload failed \(no bus here\)"):
        install(unit(tmp_path), System(1, "no bus\nhere"))
