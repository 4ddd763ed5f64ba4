"""Lists and removes archives."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schedario.errors import ArchiveMissingError
from schedario.records.status import ArchiveFigures


@dataclass(frozen=True, slots=True)
class Archives:
    """All archives of a database.

    Attributes:
        figures: Gives what each of them holds, by name.
        drop: Removes one with all that is in it; False when there is none.
    """

    figures: Callable[[], Sequence[ArchiveFigures]]
    drop: Callable[[str], bool]

    def list(self) -> Sequence[ArchiveFigures]:
        """Return what each archive holds, by name."""
        return self.figures()

    def find(self, name: str) -> ArchiveFigures:
        """Return what an archive holds.

        Raises:
            ArchiveMissingError: There is none of that name.
        """
        known = self.figures()
        found = next((figures for figures in known if figures.name == name), None)
        if found is None:
            names = ", ".join(figures.name for figures in known)
            raise ArchiveMissingError(
                "there is no such archive",
                subject=name,
                remedy=f"There are: {names}" if names else "There is none at all",
            )
        return found

    def remove(self, name: str) -> ArchiveFigures:
        """Remove an archive with all that is in it; return what it held.

        Raises:
            ArchiveMissingError: There is none of that name.
        """
        found = self.find(name)
        self.drop(name)
        return found
