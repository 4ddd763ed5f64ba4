"""By what a document is called, and why one is not as it should be: words that all other records use."""

from dataclasses import dataclass
from typing import NewType

DocumentId = NewType("DocumentId", str)
"""Eight lower-case letters and digits; what people and agents call a document by."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a file, its newest version or its analysis is not there.

    Attributes:
        code: A code of ``schedario.errors``.
        message: One line for a person.
    """

    code: str
    message: str
