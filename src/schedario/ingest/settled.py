"""What is known already of a file that comes again: that it is as it was, or why another attempt would end alike."""

from dataclasses import dataclass

from schedario.errors import FormatUnsupportedError, error_class
from schedario.ingest.fingerprint import attempt_fingerprint, fingerprints_in_force
from schedario.ingest.options import IngestOptions
from schedario.ports import DocumentStore
from schedario.records.document import DocumentRecord, DocumentStatus, FileFacts, Problem
from schedario.records.ledger import LedgerEntry, Outcome


@dataclass(frozen=True, slots=True)
class Settled:
    """Looks at what became of a file before.

    Attributes:
        documents: What is kept.
        options: The settings in force.
        retry_failed: Whether what failed is tried again although nothing has changed.
    """

    documents: DocumentStore
    options: IngestOptions
    retry_failed: bool

    def entry(self, facts: FileFacts, known: DocumentRecord) -> LedgerEntry | None:
        """Say what is known of a file that is as it was; None when it must be looked at again."""
        if known.file.member_key != facts.member_key:
            self.documents.touch(known.id, facts)
        if known.status in {DocumentStatus.FAILED, DocumentStatus.SKIPPED}:
            return self._problem(facts, known)
        if known.fingerprint not in fingerprints_in_force(self.options):
            return None
        if known.status is DocumentStatus.INDEXED:
            self.documents.touch(known.id, facts)
            return LedgerEntry(facts.path, Outcome.UNCHANGED, known.id, chunks=known.chunks)
        original = self.documents.by_id(known.duplicate_of) if known.duplicate_of else None
        if original and original.status is DocumentStatus.INDEXED:
            return LedgerEntry(facts.path, Outcome.DUPLICATE, known.id, reason=same_as(original))
        return None

    def _problem(self, facts: FileFacts, known: DocumentRecord) -> LedgerEntry | None:
        """Repeat why a file failed, unless another attempt could end otherwise."""
        problem = known.problem
        if (
            problem is None
            or self.retry_failed
            or known.fingerprint != attempt_fingerprint(self.options)
            or _retryable(problem)
        ):
            return None
        outcome = Outcome.SKIPPED if known.status is DocumentStatus.SKIPPED else Outcome.FAILED
        return LedgerEntry(facts.path, outcome, known.id, code=problem.code, reason=problem.message)

    def of_newer_version(self, facts: FileFacts, known: DocumentRecord) -> LedgerEntry | None:
        """Repeat why a newer version of an indexed file failed, unless another attempt could end otherwise."""
        problem, attempt = known.problem, known.attempt
        if problem is None or attempt is None or self.retry_failed or _retryable(problem):
            return None
        if (attempt.content_hash, attempt.fingerprint) != (facts.content_hash, self._attempt):
            return None
        skipped = issubclass(error_class(problem.code), FormatUnsupportedError)
        outcome = Outcome.SKIPPED if skipped else Outcome.FAILED
        return LedgerEntry(facts.path, outcome, known.id, code=problem.code, reason=problem.message)

    @property
    def _attempt(self) -> str:
        return attempt_fingerprint(self.options)


def same_as(original: DocumentRecord) -> str:
    """Say which document a duplicate is one of."""
    return f"the same text as {original.name} ({original.id})"


def _retryable(problem: Problem) -> bool:
    return error_class(problem.code).retryable
