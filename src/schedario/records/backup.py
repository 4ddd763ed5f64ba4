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
class OriginalFacts:
    """A file that was sent, in a backup.

    Attributes:
        path: Below the folder of the archive's originals.
        modified_ns: Time of its last change, in nanoseconds since 1970, by which it is known to be unchanged.
        sha256: Of its bytes.
    """

    path: str
    modified_ns: int
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
        originals: Files that were sent to the archive and lie in no folder of the person's.
        originals_folder: Where they lay.
    """

    archive: str
    made_at: str
    product: str
    migrations: tuple[str, ...]
    documents: int
    tables: tuple[TableFacts, ...]
    originals: tuple[OriginalFacts, ...] = ()
    originals_folder: str = ""
