"""Fixtures that more than one folder of tests uses."""

from fixtures.commands import command_home, commands
from fixtures.database import archive, database, database_home, database_server, database_url
from fixtures.model import bundled

__all__ = [
    "archive",
    "bundled",
    "command_home",
    "commands",
    "database",
    "database_home",
    "database_server",
    "database_url",
]
