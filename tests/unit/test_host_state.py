"""The state file and the lock, when somebody has had his hands in the data folder."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from schedario.errors import DataFolderError
from schedario.host.state import LOCK_FILE, STATE_FILE, ServiceState, only_service, running_service

STATE = ServiceState(1, 0.0, "127.0.0.1", 1, "secret", "main", "0", "")


def text(said: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(said)


@pytest.mark.parametrize(
    "spoil",
    [
        text(""),
        text("nonsense"),
        text("[" * 60_000),
        text(json.dumps({**asdict(STATE), "port": "80"})),
        text(json.dumps({**asdict(STATE), "secret": None})),
        text(" " * 100_000 + json.dumps(asdict(STATE))),
        os.mkfifo,
        lambda path: path.symlink_to("/dev/zero"),
    ],
)
def test_a_state_file_that_was_spoilt_is_not_believed_and_is_mended(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    with only_service(tmp_path) as claim:
        claim.publish(STATE)
        assert running_service(tmp_path) == STATE
        (tmp_path / STATE_FILE).unlink()
        assert running_service(tmp_path) is None
        spoil(tmp_path / STATE_FILE)
        assert running_service(tmp_path) is None
        claim.publish(STATE)
        assert running_service(tmp_path) == STATE
    assert not (tmp_path / STATE_FILE).exists()


def test_a_state_file_is_for_its_owner_whatever_the_mask_says(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with only_service(tmp_path / "home") as claim:
            claim.publish(STATE)
            assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700
            assert (tmp_path / "home" / STATE_FILE).stat().st_mode & 0o777 == 0o600
            assert (tmp_path / "home" / LOCK_FILE).stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_a_lock_that_was_removed_is_lost_and_another_services_state_stays(tmp_path: Path) -> None:
    with only_service(tmp_path) as first:
        assert first.holds
        (tmp_path / LOCK_FILE).unlink()
        assert not first.holds
        with only_service(tmp_path) as second:
            second.publish(STATE)
            assert second.holds
            assert not first.holds


def test_a_folder_that_was_removed_is_lost(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with only_service(home) as claim:
        shutil.rmtree(home)
        assert not claim.holds
        with pytest.raises(DataFolderError, match="cannot be written to"):
            claim.publish(STATE)
    assert not home.exists()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFolderError, match="cannot be written to"), only_service(tmp_path / "file"):
        pass
