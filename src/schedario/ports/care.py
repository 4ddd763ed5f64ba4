"""What looks at the parts, and mends what is wrong."""

from collections.abc import Sequence
from typing import Protocol

from schedario.records.care import Breach, Remains
from schedario.records.document import DocumentId
from schedario.records.status import Finding


class IndexCare(Protocol):
    """Looks after one archive's tables."""

    def breaches(self) -> Sequence[Breach]:
        """Return every invariant that does not hold, all as of one moment."""
        ...

    def mend(self) -> Sequence[Breach]:
        """Put right what can be, wholly or not at all; return what was broken, and what of it still is."""
        ...

    def remains(self, documents: Sequence[DocumentId]) -> Sequence[Remains]:
        """Return every column of the archive's tables that names one of some documents."""
        ...


class Checkable(Protocol):
    """A part that can say how it is."""

    def check(self) -> Sequence[Finding]:
        """Look at the part without changing it; an error is a finding, not an exception."""
        ...
