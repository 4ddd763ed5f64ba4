"""What the doctor says of the database."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.archives import list_archives
from schedario.db.queries import query
from schedario.db.versions import ensure_versions
from schedario.errors import DatabaseError
from schedario.records.status import Finding, Health

_PART = "database"


class DatabaseCheck:
    """A look at the database (``ports.Checkable``)."""

    def __init__(
        self, connect: Callable[[], AbstractContextManager[Connection[DictRow]]], place: str, folder: Path | None
    ) -> None:
        self._connect = connect
        self._place = place
        self._folder = folder

    def check(self) -> Sequence[Finding]:
        """Say which server it is, where its data lies and how much it takes; an error is a finding."""
        try:
            with self._connect() as connection:
                versions = ensure_versions(connection)
                size = connection.execute(query("database_size")).fetchone() or {}
                archives = list_archives(connection)
        except DatabaseError as error:
            return [Finding(_PART, Health.MISSING, f"{error.what}: {error.subject}", error.remedy)]
        kind = f"embedded, data in {self._folder}" if self._folder else "external"
        return [
            Finding(_PART, Health.OK, f"PostgreSQL {versions.server}, pgvector {versions.pgvector} ({kind})"),
            Finding(_PART, Health.OK, f"reached by {self._place}"),
            Finding(
                _PART,
                Health.OK,
                f"{len(archives)} archive{'' if len(archives) == 1 else 's'}, {size['bytes'] / 1024**2:.0f} MiB",
            ),
        ]
