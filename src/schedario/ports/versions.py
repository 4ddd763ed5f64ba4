"""What keeps the sketches by which versions of a document are recognised."""

from collections.abc import Sequence
from typing import Protocol

from schedario.records.document import DocumentId
from schedario.records.version import Sketched


class VersionStore(Protocol):
    """Keeps the sketches of documents; they are written with their document."""

    def sketched(self, documents: Sequence[DocumentId]) -> Sequence[Sketched]:
        """Return documents with their sketches, in no order; those that have none are left out."""
        ...

    def alike(self, document: DocumentId) -> Sequence[Sketched]:
        """Return a document and those that may share much with it, by path; empty when it has no sketch.

        They are bounded in number: of very many, those that share most of the least hashes.
        """
        ...
