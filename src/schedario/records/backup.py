"""A backup: what it holds, and what it was made of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TableFacts:
    """One table of a backup.

    Attributes:
        name: The table's.
        columns: Whose values it holds, in their order.
        rows: Number of them.
        sha256: Of the rows in the form in which PostgreSQL copies them, in the order of their keys.
    """

    name: str
    columns: tuple[str, ...]
    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupFacts:
    """What a backup holds.

    Attributes:
        archive: Name of the archive.
        made_at: When, in ISO 8601.
        product: Version of Schedario that made it.
        migrations: Those that the archive had, in order.
        documents: Number of files that are kept, indexed or not.
        tables: All tables, each after those that it refers to.
    """

    archive: str
    made_at: str
    product: str
    migrations: tuple[str, ...]
    documents: int
    tables: tuple[TableFacts, ...]
