"""Does what is in the queue, until it is told to stop: files are brought in, documents analysed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from schedario.errors import FileError, error_class
from schedario.ports import Worker
from schedario.records.document import DocumentId
from schedario.records.job import Job, JobEnd, JobKind
from schedario.records.ledger import LedgerEntry, Outcome
from schedario.services.abandoning import Abandonable
from schedario.services.analysing import Analysing
from schedario.services.picture_reading import PictureWork
from schedario.services.source_files import SourceFiles


@dataclass(frozen=True, slots=True)
class Lane:
    """What brings in one file at a time.

    Attributes:
        files: Bring it in, with a reader of their own.
        interrupt: Makes that reader stop in the middle of a file.
        pictures: Have those read that OCR could not read, by the same reader; None leaves them unread.
    """

    files: SourceFiles
    interrupt: Callable[[], None]
    pictures: PictureWork | None = None

    def index(self, job: Job) -> Iterator[LedgerEntry]:
        """Bring in the file of a job; raises as ``Adding.index``."""
        if job.met:
            return self.files.index_queued(job.met, retry_failed=job.retry_failed)
        return self.files.adding.index(Path(job.subject), retry_failed=job.retry_failed)


class Working:
    """The worker of one archive."""

    def __init__(self, worker: Worker, lanes: Sequence[Lane], analysing: Analysing) -> None:
        self._worker = worker
        self._lanes = lanes
        self._analysing = analysing
        self._model = Abandonable(analysing.model) if analysing.model else None
        self._free: SimpleQueue[Lane] = SimpleQueue()
        for lane in lanes:
            self._free.put(lane)

    def run(
        self,
        on_entry: Callable[[LedgerEntry], None],
        *,
        on_analysed: Callable[[DocumentId], None] = lambda _: None,
        until_empty: bool = False,
    ) -> None:
        """Do jobs until ``stop``, or SIGTERM or SIGINT when this is the main thread.

        Args:
            on_entry: Told of each file, and of each that lies in it, as soon as it is settled; called in many threads.
            on_analysed: Told of each document that was analysed; likewise.
            until_empty: Whether to end as soon as no job is due.

        Raises:
            DatabaseError: The queue cannot be reached any more; what was written stays.
        """

        def index(job: Job, turn_over: Callable[[], bool]) -> JobEnd:
            return self._index(job, on_entry)

        def analyse(job: Job, turn_over: Callable[[], bool]) -> JobEnd:
            end = self._analyse(DocumentId(job.subject), turn_over)
            if end is JobEnd.DONE:
                on_analysed(DocumentId(job.subject))
            return end

        handlers = {JobKind.INDEX: index, JobKind.ANALYSE: analyse}
        self._worker.run(handlers, interrupt=self._interrupt, until_empty=until_empty)

    def stop(self) -> None:
        """Begin no further job; see ``Worker.stop``."""
        self._worker.stop()

    def _index(self, job: Job, on_entry: Callable[[LedgerEntry], None]) -> JobEnd:
        """Bring a file in; what a repetition may mend is a failure of the job, the rest is in the ledger.

        Raises:
            FileError: The file cannot be had now, though perhaps later.
        """
        entries = {}
        with self._lane() as lane:
            for entry in lane.index(job):
                entries[entry.path, entry.container] = entry
                on_entry(entry)
        own = entries.get((job.subject, None))
        if own and own.outcome is Outcome.FAILED and error_class(own.code).retryable:
            raise error_class(own.code)(own.reason)
        return JobEnd.DONE

    def _analyse(self, document: DocumentId, turn_over: Callable[[], bool]) -> JobEnd:
        """Have the pictures of a document read, which changes its text, and then make its analysis.

        Raises:
            FileError: The file cannot be had now; what is known of it was analysed.
            AnalysisError: A model gave no answer, or none that can be used.
        """
        problem: FileError | None = None
        try:
            if self._read_pictures(document, turn_over) is JobEnd.GAVE_WAY:
                return JobEnd.GAVE_WAY
        except FileError as error:
            problem = error
        end = self._analysing.analyse(document, turn_over, self._model)
        # Why a job failed is kept with it; of what is gone or private nothing is to be kept.
        if problem and end is JobEnd.DONE and self._analysing.is_there(document):
            raise problem
        return end

    def _read_pictures(self, document: DocumentId, turn_over: Callable[[], bool]) -> JobEnd:
        with self._lane() as lane:
            return lane.pictures.read(document, turn_over) if lane.pictures else JobEnd.DONE

    @contextmanager
    def _lane(self) -> Iterator[Lane]:
        lane = self._free.get()
        try:
            yield lane
        finally:
            self._free.put(lane)

    def _interrupt(self) -> None:
        if self._model:
            self._model.interrupt()
        for lane in self._lanes:
            lane.interrupt()
