"""Measures retrieval on a dataset, each of its sets indexed into an archive of its own."""

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from schedario.errors import DatasetError
from schedario.evaluate.datasets import load_dataset
from schedario.evaluate.runner import IndexedCorpus, run
from schedario.records.document import DocumentId, DocumentRecord
from schedario.records.evaluation import EvaluationReport
from schedario.records.ledger import Outcome
from schedario.records.search import SearchAnswer
from schedario.services.adding import Adding, Progress
from schedario.services.documents import Documents
from schedario.services.overview import Overview
from schedario.services.searching import Searching


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
        open_archive: Opens an archive by name, made when it does not exist.
    """

    open_archive: Callable[[str], AbstractContextManager[ArchiveServices]]

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
                name: _indexed(stack.enter_context(self.open_archive(archive_name(name, docs))), docs, on_file)
                for name, docs in dataset.corpora.items()
            }
            if not any(corpus.chunks for corpus in corpora.values()):
                raise DatasetError("no document of the dataset could be indexed", subject=str(folder))
            return run(dataset, corpora, on_question)


def archive_name(dataset: str, docs: Path) -> str:
    """Return the name of the archive that a set's documents are indexed into: one for every folder of documents."""
    readable = re.sub(r"[^a-z0-9]+", "_", dataset.lower()).strip("_")[:20]
    return f"evaluation_{readable}_{hashlib.sha256(os.fsencode(docs)).hexdigest()[:6]}"


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
