"""Fixtures that more than one folder of tests uses."""

import os
import signal
from typing import Any

import pytest

from fixtures.commands import command_home, commands, shared_commands
from fixtures.database import archive, database, database_home, database_server, database_url
from fixtures.model import bundled, weights_hashed_once

__all__ = [
    "archive",
    "bundled",
    "command_home",
    "commands",
    "database",
    "database_home",
    "database_server",
    "database_url",
    "shared_commands",
    "weights_hashed_once",
]

# A shell starts what runs in its background with Ctrl-C ignored, and every process would inherit that from the tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Hundreds of processes are started: none compiles what the one before it compiled, whatever the machine's habit is.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Say which tests run in one process, where several do."""
    from fixtures.scheduling import Scheduling

    return Scheduling(config, log)
