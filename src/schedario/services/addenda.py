"""Hangs notes on documents, lists them and takes them off; the files themselves are not touched."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from schedario.errors import AddendumError
from schedario.ingest.addendum import addendum
from schedario.ingest.pipeline import IngestPipeline
from schedario.records.document import DocumentId, DocumentRecord, NewDocument
from schedario.services.documents import Documents


@dataclass(frozen=True, slots=True)
class Addendum:
    """A note on a document.

    Attributes:
        id: Its own public id.
        document: The document that it hangs on.
        written: When, UTC.
        text: As it was written, normalised.
    """

    id: DocumentId
    document: DocumentId
    written: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Addenda:
    """The addenda of one archive."""

    documents: Documents
    pipeline: IngestPipeline

    def add(self, document: str, text: str) -> Addendum:
        """Hang a note on a document; it is found from now on.

        Raises:
            DocumentUnknownError: No document has the id or path.
            AddendumError: The document is an addendum itself, or the text cannot be one.
            FileError: The document was removed meanwhile.
            ModelError: The embedder cannot be used.
        """
        record = self.documents.show(document)
        if record.file.addendum:
            raise AddendumError(
                "an addendum hangs on a document, not on another addendum", subject=document, remedy="Name the document"
            )
        return self._of(self.pipeline.written(lambda: _kept(addendum(self.pipeline, record, text))))

    def of(self, document: str) -> Sequence[Addendum]:
        """Return the addenda of a document, the oldest first.

        Raises:
            DocumentUnknownError: No document has the id or path.
        """
        return [self._of(record) for record in self.documents.store.addenda(self.documents.show(document).id)]

    def remove(self, addendum_id: str) -> Addendum:
        """Remove an addendum for good; what it said is returned.

        Raises:
            AddendumError: No addendum has the id.
        """
        record = self.documents.store.by_id(DocumentId(addendum_id.strip().lower()))
        if record is None or not record.file.addendum:
            raise AddendumError(
                "not the id of an addendum", subject=addendum_id, remedy="'schedario addendum list' shows them"
            )
        found = self._of(record)
        self.documents.store.remove(record.id)
        return found

    def _of(self, record: DocumentRecord) -> Addendum:
        written = record.first_seen or record.indexed_at
        text = self.documents.store.text(record.id)
        return Addendum(record.id, DocumentId(record.file.container or ""), written, text)


def _kept(made: NewDocument) -> NewDocument:
    """Let the same words on another document make neither a duplicate nor a version."""
    return replace(made, text_hash=made.file.content_hash, sketch=())
