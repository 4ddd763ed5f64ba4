"""procrastinate's own tables and functions, as the files in its package make them.

They are not copied: a migration of ours says up to which of the package's files an archive has come. A new version of
procrastinate that brings more files gets a migration that takes an archive on from there; a test tells when it is due.
"""

from importlib.resources import files

_UP_TO = {"0020.queue": "03.04.00_50_post_add_retry_failed_job_procedure.sql"}
"""A migration of ours to the last file of the package that comes before it."""


def queue_schema(migration: str) -> list[bytes]:
    """Return the statements that must have run before one of our migrations, in order; none for most."""
    if migration not in _UP_TO:
        return []
    folder = files("procrastinate.sql").joinpath("migrations")
    return [folder.joinpath(name).read_bytes() for name in queue_files() if name <= _UP_TO[migration]]


def queue_files() -> list[str]:
    """Return the names of the package's migrations, in order."""
    folder = files("procrastinate.sql").joinpath("migrations")
    return sorted(file.name for file in folder.iterdir() if file.name.endswith(".sql"))


def last_queue_file() -> str:
    """Return the name of the last one that our migrations take in."""
    return max(_UP_TO.values())
