"""What is built for one archive out of the parts that all archives share."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from schedario.analyse.pictures import PictureReader
from schedario.db.database import Archive
from schedario.extract.supervisor import ChildExtractor
from schedario.ingest.fingerprint import SEEN
from schedario.ingest.pipeline import IngestPipeline
from schedario.ports import Embedder, SourceReader, StructuredModel
from schedario.records.source import SourceKind
from schedario.services.abandoning import Abandonable
from schedario.services.adding import Adding
from schedario.services.analysing import Analysing
from schedario.services.analysis_rules import AnalysisRules
from schedario.services.asking import Asking
from schedario.services.document_files import DocumentFiles
from schedario.services.documents import Documents
from schedario.services.picture_reading import PictureReading, PictureWork
from schedario.services.quoting import Alike
from schedario.settings import LoadedSettings, Settings
from schedario.sources.folder import FolderReader
from schedario.sources.git import GitReader
from schedario.wiring.analysis import extract_of, server_memory
from schedario.wiring.embedder import Embedders
from schedario.wiring.options import ingest_options, limits
from schedario.wiring.reranker import Rerankers


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
