"""The services over one archive, built from what the application has and what belongs to the archive alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from schedario.ingest.options import IngestOptions
from schedario.ingest.pipeline import IngestPipeline
from schedario.search.pipeline import SearchPipeline
from schedario.search.respell import Respelling
from schedario.services.addenda import Addenda
from schedario.services.adding import Adding
from schedario.services.analysing import Analysing
from schedario.services.analysis_rules import AnalysisRules
from schedario.services.asking import Asking
from schedario.services.categories import Categories
from schedario.services.documents import Documents
from schedario.services.inbox import Inbox
from schedario.services.labelling import Labelling
from schedario.services.likeness import Likeness
from schedario.services.lookup import Lookup
from schedario.services.marking import Marking
from schedario.services.notes import Notes
from schedario.services.originals import Originals
from schedario.services.overview import Overview
from schedario.services.page_images import PageImages
from schedario.services.picture_reading import PictureReading
from schedario.services.queueing import Queueing
from schedario.services.reading import Reading
from schedario.services.reindexing import Reindexing
from schedario.services.searching import Searching
from schedario.services.sourcing import Sourcing
from schedario.services.spaces import EmbeddingSpaces
from schedario.services.syncing import Syncing
from schedario.services.tokens import Tokens
from schedario.services.tuning import Tuning
from schedario.services.versions import Versions
from schedario.services.watching import Watching
from schedario.settings.tunable import TUNABLE, for_archive, setting_states
from schedario.sources.watch import FolderWatch
from schedario.wiring.assembly import Assembly, OpenedArchive, source_readers
from schedario.wiring.options import ingest_options, limits, search_options


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """For whom services are made.

    Attributes:
        retry_failed: Whether files that failed before are tried again although they have not changed.
        keep_searches: Whether searches are kept, where the setting of this name allows it.
        analyse_later: Whether what is indexed is queued for the models of the second phase that the settings name.
    """

    retry_failed: bool
    keep_searches: bool
    analyse_later: bool


class ArchiveServices:
    """Everything that can be done with one archive.

    A service is made when it is first asked for. Two threads that come at once may each make one, which makes no
    difference: those that hold anything are made with this object.

    Attributes:
        notices: What must be told of the database.
        watching: Follows the folders.
        page_images: Draws pages of documents.
    """

    def __init__(
        self, assembly: Assembly, opened: OpenedArchive, options: ServiceOptions, notices: Sequence[str]
    ) -> None:
        self._assembly = assembly
        self._opened = opened
        self._archive = opened.archive
        self._settings = opened.settings
        self._options = options
        self.notices = notices
        self.watching = Watching(self._archive.sources, self.syncing, FolderWatch())
        self.page_images = PageImages(self.documents, self.originals, opened.extractor)

    @cached_property
    def adding(self) -> Adding:
        """Brings files in."""
        return Adding(self._pipeline, self._archive.documents, self._archive.queue)

    @cached_property
    def addenda(self) -> Addenda:
        """Keeps what people add to a document."""
        return Addenda(self.documents, self._pipeline)

    @cached_property
    def documents(self) -> Documents:
        """Finds, lists and removes documents."""
        return Documents(self._archive.documents, self.adding, self.originals.discard, self._analysis_rules)

    @cached_property
    def searching(self) -> Searching:
        """Answers questions with passages."""
        keep = partial(self._archive.runs.record, days=self._settings.keep_searches_days)
        kept = self._options.keep_searches and self._settings.keep_searches
        return Searching(self._search, keep if kept else None, self.versions, self._ingest, self._analysis_rules)

    @cached_property
    def reading(self) -> Reading:
        """Opens one document: outline, sections, answers."""
        return Reading(self.documents, self.searching, self._settings.answer_characters, self.pictures)

    @cached_property
    def likeness(self) -> Likeness:
        """Compares texts by meaning."""
        return Likeness(self._opened.embedder)

    @cached_property
    def marking(self) -> Marking:
        """Says what to mark in passages."""
        return Marking(self._archive.search, self._ingest.languages, self.likeness)

    @cached_property
    def asking(self) -> Asking:
        """Answers in sentences."""
        return self._assembly.asking(self.likeness)

    @cached_property
    def labelling(self) -> Labelling:
        """Makes labelled questions out of kept searches."""
        name = self._archive.name
        return Labelling(
            name,
            # What is labelled is no search of a person's.
            Searching(self._search, None, self.versions, self._ingest),
            self.documents,
            self._archive.runs,
            self._ingest.languages,
            self._assembly.loaded.values.home / "labelled" / name,
        )

    @cached_property
    def overview(self) -> Overview:
        """Counts, and says how fresh all is."""
        return Overview(
            self._archive.documents,
            self._archive.queue,
            self._archive.sources,
            self._ingest,
            self.spaces.state,
            self.analysing.coverage,
            self.pictures.counts,
        )

    @cached_property
    def queueing(self) -> Queueing:
        """Queues files, and shows what is queued."""
        return Queueing(self._archive.queue)

    @cached_property
    def reindexing(self) -> Reindexing:
        """Reads outdated documents again."""
        return Reindexing(self.documents, self.adding, self.syncing)

    @cached_property
    def spaces(self) -> EmbeddingSpaces:
        """Builds embeddings of another model."""
        embedders = self._assembly.embedders
        return EmbeddingSpaces(
            self._archive.spaces,
            self._archive.building,
            embedders.configured,
            embedders.tokenizer,
            self.documents.outdated,
        )

    @cached_property
    def syncing(self) -> Syncing:
        """Brings sources up to date."""
        readers = source_readers(self._settings)
        return Syncing(self._archive.sources, readers, self._archive.documents, self._pipeline, self.adding)

    @cached_property
    def sourcing(self) -> Sourcing:
        """Keeps the list of sources."""
        return Sourcing(self._archive.sources, self.syncing)

    @cached_property
    def notes(self) -> Notes:
        """Finds notes, and what links to what."""
        return Notes(self._archive.notes, self.documents, self._ingest.languages)

    @cached_property
    def versions(self) -> Versions:
        """Says which documents are versions of one."""
        return Versions(self._archive.sketches)

    @cached_property
    def originals(self) -> Originals:
        """Keeps the files that were sent."""
        return Originals(self._assembly.originals / self._archive.name, limits(self._settings).file_bytes)

    @cached_property
    def tokens(self) -> Tokens:
        """Makes and revokes tokens."""
        return Tokens(self._archive.tokens)

    @cached_property
    def tuning(self) -> Tuning:
        """Changes settings of the archive."""
        loaded = self._assembly.loaded
        return Tuning(self._archive.overrides, TUNABLE, lambda own: setting_states(for_archive(loaded, own)))

    @cached_property
    def lookup(self) -> Lookup:
        """Finds a document by its name."""
        return Lookup(self._archive.documents)

    @cached_property
    def inbox(self) -> Inbox:
        """Takes new notes."""
        return Inbox(self._settings.inbox, self.queueing.add_later)

    @cached_property
    def analysing(self) -> Analysing:
        """Describes documents."""
        return self._assembly.analysing(self._opened, self.documents, self._analysis_rules)

    @cached_property
    def categories(self) -> Categories:
        """Keeps the list of categories."""
        return Categories(self._archive.analyses)

    @cached_property
    def pictures(self) -> PictureReading:
        """Says what models read on pictures."""
        return self._assembly.picture_reading(self._opened)

    @cached_property
    def _ingest(self) -> IngestOptions:
        return ingest_options(self._settings)

    @cached_property
    def _analysis_rules(self) -> AnalysisRules:
        return self._assembly.analysis_rules(self._opened)

    @cached_property
    def _pipeline(self) -> IngestPipeline:
        made = self._assembly.pipeline(self._opened)
        later = self._options.analyse_later
        return replace(
            made,
            retry_failed=self._options.retry_failed,
            analyse_later=later and made.analyse_later,
            see_later=later and made.see_later,
        )

    @cached_property
    def _search(self) -> SearchPipeline:
        reranking = self._assembly.rerankers.under(self._settings)
        options = search_options(self._settings)
        respelling = Respelling(self._assembly.embedders.tokenizer, options.languages)
        embedder, store = self._opened.embedder, self._archive.search
        return SearchPipeline(self._archive.name, embedder, respelling, store, options, reranking)
