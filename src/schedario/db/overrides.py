"""The settings that hold for one archive alone, and their changes."""

from collections.abc import Sequence
from datetime import UTC, datetime

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.records.setting import SettingChange


class Overrides:
    """Settings of one archive (``ports.OverrideStore``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def all(self) -> dict[str, str]:
        """Return the values by name, in order."""
        with self._pool.reading() as connection:
            return {row["name"]: row["value"] for row in connection.execute(query("list_overrides"))}

    def set_at(self) -> dict[str, datetime]:
        """Return since when each value holds, UTC, by name."""
        with self._pool.reading() as connection:
            found = connection.execute(query("list_override_times"))
            return {row["name"]: row["set_at"].astimezone(UTC) for row in found}

    def put(self, name: str, value: str | None, *, changed_by: str) -> None:
        """Let a value hold, or none any more, and keep who changed it, in one transaction."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            row = connection.execute(query("override_of"), {"name": name}).fetchone()
            before = row["value"] if row else None
            if value == before:
                return
            if value is None:
                connection.execute(query("delete_override"), {"name": name})
            else:
                connection.execute(query("put_override"), {"name": name, "value": value})
            change = {"name": name, "before": before, "after": value, "changed_by": changed_by}
            connection.execute(query("note_setting_change"), change)

    def changes(self, limit: int) -> Sequence[SettingChange]:
        """Return the last changes, the newest first."""
        with self._pool.reading() as connection:
            found = connection.execute(query("list_setting_changes"), {"limit": limit})
            return [
                SettingChange(
                    row["name"], row["before"], row["after"], row["changed_by"], row["changed_at"].astimezone(UTC)
                )
                for row in found
            ]
