"""Lists, shows and removes documents."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from schedario.errors import DocumentUnknownError
from schedario.ingest.fingerprint import fingerprints_in_force, outdated_reason
from schedario.ingest.options import IngestOptions
from schedario.ports import DocumentStore
from schedario.records.candidate import ChunkSpan
from schedario.records.document import DocumentId, DocumentRecord, DocumentStatus, Page
from schedario.records.locator import locator
from schedario.records.outline import Place
from schedario.services.adding import Adding
from schedario.services.analysis_rules import AnalysisRules, InForce
from schedario.services.categories import Categories
from schedario.services.paths import named_path
from schedario.services.tags import named_tags


@dataclass(frozen=True, slots=True)
class Removed:
    """What a removal did.

    Attributes:
        documents: The documents that are gone.
        adopted: Paths of copies that were indexed in place of a removed original.
    """

    documents: tuple[DocumentRecord, ...]
    adopted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Documents:
    """The documents of one archive."""

    store: DocumentStore
    adding: Adding
    discard: Callable[[Sequence[str]], None] = lambda _: None
    """Removes the originals that are kept of documents at some paths."""
    rules: AnalysisRules | None = None
    """Say what is stale of analyses; None where nobody asks."""

    def find(
        self,
        *,
        under: str | None = None,
        status: str = "",
        tags: Sequence[str] = (),
        holding: str = "",
        failed: bool = False,
        outdated: bool = False,
        category: str = "",
        limit: int = 1000,
        offset: int = 0,
    ) -> Sequence[DocumentRecord]:
        """List files by path; see ``DocumentStore.list_documents``.

        Args:
            under: A path as a person names it; None for all files.
            status: Only files with this status; empty for all.
            tags: Only notes with one of these tags, or one below it.
            holding: Only files whose name or title holds all of these words, or pieces of them.
            failed: Only files that could not be read, or not in their newest version.
            outdated: Only those that were indexed under other settings or rules than those in force.
            category: Only those in the category of this name; empty for all.
            limit: Files, at most.
            offset: Files to leave out first.

        Raises:
            FilterError: A tag is empty.
            CategoryError: There is no category of the name.
        """
        below = "" if under is None else str(named_path(under))
        found = self.store.list_documents(
            under=below,
            status=status,
            tag_keys=named_tags(tags),
            holding=holding.casefold().split(),
            failed=failed,
            in_force=fingerprints_in_force(self._options) if outdated else None,
            category=Categories(self.rules.store).named(category).id if category and self.rules else None,
            limit=limit,
            offset=offset,
        )
        in_force = self.rules.in_force() if self.rules else None
        return [self._said(record, in_force) for record in found]

    def outdated(self) -> int:
        """Count the documents that were indexed under other settings or rules than those in force."""
        in_force = fingerprints_in_force(self._options)
        return sum(number for made, number in self.store.fingerprints().items() if made not in in_force)

    def show(self, document: str) -> DocumentRecord:
        """Return what is known of a document, by its id or its path.

        Raises:
            DocumentUnknownError: No document has either.
        """
        record = self.store.by_id(DocumentId(document.strip().lower())) or self.store.named(str(named_path(document)))
        if record is None:
            raise DocumentUnknownError(
                "neither the id nor the path of a document", subject=document, remedy="'schedario list' shows both"
            )
        return self._said(record, self.rules.in_force() if self.rules else None)

    def _said(self, record: DocumentRecord, in_force: InForce | None) -> DocumentRecord:
        """Say of a document under what its text was indexed that is not in force, and what is stale of its analysis."""
        has_text = record.status in {DocumentStatus.INDEXED, DocumentStatus.DUPLICATE}
        outdated = outdated_reason(record.fingerprint, self._options) if has_text else ""
        analysis = in_force.said(record.analysis) if in_force and record.analysis else record.analysis
        return replace(record, outdated=outdated, analysis=analysis)

    def text(self, document: str) -> str:
        """Return a document's whole normalised text."""
        return self.store.text(self.show(document).id)

    def places(self, document: str) -> list[Place]:
        """Return a document's outline in order: its pages, sheets and slides, blank ones too, or sections of a body."""
        found = self.show(document).id
        empty = deque(self.store.empty_pages(found))
        places: list[Place] = []
        for span in self.store.spans(found):
            while empty and (span.page_number is None or (empty[0].number or 0) < span.page_number):
                places.append(_empty_place(empty.popleft()))
            name = _place_name(span)
            if places and places[-1].name == name and places[-1].page == span.page_number:
                last = places.pop()
                places.append(replace(last, end=max(last.end, span.end)))
            else:
                places.append(Place(name, span.page_number, span.origin.value, span.start, span.end, span.confidence))
        return [*places, *map(_empty_place, empty)]

    def members(self, document: str) -> Sequence[DocumentRecord]:
        """Return the members of a document, by path."""
        return self.store.members(self.show(document).id)

    def remove(self, targets: Sequence[str]) -> Removed:
        """Remove documents by id, by path, or by a folder that they lie in; the files themselves are not touched.

        What was sent is kept by us, and goes. Members go with what they lie in.

        Raises:
            DocumentUnknownError: A target is neither an id nor a path of the archive; nothing was removed.
        """
        records = {record.id: record for target in targets for record in self._matching(target)}
        # Copies go before their originals, so that none of them is taken in again.
        ordered = sorted(records.values(), key=lambda record: record.status is not DocumentStatus.DUPLICATE)
        for record in ordered:
            self.store.remove(record.id)
        # A job that was given up names the file and what was wrong with it.
        self.adding.queue.forget_parked([record.file.path for record in ordered])
        self.discard([record.file.path for record in ordered if record.container is None])
        return Removed(tuple(ordered), tuple(entry.path for entry in self.adding.adopt_orphans()))

    @property
    def _options(self) -> IngestOptions:
        return self.adding.pipeline.options

    def _matching(self, target: str) -> Sequence[DocumentRecord]:
        record = self.store.by_id(DocumentId(target.strip().lower()))
        if record:
            return [record, *self._below(record)]
        path = str(named_path(target))
        found: list[DocumentRecord] = []
        while page := self.store.list_documents(under=path, offset=len(found)):
            found.extend(page)
        if not found:
            raise DocumentUnknownError(
                "neither the id nor the path of a document", subject=target, remedy="'schedario list' shows both"
            )
        return found

    def _below(self, container: DocumentRecord) -> Iterator[DocumentRecord]:
        for record in self.store.members(container.id):
            yield record
            yield from self._below(record)


def _empty_place(page: Page) -> Place:
    return Place(locator(page.kind, page.number, page.label, ()), page.number, page.origin.value, page.start, page.end)


def _place_name(span: ChunkSpan) -> str:
    return locator(span.page_kind, span.page_number, span.page_label, span.heading_path) or "whole text"
