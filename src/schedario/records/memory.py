"""What the processes of the product hold in memory."""

from dataclasses import dataclass
from enum import StrEnum


class ProcessPart(StrEnum):
    """What a process is for."""

    PROGRAM = "program"
    READING = "reading"
    DATABASE = "database"


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """The memory of one part.

    Attributes:
        part: Which.
        processes: How many processes it has.
        size_bytes: What they hold, pages that several of them share counted once; None where the operating system does
            not let us look.
    """

    part: ProcessPart
    processes: int
    size_bytes: int | None
