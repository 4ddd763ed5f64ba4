"""Fixtures that more than one folder of tests uses."""

from fixtures.database import archive, database, database_home, database_server, database_url

__all__ = ["archive", "database", "database_home", "database_server", "database_url"]
