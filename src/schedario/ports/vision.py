"""What is kept of what a model that sees makes of pictures and pages."""

from collections.abc import Sequence
from typing import Protocol

from schedario.records.document import DocumentId
from schedario.records.picture import PictureCounts, VisionAttempt, WaitingImage


class VisionReadings(Protocol):
    """Keeps what a model made of each picture and page that OCR could not read, once for an archive."""

    def waiting(self, document: DocumentId, engine: str) -> Sequence[WaitingImage]:
        """Return what a model is still to be asked about in a document, in order, each once.

        Args:
            document: Which.
            engine: The model; what another one read waits for it.
        """
        ...

    def calls(self, document: DocumentId, engine: str) -> int:
        """Count how often a model was called for the pictures and pages of a document."""
        ...

    def asked(self, sha256: str, engine: str) -> VisionAttempt | None:
        """Return how asking a model about a picture or page ended, without what it read; None when it was not asked."""
        ...

    def put(self, attempt: VisionAttempt, *, outdated: str) -> None:
        """Keep how asking about a picture ended, while some document shows it; an earlier reading outlives a failure.

        Args:
            attempt: How it ended.
            outdated: Fingerprint that the documents get which show it, when what is known of it has changed.
        """
        ...

    def forget_failures(self, documents: Sequence[DocumentId] | None) -> None:
        """Let a model be asked again about what it gave no answer that could be used, in some documents or in all."""
        ...

    def documents(self, engine: str, most_calls: int) -> Sequence[DocumentId]:
        """Return the documents with something that a model is still to be asked about, and may be, by id.

        Args:
            engine: The model.
            most_calls: Calls for one document, at most.
        """
        ...

    def counts(self, engine: str, most_calls: int, document: DocumentId | None = None) -> PictureCounts:
        """Count what OCR could not read, in an archive or a document.

        Args:
            engine: The model; empty for none.
            most_calls: Calls for one document, at most.
            document: Which; None for all.
        """
        ...
