"""Finds the file of a document again: on disk, on a branch of a repository, or within another file."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import FileUnreadableError
from schedario.ingest.scan import Scanned, scan_file
from schedario.ports import DocumentStore, SourceReader, SourceStore
from schedario.records.document import DocumentRecord
from schedario.records.source import GIT_MARK, SourceKind
from schedario.services.source_files import scanned_at


@dataclass(frozen=True, slots=True)
class LocatedFile:
    """Where a document can be read, for as long as it is held.

    Attributes:
        scanned: The file that it is or lies in.
        around: What is kept of that file; the document itself unless it is a member.
        keys: For a member the way to it from the file; see ``Member``.
    """

    scanned: Scanned
    around: DocumentRecord
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentFiles:
    """The files of the documents of one archive."""

    documents: DocumentStore
    sources: SourceStore
    readers: Mapping[SourceKind, SourceReader]

    @contextmanager
    def located(self, document: DocumentRecord) -> Iterator[LocatedFile]:
        """Give the file of a document.

        Raises:
            FileUnreadableError: No source has it any more.
        """
        around, keys = document, list[str]()
        while around.file.container and (outer := self.documents.by_id(around.file.container)):
            keys.insert(0, around.file.member_key)
            around = outer
        path = around.file.path
        if not path.startswith(GIT_MARK):
            yield LocatedFile(scan_file(Path(path)), around, tuple(keys))
            return
        with self._checked_out(path) as place:
            yield LocatedFile(scanned_at(path, place), around, tuple(keys))

    @contextmanager
    def _checked_out(self, path: str) -> Iterator[str]:
        for source in self.sources.all():
            if path.startswith(source.given.document_path("")):
                reader = self.readers[source.given.kind]
                for file in reader.scan(source).files:
                    if source.given.document_path(file.path) == path:
                        with reader.on_disk(source, file) as place:
                            yield place
                        return
        raise FileUnreadableError("no source has the file any more", subject=path)
