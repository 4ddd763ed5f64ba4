"""What a running service keeps for an archive: who may ask it, and which settings were changed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from schedario.records.setting import SettingChange
from schedario.records.token import TokenRecord


class TokenStore(Protocol):
    """Keeps tokens by their hashes."""

    def add(self, name: str, hash_: str) -> bool:
        """Keep a token; False when there is one of that name."""
        ...

    def all(self) -> Sequence[TokenRecord]:
        """Return all tokens, by name."""
        ...

    def remove(self, name: str) -> bool:
        """Forget a token; False when there is none of that name."""
        ...


class OverrideStore(Protocol):
    """Keeps the settings that hold for one archive alone."""

    def all(self) -> dict[str, str]:
        """Return the values by name, in order."""
        ...

    def set_at(self) -> dict[str, datetime]:
        """Return since when each value holds, UTC, by name."""
        ...

    def put(self, name: str, value: str | None, *, changed_by: str) -> None:
        """Let a value hold, or none any more, and keep who changed it, in one transaction."""
        ...

    def changes(self, limit: int) -> Sequence[SettingChange]:
        """Return the last changes, the newest first."""
        ...
