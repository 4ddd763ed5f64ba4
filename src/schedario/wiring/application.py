"""The composition root: builds every part from the settings and gives the front doors their services."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from schedario.db.database import Archive, Database
from schedario.errors import DatabaseError
from schedario.extract.supervisor import ChildExtractor
from schedario.language_tables import keep_tables_in
from schedario.llm.check import ModelCheck
from schedario.ports import ChatModel, Checkable, Embedder, StructuredModel
from schedario.records.memory import MemoryUse
from schedario.records.status import Finding, Health
from schedario.services.ablation import Ablation
from schedario.services.adding import Adding
from schedario.services.archives import Archives
from schedario.services.asking import Asking
from schedario.services.backups import Backups
from schedario.services.care import Care
from schedario.services.documents import Documents
from schedario.services.evaluation import Evaluation
from schedario.services.extracting import Extracting
from schedario.services.moving import Moving
from schedario.services.overview import Doctor
from schedario.services.picture_reading import PictureWork
from schedario.services.quoting import Alike
from schedario.services.source_files import SourceFiles
from schedario.services.working import Lane, Working
from schedario.settings import LoadedSettings, Settings, with_values
from schedario.settings.tunable import for_archive
from schedario.wiring.analysis import analysis_model, vision_model
from schedario.wiring.archive_services import ArchiveServices, ServiceOptions
from schedario.wiring.assembly import Assembly, OpenedArchive, source_readers
from schedario.wiring.chat import chat_model
from schedario.wiring.embedder import Embedders
from schedario.wiring.memory import memory_uses
from schedario.wiring.options import (
    ingest_options,
    limits,
    measured_settings,
    ocr_options,
    worker_options,
)
from schedario.wiring.reranker import Rerankers

_HELD_LANGUAGES = 5
"""More languages make OCR slower and no better."""


class Application:
    """All parts, made when first needed and closed together."""

    def __init__(self, loaded: LoadedSettings) -> None:
        self._loaded = loaded
        self.settings: Settings = loaded.values
        self._database: Database | None = None
        self._extractors: list[ChildExtractor] = []
        self._rerankers = Rerankers(self.settings)
        self._embedders = Embedders(self.settings)
        keep_tables_in(self.settings.home / "models")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release what was opened; the embedded server stops with the last of its users."""
        for extractor in self._extractors:
            extractor.close()
        self._extractors.clear()
        self._rerankers.close()
        for name in ("_chat", "_analysis_model", "_vision_model"):
            if model := self.__dict__.get(name):
                model.close()
        self._embedders.close()
        if self._database:
            self._database.close()
            self._database = None

    @contextmanager
    def archive(
        self,
        name: str,
        *,
        create: bool = False,
        retry_failed: bool = False,
        keep_searches: bool = True,
        exact_space: bool = False,
    ) -> Iterator[ArchiveServices]:
        """Open an archive.

        Args:
            name: Its name.
            create: Whether to make it when there is none.
            retry_failed: Whether files that failed before are tried again although they have not changed.
            keep_searches: Whether searches are kept, where the setting of this name allows it.
            exact_space: Whether an archive is refused that was embedded by another model than the settings name.

        Raises:
            ArchiveNameError: The name is not allowed.
            ArchiveMissingError: There is no such archive and it is not to be created.
            DatabaseError: The database cannot be used.
            SpaceMismatchError: It is refused for that.
            ModelError: The archive is new and its model cannot be used; it is not made.
        """
        opened, embedder = self._open(name, create=create, exact_space=exact_space)
        settings = self.settings_of(opened)
        with closing(self._archive_extractor(opened, settings)) as extractor:
            # What is measured is asked, and nobody works on its queue.
            options = ServiceOptions(retry_failed, keep_searches, analyse_later=not exact_space)
            notices = [_passage_notice(folder) for folder in self.database.opened_folders]
            archive = OpenedArchive(opened, settings, embedder, extractor)
            yield ArchiveServices(self._assembly, archive, options, notices)

    @contextmanager
    def worker(self, name: str, *, lanes: int | None = None) -> Iterator[Working]:
        """Open what does the jobs of an archive, which is made if there is none.

        Args:
            name: Its name.
            lanes: Jobs at once, instead of the setting's.

        Raises:
            ArchiveNameError: The name is not allowed.
            DatabaseError: The database cannot be used.
            ModelError: The archive is new and its model cannot be used; it is not made.
        """
        options = worker_options(self.settings)
        options = replace(options, lanes=options.lanes if lanes is None else lanes)
        opened, embedder = self._open(name, create=True)
        settings = self.settings_of(opened)
        with ExitStack() as extractors:
            made = [self._archive_extractor(opened, settings) for _ in range(options.lanes)]
            for extractor in made:
                extractors.callback(extractor.close)
            archives = [OpenedArchive(opened, settings, embedder, extractor) for extractor in made]
            ways = [self._lane(archive) for archive in archives]
            documents = Documents(opened.documents, Adding(ways[0].files.pipeline, opened.documents, opened.queue))
            analysing = self._assembly.analysing(archives[0], documents, self._assembly.analysis_rules(archives[0]))
            yield Working(self.database.worker(opened, options), ways, analysing)

    def _lane(self, opened: OpenedArchive) -> Lane:
        archive, pipeline = opened.archive, self._assembly.pipeline(opened)
        adding = Adding(pipeline, archive.documents, archive.queue)
        files = SourceFiles(archive.sources, source_readers(opened.settings), pipeline, adding)
        pictures = self._assembly.picture_work(opened, adding)
        return Lane(files, lambda: _interrupt(opened.extractor, pictures), pictures)

    def archives(self) -> Sequence[str]:
        """Return the names of all archives."""
        return self.database.archives()

    def all_archives(self) -> Archives:
        """Return the service that lists and removes archives."""
        return Archives(self.database.archive_figures, self._drop)

    def _drop(self, name: str) -> bool:
        dropped = self.database.drop_archive(name)
        shutil.rmtree(self._originals / name, ignore_errors=True)
        return dropped

    def backups(self) -> Backups:
        """Return the service that backs archives up and restores them."""
        return Backups(
            write=lambda name, path, *, replace: self.database.back_up(name, path, self._originals, replace=replace),
            read=lambda path, name: self.database.restore(path, name, self._originals),
        )

    @contextmanager
    def moving(self, url: str, switch: Callable[[], None]) -> Iterator[Moving]:
        """Open the service that moves all archives to another database.

        Args:
            url: Of that database; empty for the embedded server.
            switch: Makes it the one in use from now on.
        """
        with Database.open(home=self.settings.home, url=url) as target:
            yield Moving(
                queues=lambda: {
                    name: self.database.archive(name, create=False).queue.lengths() for name in self.database.archives()
                },
                move=lambda keep: self.database.move_to(target, self.settings.home, switch, keep=keep),
            )

    def care(self, name: str) -> Care:
        """Return the service that looks after an archive; it needs no model.

        Raises:
            ArchiveNameError: The name is not allowed.
            ArchiveMissingError: There is no such archive.
            DatabaseError: The database cannot be used.
        """
        archive = self.database.archive(name, create=False)
        return Care(archive.documents, archive.integrity, archive.runs, self.settings.home)

    def evaluation(self) -> Evaluation:
        """Return the service that measures retrieval; its archives are made as needed."""
        return Evaluation(
            make_archive=lambda name: self.archive(name, create=True, keep_searches=False, exact_space=True),
            open_archive=lambda name: self.archive(name, keep_searches=False, exact_space=True),
            settings=measured_settings(self.settings),
            folder=self.settings.home / "evaluations",
        )

    def ablation(self) -> Ablation:
        """Return the service that measures what each part of the search is worth."""
        return Ablation(self._evaluation_under)

    @contextmanager
    def _evaluation_under(self, changed: Mapping[str, str], variant: str) -> Iterator[Evaluation]:
        """Open the service that measures under other settings, with parts of its own."""
        loaded = with_values(self.settings, changed)
        with Application(loaded) as other:
            yield replace(other.evaluation(), variant=variant)

    def extracting(self) -> Extracting:
        """Return the service that reads files without an archive."""
        return Extracting(self.extractor, limits(self.settings).file_bytes)

    def doctor(self) -> Doctor:
        """Return the service that looks at all parts."""
        return Doctor(
            self.settings.home, [_DatabasePart(self), *self._embedders.parts(), *self._written_by(), self.extractor]
        )

    def memory(self) -> Sequence[MemoryUse]:
        """Say what the processes hold in memory."""
        return memory_uses(self.database.server_pid)

    def asking(self, alike: Alike) -> Asking:
        """Return the service that makes an answer in sentences of what a search found.

        Args:
            alike: Says how like a question sentences are, by the embedder of the archive that was searched.
        """
        return Asking(self._chat, ingest_options(self.settings).languages, self.settings.chat_context, alike)

    @cached_property
    def _assembly(self) -> Assembly:
        return Assembly(
            self._loaded,
            self._embedders,
            self._rerankers,
            self.asking,
            lambda: self._analysis_model,
            self._originals,
            lambda: self._vision_model,
        )

    @property
    def _originals(self) -> Path:
        """Where the files lie that were sent, in a folder for each archive."""
        return self.settings.home / "originals"

    @cached_property
    def extractor(self) -> ChildExtractor:
        """The reader of files; its process starts with the first file."""
        extractor = ChildExtractor(limits(self.settings), ocr=lambda: ocr_options(self.settings))
        self._extractors.append(extractor)
        return extractor

    @cached_property
    def _chat(self) -> ChatModel | None:
        return chat_model(self.settings)

    @cached_property
    def _analysis_model(self) -> StructuredModel | None:
        return analysis_model(self.settings)

    @cached_property
    def _vision_model(self) -> StructuredModel | None:
        return vision_model(self.settings)

    def _written_by(self) -> Sequence[Checkable]:
        models = {"chat": self._chat, "analysis": self._analysis_model, "vision": self._vision_model}
        return [ModelCheck(part, model) for part, model in models.items() if model]

    @property
    def database(self) -> Database:
        """The database; connected at its first use."""
        if self._database is None:
            url = self.settings.database_url
            self._database = Database.open(
                home=self.settings.home,
                url=url.get_secret_value() if url else "",
                stalled_seconds=self.settings.worker_stalled_seconds,
            )
        return self._database

    def _open(self, name: str, *, create: bool, exact_space: bool = False) -> tuple[Archive, Embedder]:
        """Open an archive with its embedder; a new one is made only when its model can be used."""
        if create and name not in self.database.archives():
            self._embedders.prepare()
        opened = self.database.archive(name, create=create)
        return opened, self._embedders.bind(opened.spaces, exact=exact_space)

    def settings_of(self, archive: Archive) -> Settings:
        """Return the settings that hold for an archive.

        Raises:
            SettingError: One of its own has a value that is not allowed.
        """
        return for_archive(self._loaded, archive.overrides.all()).values

    def _archive_extractor(self, archive: Archive, settings: Settings) -> ChildExtractor:
        """Make a reader that knows the languages of an archive's documents, as they are when its process starts."""
        return ChildExtractor(
            limits(settings),
            ocr=lambda: ocr_options(settings, archive.documents.languages(limit=_HELD_LANGUAGES)),
        )


def _interrupt(extractor: ChildExtractor, pictures: PictureWork) -> None:
    extractor.interrupt()
    pictures.interrupt()


@dataclass(frozen=True, slots=True)
class _DatabasePart:
    """Looks at the database, also when it cannot be opened."""

    application: Application

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        try:
            return self.application.database.check().check()
        except DatabaseError as error:
            return [Finding("database", Health.MISSING, f"{error.what}: {error.subject}", error.remedy)]


def _passage_notice(folder: Path) -> str:
    return f"note: {folder} was made passable (not readable) for the database's own user, since root may not run it"
