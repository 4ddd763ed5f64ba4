"""The order of the steps for one file, and for the files that lie in it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from schedario.errors import (
    FileChangedError,
    FileError,
    FormatUnsupportedError,
    LimitExceededError,
    SchedarioError,
    SpaceReplacedError,
)
from schedario.ingest.extract import ExtractedText, extract
from schedario.ingest.fingerprint import attempt_fingerprint, fingerprint, fingerprints_in_force, is_shown
from schedario.ingest.incoming import Incoming, MemberCount
from schedario.ingest.make_document import make_document, text_of
from schedario.ingest.normalise import text_hash
from schedario.ingest.options import IngestOptions
from schedario.ingest.privacy import MOST_HEADER_BYTES
from schedario.ingest.read_file import FoundFile, read_beginning, read_file, unread_facts
from schedario.ingest.scan import Scanned, scan_file
from schedario.ingest.settled import Settled, same_as
from schedario.ports import DocumentStore, Embedder, Extractor, FileLocks, PictureTexts, Tokenizer
from schedario.records.analysis import NewAnalysis
from schedario.records.document import (
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
from schedario.records.note import NOTE_SUFFIXES


@dataclass(frozen=True, slots=True)
class _Step:
    """What became of one file, and the members that are to be brought in after it.

    Attributes:
        entry: Its line of the ledger.
        members: Those that lie in it.
        listed_of: Their container as it is kept, when they were just read out of it; else they are those kept of it.
    """

    entry: LedgerEntry
    members: tuple[Incoming, ...] = ()
    listed_of: DocumentRecord | None = None


@dataclass(frozen=True, slots=True)
class IngestPipeline:
    """Brings files into an archive, one at a time; what one file does never stops the next.

    Attributes:
        present: Extracts what presents a document; None for nothing.
        analyse_later: Whether a model is to analyse what is indexed, in a job of its own.
        see_later: Whether a model is to read what nobody could, in the same job.
    """

    extractor: Extractor
    tokenizer: Tokenizer
    embedder: Embedder
    documents: DocumentStore
    pictures: PictureTexts
    locks: FileLocks
    options: IngestOptions
    collection: str
    retry_failed: bool = False
    present: Callable[[NewDocument], NewAnalysis] | None = None
    analyse_later: bool = False
    see_later: bool = False

    def run(self, scanned: Scanned) -> Iterator[LedgerEntry]:
        """Index one file and what lies in it, or say why not; yields the entry of each as soon as it is settled.

        Raises:
            DatabaseError: The archive cannot be written to; the file is as it was before.
            ModelError: The embedder cannot be used; likewise.
        """
        if self.options.privacy.covers(str(scanned.path), scanned.real):
            yield LedgerEntry("", Outcome.PRIVATE)
            return
        if scanned.problem:
            yield self._problem(scanned.path, scanned.problem)
            return
        with self.locks.held(scanned.kept_as or str(scanned.path)):
            yield from self._read_in(scanned)

    def may_be_named(self, scanned: Scanned) -> bool:
        """Tell whether a file was read and is no private note; of another not even the path may be written down."""
        if scanned.problem or self.options.privacy.covers(str(scanned.path), scanned.real):
            return False
        try:
            most = self.options.max_file_bytes
            return not self._is_private(read_file(scanned.path, scanned.real, max_bytes=most, kept_as=scanned.kept_as))
        except FileError:
            return False

    def _read_in(self, scanned: Scanned) -> Iterator[LedgerEntry]:
        started = time.perf_counter()
        path, kept_as, most = scanned.path, scanned.kept_as, self.options.max_file_bytes
        try:
            found = read_file(path, scanned.real, max_bytes=most, kept_as=kept_as)
        except LimitExceededError as error:
            unread = unread_facts(path, kept_as)
            yield self._failure(unread, error) if unread else self._problem(Path(kept_as or path), error)
        except FileError as error:
            yield self._problem(Path(kept_as or path), error)
        else:
            try:
                if self._is_private(found):
                    yield self._private(found.facts)
                    return
            except FileError as error:
                # It may be private, so its path is not kept.
                yield self._problem(Path(kept_as or path), error)
                return
            incoming = Incoming(found.facts, found, MemberCount(self.options.max_members))
            yield from self._bring_in(incoming, started)

    def run_member(self, record: DocumentRecord, scanned: Scanned | None = None) -> Iterator[LedgerEntry]:
        """Index a member anew out of the file that it lies in; nothing when that is not as it was.

        Args:
            record: The member.
            scanned: The file, when it is not read under its own path.

        Raises:
            DatabaseError: The archive cannot be written to.
            ModelError: The embedder cannot be used.
        """
        started = time.perf_counter()
        around, keys = record, [record.file.member_key]
        while around.file.container and (outer := self.documents.by_id(around.file.container)):
            around, keys = outer, [outer.file.member_key, *keys]
        scanned = scanned or scan_file(Path(around.file.path))
        if not scanned.problem:
            with self.locks.held(around.file.path):
                yield from self._read_member(record, around, keys, scanned, started)

    def _read_member(
        self, record: DocumentRecord, around: DocumentRecord, keys: list[str], scanned: Scanned, started: float
    ) -> Iterator[LedgerEntry]:
        try:
            found = read_file(scanned.path, scanned.real, max_bytes=self.options.max_file_bytes)
        except FileError as error:
            yield self._problem(Path(record.file.path), error)
            return
        if found.facts.content_hash == around.file.content_hash:
            count = MemberCount(self.options.max_members)
            facts = replace(record.file, modified=found.facts.modified)
            yield from self._bring_in(Incoming(facts, found, count, tuple(keys[1:])), started)

    def _bring_in(self, incoming: Incoming, started: float | None = None) -> Iterator[LedgerEntry]:
        """Settle one file, then each that lies in it, at any depth."""
        begun = time.perf_counter() if started is None else started
        step = self._step(incoming)
        seconds = time.perf_counter() - begun
        yield replace(step.entry, seconds=seconds, container=incoming.facts.container)
        kept: list[DocumentId | None] = []
        for member in step.members:
            for entry in self._bring_in(member):
                if (entry.path, entry.container) == (member.facts.path, member.facts.container):
                    kept.append(entry.document)
                yield entry
        if container := step.listed_of:
            done = {document for document in kept if document}
            self.documents.settle_members(
                container.id, done, content_hash=container.file.content_hash, complete=None not in kept
            )

    def _step(self, incoming: Incoming) -> _Step:
        if problem := incoming.path_problem:
            return _Step(_entry_of_error(Path(incoming.facts.path), problem, None))
        facts = incoming.facts
        known = self.documents.by_path(facts.path, facts.container)
        if known and known.file.content_hash == facts.content_hash and (entry := self._before.entry(facts, known)):
            return self._settled_step(incoming, known, entry)
        if known and known.status is DocumentStatus.INDEXED and (entry := self._before.of_newer_version(facts, known)):
            return _Step(entry)
        try:
            if incoming.problem:
                raise incoming.problem
            if original := self._indexed_twin(incoming):
                entry = self._duplicate(facts, original, original.media_type, original.fingerprint)
                return self._unsettled_step(incoming, original, entry)
            return self._index(incoming)
        except FileError as error:
            return _Step(self._failure(facts, error))

    def _settled_step(self, incoming: Incoming, known: DocumentRecord, entry: LedgerEntry) -> _Step:
        """Go on with the members of a file that is as it was."""
        if known.members_settled:
            return _Step(entry, tuple(incoming.kept(self.documents.members(known.id))))
        original = self.documents.by_id(known.duplicate_of) if known.duplicate_of else None
        return self._unsettled_step(incoming, original or known, entry)

    def _unsettled_step(self, incoming: Incoming, container: DocumentRecord, entry: LedgerEntry) -> _Step:
        """List the members of a container of which some were never brought in, out of the file itself or a copy of it.

        The original may have been moved to where the copy is, before its members were done.
        """
        if container.members_settled is not False or container.file.content_hash != incoming.facts.content_hash:
            return _Step(entry)
        try:
            members = self._extract(incoming).extraction.members
        except FileError as error:
            return _Step(self._failure(incoming.facts, error))
        around = incoming if incoming.is_kept_as(container) else replace(incoming, facts=container.file)
        return _Step(entry, tuple(around.listed(container.id, members)), listed_of=container)

    def _indexed_twin(self, incoming: Incoming) -> DocumentRecord | None:
        twin = self.documents.by_content_hash(incoming.facts.content_hash)
        is_twin = twin and not incoming.is_kept_as(twin) and twin.fingerprint in self._fingerprints
        return twin if is_twin else None

    def _extract(self, incoming: Incoming) -> ExtractedText:
        extracted = extract(self.extractor, incoming.file, incoming.keys, self.pictures)
        incoming.count.add(len(extracted.extraction.members))
        return extracted

    def _index(self, incoming: Incoming) -> _Step:
        facts = incoming.facts
        extracted = self._extract(incoming)
        extraction, text = extracted.extraction, extracted.text
        # A file on disk was asked before; what the reader made of a note is asked again, so that no encoding hides its
        # header.
        asked = facts.container or PurePath(facts.path).suffix.lower() in NOTE_SUFFIXES
        if asked and self.options.privacy.is_private(facts.path, text_of(extraction)):
            return _Step(self._private(facts))
        twin = self.documents.by_text_hash(text_hash(text.text, extraction.members, text.unread))
        if twin and not incoming.is_kept_as(twin):
            return _Step(self._duplicate(facts, twin, extraction.media_type, self._fingerprint(extraction)))
        record = self.written(lambda: self.document(facts, extraction, text, named=facts.path))
        if record.status is DocumentStatus.DUPLICATE:
            return _Step(self._entry_of_lost_race(facts, record))
        members = tuple(incoming.listed(record.id, extraction.members))
        entry = LedgerEntry(
            facts.path,
            Outcome.INDEXED,
            record.id,
            chunks=record.chunks,
            warnings=extraction.warnings,
            unread=len(text.unread),
        )
        return _Step(entry, members, listed_of=record if members else None)

    def written(self, make: Callable[[], NewDocument]) -> DocumentRecord:
        """Make a document and write it; raises as the embedder and ``DocumentStore.write``."""
        try:
            return self.documents.write(make())
        except SpaceReplacedError:
            # Another model became the archive's meanwhile: what was embedded by the one before is embedded anew.
            return self.documents.write(make())

    def document(self, facts: FileFacts, extraction: Extraction, text: DocumentText, *, named: str) -> NewDocument:
        """Make all that is kept of a text; see ``make_document``."""
        made = make_document(
            facts,
            extraction,
            text,
            named=named,
            tokenizer=self.tokenizer,
            embedder=self.embedder,
            options=self.options,
            collection=self.collection,
        )
        # An addendum is presented by what it hangs on, and a text of no characters by its name.
        to_see = self.see_later and bool(text.unread)
        if facts.addendum or not made.text.text:
            return replace(made, to_analyse=to_see)
        to_analyse = self.analyse_later or to_see
        return replace(made, presentation=self.present and self.present(made), to_analyse=to_analyse)

    def _duplicate(self, facts: FileFacts, original: DocumentRecord, media_type: str, made: str) -> LedgerEntry:
        record = self.documents.write_duplicate(
            facts,
            collection=self.collection,
            media_type=media_type,
            fingerprint=made,
            original=original.id,
        )
        return LedgerEntry(facts.path, Outcome.DUPLICATE, record.id, reason=same_as(original))

    def _entry_of_lost_race(self, facts: FileFacts, record: DocumentRecord) -> LedgerEntry:
        original = self.documents.by_id(record.duplicate_of) if record.duplicate_of else None
        return LedgerEntry(
            facts.path,
            Outcome.DUPLICATE,
            record.id,
            reason=same_as(original) if original else "the same text",
        )

    def _failure(self, facts: FileFacts, error: FileError) -> LedgerEntry:
        try:
            record = self.documents.write_problem(
                facts,
                collection=self.collection,
                media_type="",
                fingerprint=self.attempt,
                problem=Problem(error.code, error.reason),
                skipped=isinstance(error, FormatUnsupportedError),
            )
        except FileChangedError as gone:
            return _entry_of_error(Path(facts.path), gone, None)
        return _entry_of_error(Path(facts.path), error, record.id)

    def _is_private(self, found: FoundFile) -> bool:
        """Tell whether a file on disk is a private note.

        It is asked before anything else, since a copy or a failure would be kept with its path.

        Raises:
            FileError: It changed since it was hashed, or cannot be read any more.
        """
        is_note = PurePath(found.facts.path).suffix.lower() in NOTE_SUFFIXES
        content = read_beginning(found, None if is_note else MOST_HEADER_BYTES)
        return self.options.privacy.is_private(found.facts.path, content)

    def _private(self, facts: FileFacts) -> LedgerEntry:
        document = self.documents.write_private(facts)
        return LedgerEntry(f"private:{document}", Outcome.PRIVATE, document)

    def _problem(self, path: Path, error: SchedarioError) -> LedgerEntry:
        """Report a file that has no bytes to remember it by; an indexed version of it stays as it is."""
        known = self.documents.by_path(str(path))
        return _entry_of_error(path, error, known.id if known else None)

    def _fingerprint(self, extraction: Extraction) -> str:
        return fingerprint(self.options, shown=is_shown(extraction))

    @property
    def _before(self) -> Settled:
        return Settled(self.documents, self.options, self.retry_failed)

    @property
    def _fingerprints(self) -> frozenset[str]:
        return fingerprints_in_force(self.options)

    @property
    def attempt(self) -> str:
        """Fingerprint of all but the bytes that decides what becomes of a file."""
        return attempt_fingerprint(self.options)


def _entry_of_error(path: Path, error: SchedarioError, document: DocumentId | None) -> LedgerEntry:
    outcome = Outcome.SKIPPED if isinstance(error, FormatUnsupportedError) else Outcome.FAILED
    return LedgerEntry(str(path), outcome, document, code=error.code, reason=error.reason)
