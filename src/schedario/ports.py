"""The exchangeable parts, as small protocols; implementations live in extract, embed and db."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from schedario.records.care import Breach, Remains
from schedario.records.document import (
    ChunkId,
    DocumentId,
    DocumentRecord,
    FileFacts,
    NewDocument,
    Page,
    PassageEmbedding,
    Problem,
    SpaceSpec,
    Vector,
)
from schedario.records.extraction import Extraction, PictureReading
from schedario.records.filters import Filters, Scope
from schedario.records.job import Job, JobEnd, JobKind, JobRecord, NewJob, Queued, QueueLengths
from schedario.records.search import (
    ChunkFacts,
    ChunkSpan,
    DocumentHead,
    LexemeLike,
    Match,
    Query,
    QueryEmbedding,
    QueryToken,
    RerankPassage,
    SearchAnswer,
    TextRange,
    WeightedWord,
)
from schedario.records.source import KnownFile, NewSource, SeenFile, Source, SourceId, SourceScan
from schedario.records.status import ArchiveStatus, Finding


class PictureTexts(Protocol):
    """Knows what was read on pictures before."""

    def reading(self, sha256: str, engine: str) -> PictureReading | None:
        """Return what an engine read on the picture of these bytes; None when it never did."""
        ...


class Extractor(Protocol):
    """Reads files of any supported kind, one at a time, safely."""

    def extract(self, path: Path, members: Sequence[str] = (), *, pictures: PictureTexts | None = None) -> Extraction:
        """Read a file, or a member of it, within the limits of size, time and memory.

        Args:
            path: The file on disk.
            members: Keys of the members to take out, each of the one before it; see ``Member``.
            pictures: What is known of pictures, so that none is read twice; without it every one is read.

        Raises:
            FileError: One of its children says why the file could not be read.
        """
        ...

    def close(self) -> None:
        """Release what reading needed; calling it twice is fine."""
        ...


class Tokenizer(Protocol):
    """Cuts text into the tokens that the embedder counts."""

    def token_starts(self, text: str) -> Sequence[int]:
        """Return the character offset at which each token begins, ascending, without prefix and end marks."""
        ...


class Embedder(Protocol):
    """Makes vectors of one space."""

    @property
    def space(self) -> SpaceSpec:
        """The space that the vectors belong to."""
        ...

    def load(self) -> None:
        """Make ready what embedding needs; quick when it has been done.

        Raises:
            ModelError: The model could not be made or loaded.
        """
        ...

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """Embed passages, centered by their languages; the result has their order.

        Args:
            texts: The passages.
            languages: ISO 639-1 code of each.
            contexts: What each stands under (file name, headings), which takes part in its vector; empty for none.

        Raises:
            ModelError: The model could not be made, loaded or reached.
        """
        ...

    def embed_query(self, text: str) -> QueryEmbedding:
        """Embed a question, centered without regard to its language.

        Raises:
            ModelError: The model could not be made, loaded or reached; the message has every attempt.
        """
        ...

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """Say how well each passage's tokens match those of a question, -1 to 1; larger is better."""
        ...


class Reranker(Protocol):
    """Judges how well passages answer a question, better than the score can, and slower."""

    @property
    def name(self) -> str:
        """Which one it is and with which model, for people."""
        ...

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        """Return one number for each passage, in their order, on a scale of its own; larger is better.

        Loads what it needs at the first call, and may be called again from another thread after one that was abandoned.

        Raises:
            RerankerError: It cannot be loaded or reached, or could not judge.
        """
        ...

    def close(self) -> None:
        """Release what was loaded; it is loaded again when it is needed. Calling it twice is fine."""
        ...


class DocumentStore(Protocol):
    """Keeps documents with their chunks and vectors; every writing method is one transaction."""

    def by_path(self, path: str, container: DocumentId | None = None) -> DocumentRecord | None:
        """Find what is kept of a file or, with its container, of a member."""
        ...

    def named(self, path: str) -> DocumentRecord | None:
        """Find what is kept of a file or, if there is none of that path, of a member."""
        ...

    def members(self, container: DocumentId) -> Sequence[DocumentRecord]:
        """Return what is kept of the members of a container, by path."""
        ...

    def settle_members(
        self, container: DocumentId, keep: Set[DocumentId], *, content_hash: str, complete: bool
    ) -> None:
        """Remove the members of a container that are no longer in it, and keep whether all others are done.

        A container that was written anew meanwhile, or has lost a member, is not settled.

        Args:
            container: The container.
            keep: The members that it has now.
            content_hash: Of the container as they were read out of it.
            complete: Whether each of them is kept with what became of it.
        """
        ...

    def by_id(self, document: DocumentId) -> DocumentRecord | None:
        """Find a document by its public id."""
        ...

    def by_content_hash(self, content_hash: str) -> DocumentRecord | None:
        """Find the indexed document that was made from these bytes."""
        ...

    def by_text_hash(self, text_hash: str) -> DocumentRecord | None:
        """Find the indexed document that holds this normalised text."""
        ...

    def write(self, document: NewDocument) -> DocumentRecord:
        """Write a document; an earlier version of the same path is replaced and keeps its id.

        When another indexed document holds the same text by the time of writing, the file is kept as its duplicate
        instead, and the returned record says so. Without members those of the earlier version go; with members
        the document is not settled before ``settle_members`` says so.
        """
        ...

    def write_duplicate(
        self, file: FileFacts, *, collection: str, media_type: str, fingerprint: str, original: DocumentId
    ) -> DocumentRecord:
        """Keep a file as a duplicate of an indexed document; what was indexed for its path is removed."""
        ...

    def write_problem(
        self,
        file: FileFacts,
        *,
        collection: str,
        media_type: str,
        fingerprint: str,
        problem: Problem,
        skipped: bool,
    ) -> DocumentRecord:
        """Keep why a file is not indexed; an indexed earlier version stays, goes on answering and is marked stale."""
        ...

    def write_private(self, file: FileFacts) -> DocumentId:
        """Keep an id and a hash of a private note, and nothing else; all that was stored of its path goes with that.

        The id stays the same while path and bytes do.
        """
        ...

    def purge(self) -> bool:
        """Take remains of what became private out of the database's files; False when there are none."""
        ...

    def touch(self, document: DocumentId, file: FileFacts) -> None:
        """Take over a file's new time of change and clear its problem: its content is the one that is indexed."""
        ...

    def remove(self, document: DocumentId) -> bool:
        """Remove a document with all that was made of it, and its members; False when there is none.

        When it was a member, its container is no longer settled, so that it comes back with the next ``add``.
        The first of its duplicates, if any, is left as a file to be indexed anew (see ``orphans``).
        """
        ...

    def orphans(self) -> Sequence[DocumentRecord]:
        """Duplicates whose original is no longer indexed."""
        ...

    def list_documents(
        self, *, under: str = "", status: str = "", limit: int = 1000, offset: int = 0
    ) -> Sequence[DocumentRecord]:
        """List files by path; ``under`` keeps those at or below a path, ``status`` those with that status."""
        ...

    def text(self, document: DocumentId) -> str:
        """Return the whole normalised text; empty when the document has none."""
        ...

    def spans(self, document: DocumentId) -> Sequence[ChunkSpan]:
        """Return where all chunks of a document lie, in order."""
        ...

    def empty_pages(self, document: DocumentId) -> Sequence[Page]:
        """Return the numbered pages of a document that have no text, in order."""
        ...

    def languages(self, limit: int) -> Sequence[str]:
        """Return the languages of most indexed documents, most first, without ``zxx``."""
        ...

    def status(self, fingerprints: frozenset[str]) -> ArchiveStatus:
        """Count what is there; a document with none of the fingerprints is outdated."""
        ...


class FileLocks(Protocol):
    """Keeps a file to one process or thread at a time, on all machines of one archive."""

    def held(self, path: str) -> AbstractContextManager[None]:
        """Hold a file, once whoever holds it has let go; whoever dies lets go."""
        ...


class JobQueue(Protocol):
    """Keeps what is to be done; jobs of one subject never run at the same time."""

    def enqueue(self, jobs: Sequence[NewJob]) -> Queued:
        """Queue jobs in one transaction; of one subject and kind no more than one waits. Parked ones are replaced."""
        ...

    def jobs(self, limit: int) -> Sequence[JobRecord]:
        """Return what runs, then what is parked, then what waits in the order of its turns."""
        ...

    def lengths(self) -> QueueLengths:
        """Count what is in the queue."""
        ...

    def retry_parked(self, subjects: Sequence[str] = ()) -> int:
        """Let parked jobs wait again, all or those of some subjects, with all their attempts; returns how many."""
        ...

    def forget_parked(self, subjects: Sequence[str]) -> None:
        """Drop parked indexing jobs of files that were brought in otherwise."""
        ...

    def pause(self) -> None:
        """Begin no further job, on any worker; what runs is finished, an analysis gives way."""
        ...

    def resume(self) -> None:
        """Go on."""
        ...


Handler = Callable[[Job, Callable[[], bool]], JobEnd]
"""Does one job. It is given what says whether its turn is over, which an analysis asks before every call of a model:
then it keeps what it has, and returns GAVE_WAY. An exception is a failure of the job."""


class Worker(Protocol):
    """Does the jobs of a queue, in lanes."""

    def run(self, handlers: Mapping[JobKind, Handler], *, interrupt: Callable[[], None], until_empty: bool) -> None:
        """Do jobs until ``stop``, or SIGTERM or SIGINT when this is the main thread.

        Args:
            handlers: What does a job of each kind, called in a thread of its own.
            interrupt: Makes handlers raise ``StoppedError`` soon; called when they take too long to end.
            until_empty: Whether to end as soon as no job is due.

        Raises:
            DatabaseError: The queue cannot be reached any more.
        """
        ...

    def stop(self) -> None:
        """Begin no further job, and end when those in hand are done or given back; a second call gives back at once."""
        ...


class SourceReader(Protocol):
    """Looks at the sources of one kind."""

    def check(self, source: NewSource) -> None:
        """Refuse a source that cannot be kept up to date.

        Raises:
            SourceError: It is not there, or what was said of it cannot be used.
        """
        ...

    def scan(self, source: Source) -> SourceScan:
        """Return what lies in a source; what cannot be looked at is said in the scan, not raised."""
        ...

    def on_disk(self, source: Source, file: SeenFile) -> AbstractContextManager[str]:
        """Give a place on disk where a file can be read, for as long as it is needed."""
        ...

    def holds(self, source: Source, file: str) -> bool:
        """Tell whether a file that is gone would lie on the root's own file system."""
        ...


class ChangeWatch(Protocol):
    """Waits for changes on the disk."""

    def changes(self, roots: Sequence[str]) -> Iterator[frozenset[str]]:
        """Yield the roots below which something changed, once a burst is over; in each quiet second an empty set.

        Nothing is missed from the first value on, however long it takes until the next one is asked for.

        Raises:
            OSError: The operating system does not announce changes.
        """
        ...


class SourceStore(Protocol):
    """Keeps which sources there are and which of their files are settled; every writing method is one transaction."""

    def alone(self) -> AbstractContextManager[bool]:
        """Say whether nobody else makes a pass over the sources, and keep others from it meanwhile."""
        ...

    def all(self) -> Sequence[Source]:
        """Return all sources, by root."""
        ...

    def put(self, source: NewSource) -> None:
        """Keep a source; one of the same root and branch takes over the globs and the interval."""
        ...

    def delete(self, source: SourceId) -> None:
        """Forget a source; its documents stay."""
        ...

    def pause(self, source: SourceId, *, paused: bool) -> None:
        """Leave a source out of passes, or take it in again."""
        ...

    def finish(self, source: SourceId, *, identity: str | None, problem: str) -> None:
        """Keep how a pass over a source ended; the identity is None when its scan was not completed."""
        ...

    def files(self, source: SourceId) -> Sequence[KnownFile]:
        """Return the files of a source that are settled, in no order."""
        ...

    def settle(self, source: SourceId, files: Iterable[tuple[SeenFile, DocumentId, str]]) -> None:
        """Keep files as they were when they were settled, each with its document and the fingerprint of the attempt."""
        ...

    def move(self, document: DocumentId, path: str) -> bool:
        """Give a document, and all that lies in it, another path; False when one of that path is there, or it is gone.

        What was settled of it is forgotten, so that the next pass looks at it.
        """
        ...


class SearchStore(Protocol):
    """Finds chunks."""

    def count_documents(self) -> int:
        """Number of indexed documents."""
        ...

    def scope(self, filters: Filters) -> Scope:
        """Count what passes the filters."""
        ...

    def count_chunks(self) -> int:
        """Number of chunks, read from a kept counter or a cheap count."""
        ...

    def chunks_by_language(self) -> dict[str, int]:
        """Return the number of chunks of the documents in each language."""
        ...

    def nearest(self, vector: Vector, limit: int, scope: Scope | None = None) -> Sequence[Match]:
        """Return the chunks nearest to a vector in the active space, best first; the score is the cosine.

        With a scope only chunks that pass, and as many as asked whenever there are as many.
        """
        ...

    def frequencies(self, lexemes: Sequence[str]) -> dict[str, int]:
        """Return in how many chunks each lexeme occurs; those that occur nowhere are left out."""
        ...

    def lexemes_like(self, likes: Sequence[LexemeLike], limit: int) -> dict[str, int]:
        """Return lexemes that are like these, with the number of chunks that have them.

        Of those with one beginning the first ``limit`` are looked at.
        """
        ...

    def with_words(
        self,
        finding: Sequence[WeightedWord],
        scoring: Sequence[WeightedWord],
        limit: int,
        scope: Scope | None = None,
        *,
        budget: int,
    ) -> Sequence[Match]:
        """Return chunks that have any of the finding words, best first; with a scope only those that pass.

        The score is the sum of the idf of the scoring words that the chunk has; ties go by chunk id. No more chunks are
        looked at than the budget says, unless the scope is exact, which is bounded itself.
        """
        ...

    def facts(self, chunks: Sequence[ChunkId], query: Query) -> Sequence[ChunkFacts]:
        """Return what scoring needs to know of each chunk, in no order; chunks that are gone are left out."""
        ...

    def token_codes(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, bytes]:
        """Return the codes of each chunk's tokens in the active space; chunks that are gone are left out."""
        ...

    def neighbourhood(self, chunks: Sequence[ChunkId], reach: int) -> Sequence[ChunkSpan]:
        """Return where these chunks and up to ``reach`` neighbours on each side lie, by document and ordinal."""
        ...

    def cut(self, ranges: Sequence[TextRange]) -> Sequence[str]:
        """Cut ranges out of the documents' own texts, in the order asked; a range that is gone gives an empty text."""
        ...

    def heads(self, documents: Sequence[DocumentId]) -> dict[DocumentId, DocumentHead]:
        """Return what an answer says of each document; those that are gone are left out."""
        ...


class SearchLog(Protocol):
    """Keeps searches with their traces; never a document's text."""

    def record(self, answer: SearchAnswer) -> None:
        """Keep what was asked, what each step did and which passages came out."""
        ...

    def queries(self, limit: int) -> Sequence[str]:
        """Return what was asked, the newest first, each once."""
        ...

    def clear(self, days: int = 0) -> int:
        """Forget the searches that are older than some days, or all of them; return how many they were."""
        ...


class IndexCare(Protocol):
    """Looks after one archive's tables."""

    def breaches(self) -> Sequence[Breach]:
        """Return every invariant that does not hold, all as of one moment."""
        ...

    def mend(self) -> Sequence[Breach]:
        """Put right what can be, wholly or not at all; return what was broken, and what of it still is."""
        ...

    def remains(self, document: DocumentId) -> Sequence[Remains]:
        """Return every column of the archive's tables that names a document."""
        ...


class Checkable(Protocol):
    """A part that can say how it is."""

    def check(self) -> Sequence[Finding]:
        """Look at the part without changing it; an error is a finding, not an exception."""
        ...
