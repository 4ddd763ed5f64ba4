"""The services over one archive, built from what the application has and what belongs to the archive alone."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from schedario.analyse.pictures import PictureReader
from schedario.db.database import Archive
from schedario.extract.supervisor import ChildExtractor
from schedario.ingest.fingerprint import SEEN
from schedario.ingest.pipeline import IngestPipeline
from schedario.ports import Embedder, SourceReader, StructuredModel
from schedario.records.source import SourceKind
from schedario.search.pipeline import SearchPipeline
from schedario.services.abandoning import Abandonable
from schedario.services.addenda import Addenda
from schedario.services.adding import Adding
from schedario.services.analysing import Analysing
from schedario.services.analysis_rules import AnalysisRules
from schedario.services.asking import Asking
from schedario.services.categories import Categories
from schedario.services.document_files import DocumentFiles
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
from schedario.services.picture_reading import PictureReading, PictureWork
from schedario.services.queueing import Queueing
from schedario.services.quoting import Alike
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
from schedario.settings import LoadedSettings, Settings
from schedario.settings.tunable import TUNABLE, for_archive, setting_states
from schedario.sources.folder import FolderReader
from schedario.sources.git import GitReader
from schedario.sources.watch import FolderWatch
from schedario.wiring.analysis import extract_of, server_memory
from schedario.wiring.embedder import Embedders
from schedario.wiring.options import ingest_options, limits, search_options
from schedario.wiring.reranker import Rerankers


@dataclass(frozen=True, slots=True)
class ArchiveServices:
    """Everything that can be done with one archive."""

    adding: Adding
    addenda: Addenda
    documents: Documents
    searching: Searching
    reading: Reading
    likeness: Likeness
    marking: Marking
    asking: Asking
    labelling: Labelling
    overview: Overview
    queueing: Queueing
    reindexing: Reindexing
    spaces: EmbeddingSpaces
    syncing: Syncing
    sourcing: Sourcing
    watching: Watching
    notes: Notes
    versions: Versions
    originals: Originals
    page_images: PageImages
    tokens: Tokens
    tuning: Tuning
    lookup: Lookup
    inbox: Inbox
    analysing: Analysing
    categories: Categories
    pictures: PictureReading
    notices: Sequence[str]


@dataclass(frozen=True, slots=True)
class OpenedArchive:
    """An archive that is open.

    Attributes:
        archive: Its stores.
        settings: Those that hold for it.
        embedder: Bound to its space.
        extractor: A reader that knows the languages of its documents.
    """

    archive: Archive
    settings: Settings
    embedder: Embedder
    extractor: ChildExtractor


@dataclass(frozen=True, slots=True)
class Assembly:
    """Builds services out of the parts that all archives share.

    Attributes:
        loaded: The settings, before those of an archive.
        embedders: Models.
        rerankers: By settings.
        asking: Makes the service that answers in sentences; it needs no archive.
        analysis_model: Makes the model that describes documents.
        originals: Where the files lie that were sent, in a folder for each archive.
        vision_model: What reads pictures; None for nothing.
    """

    loaded: LoadedSettings
    embedders: Embedders
    rerankers: Rerankers
    asking: Callable[[Alike], Asking]
    analysis_model: Callable[[], StructuredModel | None]
    originals: Path
    vision_model: Callable[[], StructuredModel | None] = lambda: None

    def services(
        self,
        opened: OpenedArchive,
        *,
        retry_failed: bool,
        keep_searches: bool,
        analyse_later: bool,
        notices: Sequence[str],
    ) -> ArchiveServices:
        """Return all services over an open archive.

        Args:
            opened: The archive.
            retry_failed: Whether files that failed before are tried again although they have not changed.
            keep_searches: Whether searches are kept, where the setting of this name allows it.
            analyse_later: Whether what is indexed is queued for the models of the second phase that the settings name.
            notices: What must be told of the database.
        """
        archive, settings, embedder = opened.archive, opened.settings, opened.embedder
        options = ingest_options(settings)
        pipeline = self.pipeline(opened)
        pipeline = replace(
            pipeline,
            retry_failed=retry_failed,
            analyse_later=analyse_later and pipeline.analyse_later,
            see_later=analyse_later and pipeline.see_later,
        )
        reranking = self.rerankers.under(settings)
        search = SearchPipeline(archive.name, embedder, archive.search, search_options(settings), reranking)
        adding = Adding(pipeline, archive.documents, archive.queue)
        originals = Originals(self.originals / archive.name, limits(settings).file_bytes)
        rules = self.analysis_rules(opened)
        documents = Documents(archive.documents, adding, originals.discard, rules)
        keep = partial(archive.runs.record, days=settings.keep_searches_days)
        versions = Versions(archive.sketches)
        searching = Searching(
            search, keep if keep_searches and settings.keep_searches else None, versions, options, rules
        )
        likeness = Likeness(embedder)
        spaces = EmbeddingSpaces(
            archive.spaces, archive.building, self.embedders.configured, self.embedders.tokenizer, documents.outdated
        )
        queueing = Queueing(archive.queue)
        analysing = self.analysing(opened, documents, rules)
        pictures = self.picture_reading(opened)
        syncing = Syncing(archive.sources, source_readers(settings), archive.documents, pipeline, adding)
        return ArchiveServices(
            adding=adding,
            addenda=Addenda(documents, pipeline),
            documents=documents,
            searching=searching,
            reading=Reading(documents, searching, settings.answer_characters, pictures),
            likeness=likeness,
            marking=Marking(archive.search, options.languages, likeness),
            asking=self.asking(likeness),
            labelling=Labelling(
                archive.name,
                Searching(search, None, versions, options),
                documents,
                archive.runs,
                options.languages,
                self.loaded.values.home / "labelled" / archive.name,
            ),
            overview=Overview(
                archive.documents,
                archive.queue,
                archive.sources,
                options,
                spaces.state,
                analysing.coverage,
                pictures.counts,
            ),
            reindexing=Reindexing(documents, adding, syncing),
            spaces=spaces,
            queueing=queueing,
            syncing=syncing,
            sourcing=Sourcing(archive.sources, syncing),
            notes=Notes(archive.notes, documents, options.languages),
            versions=versions,
            watching=Watching(archive.sources, syncing, FolderWatch()),
            originals=originals,
            page_images=PageImages(documents, originals, opened.extractor),
            tokens=Tokens(archive.tokens),
            tuning=Tuning(archive.overrides, TUNABLE, lambda own: setting_states(for_archive(self.loaded, own))),
            lookup=Lookup(archive.documents),
            inbox=Inbox(settings.inbox, queueing.add_later),
            analysing=analysing,
            categories=Categories(archive.analyses),
            pictures=pictures,
            notices=notices,
        )

    def pipeline(self, opened: OpenedArchive) -> IngestPipeline:
        """Return the way of a file in."""
        archive, settings = opened.archive, opened.settings
        return IngestPipeline(
            extractor=opened.extractor,
            tokenizer=self.embedders.tokenizer,
            embedder=opened.embedder,
            documents=archive.documents,
            pictures=archive.pictures,
            locks=archive.locks,
            options=ingest_options(settings),
            collection=settings.collection,
            present=lambda document: extract_of(document, archive.analyses),
            analyse_later=settings.analysis != "none",
            see_later=settings.vision != "none",
        )

    def analysis_rules(self, opened: OpenedArchive) -> AnalysisRules:
        """Return the settings of the second phase."""
        context, languages = opened.settings.analysis_context, ingest_options(opened.settings).languages
        return AnalysisRules(opened.archive.analyses, self.analysis_model(), context, languages)

    def analysing(self, opened: OpenedArchive, documents: Documents, rules: AnalysisRules) -> Analysing:
        """Return the second phase."""
        archive, settings = opened.archive, opened.settings
        return Analysing(
            documents=documents,
            store=archive.analyses,
            words=archive.analyses,
            queue=archive.queue,
            rules=rules,
            pictures=self.picture_reading(opened),
            memory=lambda: server_memory(settings),
        )

    def picture_reading(self, opened: OpenedArchive) -> PictureReading:
        """Return what models read on an archive's pictures."""
        return self._picture_reading(opened, self.vision_model())

    def _picture_reading(self, opened: OpenedArchive, model: StructuredModel | None) -> PictureReading:
        archive, most = opened.archive, opened.settings.vision_calls
        reader = PictureReader(model, archive.vision, archive.locks, most, SEEN) if model else None
        return PictureReading(archive.vision, reader)

    def picture_work(self, opened: OpenedArchive, adding: Adding) -> PictureWork:
        """Return what has an archive's pictures read.

        Args:
            opened: The archive.
            adding: Indexes documents again.
        """
        archive = opened.archive
        files = DocumentFiles(archive.documents, archive.sources, source_readers(opened.settings))
        model = self.vision_model()
        if model is None:
            return PictureWork(self._picture_reading(opened, None), files, adding)
        left = Abandonable(model)
        return PictureWork(self._picture_reading(opened, left), files, adding, left.interrupt)


def source_readers(settings: Settings) -> dict[SourceKind, SourceReader]:
    """Return what looks into each kind of source."""
    git = GitReader(max_bytes=limits(settings).file_bytes)
    folders = FolderReader(never=(str(settings.home), *map(str, settings.private_folders)))
    return {SourceKind.GIT: git, SourceKind.FOLDER: folders}
