"""How the doctor sees a model that writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from schedario.errors import ModelError
from schedario.records.status import Finding, Health


class Ready(Protocol):
    """A model that says whether it can be asked."""

    def ready(self) -> str:
        """Say in words that it can; raises ``ModelError`` when it cannot."""
        ...


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """Looks whether a model can be asked; without one nothing is missing: what it writes is quoted or extracted.

    Attributes:
        part: Which model of the settings it is.
    """

    part: str
    model: Ready

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        try:
            return [Finding(self.part, Health.OK, self.model.ready())]
        except ModelError as error:
            return [Finding(self.part, Health.WARNING, f"{error.what}: {error.subject}", error.remedy)]
