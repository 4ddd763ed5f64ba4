"""The order of the steps for one file."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.errors import (
    FileError,
    FormatUnsupportedError,
    LimitExceededError,
    SchedarioError,
    error_class,
)
from schedario.ingest.chunk import chunk
from schedario.ingest.extract import extract
from schedario.ingest.fingerprint import attempt_fingerprint, fingerprint
from schedario.ingest.language import detect_languages
from schedario.ingest.normalise import text_hash
from schedario.ingest.options import IngestOptions
from schedario.ingest.read_file import FoundFile, read_file, unread_facts
from schedario.ingest.scan import Scanned
from schedario.lexemes import lexemes
from schedario.ports import DocumentStore, Embedder, Extractor, PictureTexts, Tokenizer
from schedario.records.document import (
    Chunk,
    DocumentId,
    DocumentRecord,
    DocumentStatus,
    DocumentText,
    FileFacts,
    NewDocument,
    Problem,
)
from schedario.records.extraction import Extraction
from schedario.records.ledger import LedgerEntry, Outcome


@dataclass(frozen=True, slots=True)
class IngestPipeline:
    """Brings files into an archive, one at a time; what one file does never stops the next."""

    extractor: Extractor
    tokenizer: Tokenizer
    embedder: Embedder
    documents: DocumentStore
    pictures: PictureTexts
    options: IngestOptions
    collection: str
    retry_failed: bool = False

    def run(self, scanned: Scanned) -> LedgerEntry:
        """Index one file, or say why not.

        Raises:
            DatabaseError: The archive cannot be written to; the file is as it was before.
            ModelError: The embedder cannot be used; likewise.
        """
        started = time.perf_counter()
        entry = self._problem(scanned.path, scanned.problem) if scanned.problem else self._file(scanned)
        return replace(entry, seconds=time.perf_counter() - started)

    def _file(self, scanned: Scanned) -> LedgerEntry:
        try:
            found = read_file(scanned.path, scanned.real, max_bytes=self.options.max_file_bytes)
        except LimitExceededError as error:
            unread = unread_facts(scanned.path)
            return self._failure(unread, error) if unread else self._problem(scanned.path, error)
        except FileError as error:
            return self._problem(scanned.path, error)
        facts = found.facts
        known = self.documents.by_path(facts.path)
        settled = self._settled(facts, known) if known and known.file.content_hash == facts.content_hash else None
        if settled:
            return settled
        original = self._indexed_twin(facts)
        if original:
            return self._duplicate(facts, original, original.media_type)
        try:
            return self._index(found)
        except FileError as error:
            return self._failure(facts, error)

    def _settled(self, facts: FileFacts, known: DocumentRecord) -> LedgerEntry | None:
        """Say what is known of a file that is as it was; None when it must be looked at again."""
        if known.status in {DocumentStatus.FAILED, DocumentStatus.SKIPPED}:
            return self._settled_problem(facts, known)
        if known.fingerprint != self._fingerprint:
            return None
        if known.status is DocumentStatus.INDEXED:
            self.documents.touch(known.id, facts)
            return LedgerEntry(facts.path, Outcome.UNCHANGED, known.id, chunks=known.chunks)
        original = self.documents.by_id(known.duplicate_of) if known.duplicate_of else None
        if original and original.status is DocumentStatus.INDEXED:
            return LedgerEntry(facts.path, Outcome.DUPLICATE, known.id, reason=_same_as(original))
        return None

    def _settled_problem(self, facts: FileFacts, known: DocumentRecord) -> LedgerEntry | None:
        """Repeat why a file failed, unless another attempt could end otherwise."""
        problem = known.problem
        if problem is None or self.retry_failed or known.fingerprint != self._attempt or _retryable(problem):
            return None
        outcome = Outcome.SKIPPED if known.status is DocumentStatus.SKIPPED else Outcome.FAILED
        return LedgerEntry(facts.path, outcome, known.id, code=problem.code, reason=problem.message)

    def _indexed_twin(self, facts: FileFacts) -> DocumentRecord | None:
        twin = self.documents.by_content_hash(facts.content_hash)
        return twin if twin and twin.file.path != facts.path and twin.fingerprint == self._fingerprint else None

    def _index(self, found: FoundFile) -> LedgerEntry:
        facts = found.facts
        extracted = extract(self.extractor, found, self.pictures)
        extraction, text = extracted.extraction, extracted.text
        twin = self.documents.by_text_hash(text_hash(text.text))
        if twin and twin.file.path != facts.path:
            return self._duplicate(facts, twin, extraction.media_type)
        record = self.documents.write(self._document(facts, extraction, text))
        if record.status is DocumentStatus.DUPLICATE:
            return self._entry_of_lost_race(facts, record)
        return LedgerEntry(facts.path, Outcome.INDEXED, record.id, chunks=record.chunks, warnings=extraction.warnings)

    def _document(self, facts: FileFacts, extraction: Extraction, text: DocumentText) -> NewDocument:
        pieces = chunk(
            text,
            self.tokenizer,
            size_tokens=self.options.chunk_tokens,
            overlap_tokens=self.options.overlap_tokens,
        )
        texts = [text.text[piece.start : piece.end] for piece in pieces]
        language, languages = detect_languages(texts, self.options.languages)
        return NewDocument(
            file=facts,
            collection=self.collection,
            media_type=extraction.media_type,
            title=extraction.title,
            text=text,
            text_hash=text_hash(text.text),
            language=language,
            chunks=_with_words(pieces, texts, languages),
            vectors=tuple(self.embedder.embed_passages(texts, languages)),
            fingerprint=self._fingerprint,
            warnings=extraction.warnings,
            pictures=extraction.pictures,
        )

    def _duplicate(self, facts: FileFacts, original: DocumentRecord, media_type: str) -> LedgerEntry:
        record = self.documents.write_duplicate(
            facts,
            collection=self.collection,
            media_type=media_type,
            fingerprint=self._fingerprint,
            original=original.id,
        )
        return LedgerEntry(facts.path, Outcome.DUPLICATE, record.id, reason=_same_as(original))

    def _entry_of_lost_race(self, facts: FileFacts, record: DocumentRecord) -> LedgerEntry:
        original = self.documents.by_id(record.duplicate_of) if record.duplicate_of else None
        return LedgerEntry(
            facts.path,
            Outcome.DUPLICATE,
            record.id,
            reason=_same_as(original) if original else "the same text",
        )

    def _failure(self, facts: FileFacts, error: FileError) -> LedgerEntry:
        skipped = isinstance(error, FormatUnsupportedError)
        record = self.documents.write_problem(
            facts,
            collection=self.collection,
            media_type="",
            fingerprint=self._attempt,
            problem=Problem(error.code, error.reason),
            skipped=skipped,
        )
        return _entry_of_error(Path(facts.path), error, record.id)

    def _problem(self, path: Path, error: SchedarioError) -> LedgerEntry:
        """Report a file that has no bytes to remember it by; an indexed version of it stays as it is."""
        known = self.documents.by_path(str(path))
        return _entry_of_error(path, error, known.id if known else None)

    @property
    def _fingerprint(self) -> str:
        return fingerprint(self.options, self.embedder.space)

    @property
    def _attempt(self) -> str:
        return attempt_fingerprint(self.options, self.embedder.space)


def _with_words(pieces: Sequence[Chunk], texts: Sequence[str], languages: Sequence[str]) -> tuple[Chunk, ...]:
    return tuple(
        replace(piece, language=language, lexemes=lexemes(text, language))
        for piece, text, language in zip(pieces, texts, languages, strict=True)
    )


def _entry_of_error(path: Path, error: SchedarioError, document: DocumentId | None) -> LedgerEntry:
    outcome = Outcome.SKIPPED if isinstance(error, FormatUnsupportedError) else Outcome.FAILED
    return LedgerEntry(str(path), outcome, document, code=error.code, reason=error.reason)


def _retryable(problem: Problem) -> bool:
    return error_class(problem.code).retryable


def _same_as(original: DocumentRecord) -> str:
    return f"the same text as {original.name} ({original.id})"
