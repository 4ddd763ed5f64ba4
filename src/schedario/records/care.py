"""What is wrong with an archive, and what is left of a document in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Breach:
    """An invariant of an archive that does not hold.

    Attributes:
        what: The rows that break it, in words: "vectors without a chunk".
        count: Number of them.
        mended: Whether they were put right.
    """

    what: str
    count: int
    mended: bool = False


@dataclass(frozen=True, slots=True)
class Remains:
    """Where a document is still named.

    Attributes:
        place: A table and its column, or a file.
        count: Rows or lines that name it.
    """

    place: str
    count: int
