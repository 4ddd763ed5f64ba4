"""Has a model read what OCR could not read in a document, and indexes the document again with what it said."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from schedario.analyse.pictures import PictureReader
from schedario.errors import AnalysisError, FileChangedError, error_class
from schedario.ingest.fingerprint import SEEN
from schedario.ingest.read_file import ensure_unchanged, read_file
from schedario.ports import VisionReadings
from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.job import JobEnd
from schedario.records.ledger import LedgerEntry, Outcome
from schedario.records.picture import DrawnImage, PictureCounts
from schedario.services.adding import Adding
from schedario.services.document_files import DocumentFiles, LocatedFile


@dataclass(frozen=True, slots=True)
class PictureReading:
    """What models read on the pictures of one archive.

    Attributes:
        readings: What is kept of it.
        reader: The vision model; None when the settings name none, and nothing more is read.
    """

    readings: VisionReadings
    reader: PictureReader | None

    @property
    def model(self) -> str:
        """Name of the vision model; empty for none."""
        return self.reader.model.name if self.reader else ""

    def counts(self, document: DocumentId | None = None) -> PictureCounts:
        """Count what OCR could not read and what became of it, in the archive or a document."""
        engine, most = (self.reader.engine, self.reader.most_calls) if self.reader else ("", 0)
        return replace(self.readings.counts(engine, most, document), model=self.model)

    def documents(self, among: Sequence[DocumentId] | None = None) -> Sequence[DocumentId]:
        """Return the documents with something that the model is still to be asked about; none without a model.

        Args:
            among: Only these; None for all.
        """
        if self.reader is None:
            return ()
        found = self.readings.documents(self.reader.engine, self.reader.most_calls)
        return found if among is None else [document for document in found if document in set(among)]

    def calls(self, among: Sequence[DocumentId] | None = None) -> int:
        """Say how many pictures and pages the model is still to be asked about; see ``documents``."""
        if self.reader is None:
            return 0
        return self.counts().waiting if among is None else sum(self.counts(document).waiting for document in among)

    def ask_again(self, documents: Sequence[DocumentId] | None) -> None:
        """Let the model be asked again about what it gave no answer that could be used, in some documents or in all."""
        self.readings.forget_failures(documents)


@dataclass(frozen=True, slots=True)
class PictureWork:
    """The pictures of the documents of one archive, for a worker.

    Attributes:
        reading: What was read on them, and by whom more is.
        files: Where the documents lie.
        adding: Indexes them again.
        interrupt: Lets a call of the model end soon, with a ``StoppedError``.
    """

    reading: PictureReading
    files: DocumentFiles
    adding: Adding
    interrupt: Callable[[], None] = lambda: None

    def read(self, document: DocumentId, turn_over: Callable[[], bool]) -> JobEnd:
        """Have the model asked about all that a document shows and nobody has read; nothing without a model.

        The document is indexed again when what is known of its pictures has changed, also when the model went away
        in the middle; what gives way is, when its turn comes again.

        Args:
            document: Which; one that is gone is done.
            turn_over: Asked before every call of the model.

        Raises:
            AnalysisError: The model cannot be reached or used.
            StoppedError: It was interrupted.
            FileError: The file cannot be read.
            DatabaseError: The archive cannot be written to.
            ModelError: The embedder cannot be used.
        """
        record = self.adding.documents.by_id(document)
        if record is None or self.reading.reader is None or self.adding.is_private(record):
            return JobEnd.DONE
        draw = partial(self._drawn, record)
        try:
            end = self.reading.reader.read(document, record.language, draw, turn_over)
        except AnalysisError:
            self._index_again(document)
            raise
        if end is JobEnd.DONE:
            self._index_again(document)
        return end

    def _drawn(self, record: DocumentRecord, wanted: Sequence[str]) -> Sequence[DrawnImage]:
        """Take pictures out of a document's file; none when that is not the one that was indexed."""
        with self.files.located(record) as located:
            options, scanned = self.adding.pipeline.options, located.scanned
            if scanned.problem:
                raise scanned.problem
            found = read_file(
                scanned.path, scanned.real, max_bytes=options.max_file_bytes, kept_as=located.around.file.path
            )
            if found.facts.content_hash != located.around.file.content_hash:
                raise FileChangedError(
                    "the file is no longer the one that was indexed", subject=found.facts.path, remedy="Add it again"
                )
            images = self.adding.pipeline.extractor.draw(Path(found.place), located.keys, wanted)
            ensure_unchanged(found)
            return images

    def _index_again(self, document: DocumentId) -> None:
        """Index a document whose pictures were read since its text was made.

        Raises:
            FileError: The file cannot be had now, though perhaps later.
        """
        record = self.adding.documents.by_id(document)
        if record is None or record.fingerprint != SEEN:
            return
        with self.files.located(record) as located:
            for entry in self._entries(record, located):
                if (entry.path, entry.container) == (record.file.path, record.file.container):
                    _require_done(entry)
        self.adding.adopt_orphans()
        self.adding.documents.purge()

    def _entries(self, record: DocumentRecord, located: LocatedFile) -> Sequence[LedgerEntry]:
        pipeline = self.adding.pipeline
        if record.file.container:
            return list(pipeline.run_member(record, located.scanned))
        return list(pipeline.run(located.scanned))


def _require_done(entry: LedgerEntry) -> None:
    if entry.outcome is Outcome.FAILED and error_class(entry.code).retryable:
        raise error_class(entry.code)(entry.reason, subject=entry.path)
