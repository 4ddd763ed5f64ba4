"""The tokens of one archive's service."""

from collections.abc import Sequence
from datetime import UTC

from schedario.db.pool import ArchivePool
from schedario.db.queries import query
from schedario.records.token import TokenRecord


class Tokens:
    """Tokens by their hashes (``ports.TokenStore``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    def add(self, name: str, hash_: str) -> bool:
        """Keep a token; False when there is one of that name."""
        with self._pool.transaction() as connection:
            return connection.execute(query("insert_token"), {"name": name, "hash": hash_}).rowcount == 1

    def all(self) -> Sequence[TokenRecord]:
        """Return all tokens, by name."""
        with self._pool.reading() as connection:
            found = connection.execute(query("list_tokens"))
            return [TokenRecord(row["name"], row["hash"], row["created_at"].astimezone(UTC)) for row in found]

    def remove(self, name: str) -> bool:
        """Forget a token; False when there is none of that name."""
        with self._pool.transaction() as connection:
            return connection.execute(query("delete_token"), {"name": name}).rowcount == 1
