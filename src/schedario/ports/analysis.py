"""What is kept of the analysis of documents, and of the categories that they may be in."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from schedario.records.analysis import (
    Analysis,
    AnalysisSource,
    Category,
    CategoryId,
    Failure,
    Fingerprints,
    ListedCategory,
    ModelSpeed,
    NewAnalysis,
    Wanted,
)
from schedario.records.document import DocumentId


class AnalysisStore(Protocol):
    """The analyses of one archive."""

    def source(self, document: DocumentId) -> AnalysisSource | None:
        """Return what a document is analysed from; None when it is not indexed or has no text."""
        ...

    def has_text(self, document: DocumentId, text_hash: str) -> bool:
        """Tell whether a document is indexed with a text."""
        ...

    def analyses(self, documents: Sequence[DocumentId]) -> Mapping[DocumentId, Analysis]:
        """Return what is kept of documents; those of which nothing is kept are left out."""
        ...

    def write(self, document: DocumentId, text_hash: str, made: NewAnalysis) -> bool:
        """Keep an analysis, and drop the pieces it was made of; False when the document has another text by now."""
        ...

    def fail(self, document: DocumentId, text_hash: str, failure: Failure) -> None:
        """Keep why a document could not be analysed; what presents it stays as it was."""
        ...

    def pieces(self, document: DocumentId) -> Mapping[str, str]:
        """Return the pieces of an unfinished analysis by the hash of what they were made of."""
        ...

    def keep_piece(self, document: DocumentId, text_hash: str, key: str, text: str) -> None:
        """Keep a piece of an unfinished analysis, unless the document has another text by now."""
        ...

    def wanted(
        self,
        now: Fingerprints,
        *,
        extracting: bool,
        documents: Sequence[DocumentId] | None = None,
        everything: bool = False,
    ) -> Sequence[Wanted]:
        """Return documents with text that have no analysis, or one that is stale, by path.

        Args:
            now: The fingerprints in force.
            extracting: Whether no model is set; what a model made is not stale then.
            documents: Only these; None for all.
            everything: Whether each part is wanted although it is not stale, also of documents that failed. Otherwise
                those are left out that failed under these fingerprints.
        """
        ...

    def forget_fingerprints(self, documents: Sequence[DocumentId] | None, *, extracts_only: bool) -> None:
        """Make analyses stale, of some documents or of all, and forget that they failed; or extracts alone."""
        ...

    def forget_failures(self, documents: Sequence[DocumentId]) -> None:
        """Forget that the analyses of documents failed."""
        ...

    def counts(self, now: Fingerprints, *, extracting: bool) -> Mapping[str, int]:
        """Count documents with text ("documents"): those "written", "extracted", "failed", and by stale part."""
        ...

    def categories(self) -> Sequence[Category]:
        """Return all categories by name."""
        ...

    def listed_categories(self) -> Sequence[ListedCategory]:
        """Return all categories by name, with the number of documents in each, which are counted."""
        ...

    def add_category(self, name: str) -> Category | None:
        """Add a category; None when one of that name is there, whatever its case."""
        ...

    def rename_category(self, category: CategoryId, name: str) -> bool:
        """Give a category another name; False when one of that name is there."""
        ...

    def remove_category(self, category: CategoryId) -> None:
        """Remove a category, also from the documents that are in it."""
        ...

    def speed(self, model: str) -> ModelSpeed:
        """Return what the calls of a model took so far."""
        ...

    def note_call(self, model: str, seconds: float) -> None:
        """Count a call of a model."""
        ...


class WordFrequencies(Protocol):
    """How common words are in an archive."""

    def frequencies(self, lexemes: Sequence[str]) -> Mapping[str, int]:
        """Return in how many chunks each lexeme occurs; those that occur in none are left out."""
        ...

    def chunk_count(self) -> int:
        """Return how many chunks there are."""
        ...
