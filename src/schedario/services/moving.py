"""Moves all archives from the database in use to another one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from schedario.errors import DatabaseInUseError
from schedario.records.backup import BackupFacts
from schedario.records.job import QueueLengths


@dataclass(frozen=True, slots=True)
class Moving:
    """A move that is prepared.

    Attributes:
        queues: What is to be done in each archive.
        move: Copies, compares, switches and clears, or leaves all as it was; told whether the old archives stay.
    """

    queues: Callable[[], Mapping[str, QueueLengths]]
    move: Callable[[bool], Sequence[BackupFacts]]

    def __call__(self, *, keep: bool = False) -> Sequence[BackupFacts]:
        """Move all archives; return what was moved.

        Args:
            keep: Whether the archives also stay where they are.

        Raises:
            DatabaseInUseError: Jobs wait or run, another program uses the database, or it is the one in use.
            ArchiveExistsError: The other database has an archive of the same name.
            BackupError: What arrived is not what was sent.
            DatabaseError: A database cannot be used.
        """
        for name, lengths in self.queues().items():
            # A job belongs to its queue; the file that it is about would be forgotten.
            if lengths.running or sum(lengths.waiting.values()):
                raise DatabaseInUseError(
                    "jobs are waiting or running",
                    subject=name,
                    remedy=f"Do them first: schedario --archive {name} work --once",
                )
        return self.move(keep)
