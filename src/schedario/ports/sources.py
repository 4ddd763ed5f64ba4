"""Where documents come from by themselves: folders and branches of repositories."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from schedario.records.document import DocumentId
from schedario.records.source import KnownFile, NewSource, SeenFile, Source, SourceId, SourceScan
from schedario.records.status import Freshness


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

    def is_there(self, source: Source, file: SeenFile) -> bool:
        """Tell whether a file that a scan met is still there to be read, some time later."""
        ...

    def holds(self, source: Source, file: str) -> bool:
        """Tell whether a file that is gone would lie on the root's own file system."""
        ...


class ChangeWatch(Protocol):
    """Waits for changes on the disk."""

    def changes(self, roots: Sequence[str], ended: Callable[[], bool]) -> Iterator[frozenset[str]]:
        """Yield the roots below which something changed, once a burst is over; in each quiet second an empty set.

        Nothing is missed from the first value on, however long it takes until the next one is asked for.

        Args:
            roots: The folders.
            ended: Tells that no more values are wanted, also in the middle of a burst.

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

    def freshness(self) -> Sequence[Freshness]:
        """Say of each source how far the index is behind it, by root."""
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
