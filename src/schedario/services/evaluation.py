"""Measures retrieval on a dataset, each of its sets indexed into an archive of its own; compares what was measured."""

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schedario.errors import DatasetError, ReportUnknownError
from schedario.evaluate.compare import compare
from schedario.evaluate.datasets import load_dataset
from schedario.evaluate.floor import floor_curve
from schedario.evaluate.page import page
from schedario.evaluate.runner import IndexedCorpus, run
from schedario.evaluate.shares import lost_questions, stage_shares
from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.evaluation import Comparison, EvaluationReport, FloorCurve, QuestionResult
from schedario.records.ledger import Outcome
from schedario.records.search import SearchAnswer
from schedario.services.adding import Adding, Progress
from schedario.services.documents import Documents
from schedario.services.evaluation_json import load_report, report_json
from schedario.services.overview import Overview
from schedario.services.searching import Searching

DEFAULT_LOSS = 0.03
"""Share of the right answers that a recommended floor may hide, where nothing else is said."""


class ArchiveServices(Protocol):
    """What evaluation needs of an open archive."""

    @property
    def adding(self) -> Adding:
        """Adds files."""
        ...

    @property
    def documents(self) -> Documents:
        """Lists documents."""
        ...

    @property
    def searching(self) -> Searching:
        """Searches."""
        ...

    @property
    def overview(self) -> Overview:
        """Counts."""
        ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Runs datasets through the real way in and the real way through.

    Attributes:
        make_archive: Opens an archive by name, made when it does not exist.
        open_archive: Opens an archive that exists.
        settings: The settings in force, for the report.
        folder: Where reports are kept.
        variant: Names the archives of an index under other settings, so that the usual ones stay; empty for those.
    """

    make_archive: Callable[[str], AbstractContextManager[ArchiveServices]]
    open_archive: Callable[[str], AbstractContextManager[ArchiveServices]]
    settings: Mapping[str, str]
    folder: Path
    variant: str = ""

    def run(
        self,
        folder: Path,
        on_file: Callable[[Progress], None] = lambda _: None,
        on_question: Callable[[int], None] = lambda _: None,
    ) -> EvaluationReport:
        """Index what is not yet indexed and ask all questions.

        Raises:
            DatasetError: The dataset is not in the documented form, or nothing of it could be indexed.
        """
        dataset = load_dataset(folder)
        with ExitStack() as stack:
            corpora = {
                name: _indexed(
                    stack.enter_context(self.make_archive(archive_name(name, docs, self.variant))), docs, on_file
                )
                for name, docs in dataset.corpora.items()
            }
            corpora |= {name: _as_it_is(stack.enter_context(self.open_archive(name))) for name in dataset.archives}
            if not any(corpus.chunks for corpus in corpora.values()):
                raise DatasetError(
                    "there is no indexed document to search", subject=str(folder), remedy="Put readable files in docs/"
                )
            return run(dataset, corpora, self.settings, on_question)

    def _archive(self, name: str, docs: Path) -> str:
        return archive_name(name, docs, self.variant)

    def keep(self, report: EvaluationReport, file: Path | None = None) -> Path:
        """Write a report to a file, by default to one of its own in the folder of reports; return its path.

        Raises:
            OSError: The file cannot be written.
        """
        if file is None:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            slug = re.sub(r"[^\w-]+", "-", report.dataset) or "dataset"
            file = self.folder / f"{slug}-{report.made_at:%Y%m%d-%H%M%S-%f}.json"
        file.write_text(json.dumps(report_json(report), ensure_ascii=False, indent=1), encoding="utf-8")
        # It holds questions, which are as private as documents are.
        file.chmod(0o600)
        return file

    def kept(self) -> Sequence[tuple[str, EvaluationReport]]:
        """Return the reports in their folder with their names, the newest first; files that are none are left out."""
        found = []
        for file in self.folder.glob("*.json"):
            with suppress(DatasetError):
                found.append((file.stem, load_report(file)))
        return sorted(found, key=lambda one: one[1].made_at, reverse=True)

    def kept_report(self, name: str) -> EvaluationReport:
        """Return a report in their folder.

        Raises:
            ReportUnknownError: There is none of that name.
        """
        for known, report in self.kept():
            if known == name:
                return report
        raise ReportUnknownError("no report of that name is kept", subject=name, remedy="List the reports")

    def compare(self, before: Path, after: Path) -> Comparison:
        """Compare two kept reports.

        Raises:
            DatasetError: A file is no report, or they are over different datasets.
        """
        return compare(load_report(before), load_report(after))

    def floor(self, report: EvaluationReport, most_lost: float) -> FloorCurve:
        """Return what every floor would do to the questions of a report; see ``floor_curve``."""
        return floor_curve(report.results, most_lost)

    def stages(self, report: EvaluationReport, k: int | None = None) -> Mapping[str, float]:
        """Return where the questions of a report are lost; see ``stage_shares``."""
        return stage_shares(report.results, k)

    def lost(self, report: EvaluationReport, k: int) -> Sequence[QuestionResult]:
        """Return the questions of a report whose document is not among the first k."""
        return lost_questions(report.results, k)

    def page(self, reports: Sequence[Path], most_lost: float) -> str:
        """Return kept reports as one HTML page that needs nothing else.

        Raises:
            DatasetError: A file is no report.
        """
        return page([load_report(file) for file in reports], most_lost)


def archive_name(dataset: str, docs: Path, variant: str = "") -> str:
    """Return the name of the archive that a set's documents are indexed into: one for every folder and variant."""
    readable = re.sub(r"[^a-z0-9]+", "_", dataset.lower()).strip("_")[:20]
    return f"evaluation_{readable}_{hashlib.sha256(os.fsencode(docs) + variant.encode()).hexdigest()[:6]}"


def _indexed(services: ArchiveServices, docs: Path, on_file: Callable[[Progress], None]) -> IndexedCorpus:
    started = time.perf_counter()
    ledger = services.adding.add([str(docs)], on_file)
    present = {entry.path for entry in ledger.entries}
    gone = [record.id for record in _all_documents(services.documents) if record.file.path not in present]
    if gone:
        services.documents.remove(gone)
    seconds = time.perf_counter() - started
    status = services.overview.status()
    written = sum(entry.chunks for entry in ledger.entries if entry.outcome is Outcome.INDEXED)

    def search(text: str) -> SearchAnswer:
        return services.searching.search(text).answer

    return IndexedCorpus(
        search=search,
        ids=_ids(services.documents, docs),
        documents=status.documents.get("indexed", 0),
        chunks=status.chunks,
        indexed_chunks=written,
        seconds=seconds,
    )


def _as_it_is(services: ArchiveServices) -> IndexedCorpus:
    """Return an archive of the person's own, which is asked and not changed."""
    status = services.overview.status()
    return IndexedCorpus(
        search=lambda text: services.searching.search(text).answer,
        ids={
            record.file.path: record.duplicate_of or record.id
            for record in _all_documents(services.documents)
            if record.chunks or record.duplicate_of
        },
        documents=status.documents.get("indexed", 0),
        chunks=status.chunks,
        indexed_chunks=0,
        seconds=0.0,
    )


def _ids(documents: Documents, docs: Path) -> dict[str, DocumentId]:
    """Return file name to document; a duplicate's name leads to the document that holds its text."""
    ids: dict[str, DocumentId] = {}
    for record in _all_documents(documents):
        if record.chunks or record.duplicate_of:
            ids[str(Path(record.file.path).relative_to(docs))] = record.duplicate_of or record.id
    return ids


def _all_documents(documents: Documents) -> Iterator[DocumentRecord]:
    offset = 0
    while page := documents.find(offset=offset):
        yield from page
        offset += len(page)
