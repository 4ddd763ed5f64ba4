"""Says which folders and repositories are kept up to date."""

import os
from collections.abc import Sequence
from dataclasses import dataclass

from schedario.errors import SourceError, SourceUnknownError
from schedario.ports import SourceStore
from schedario.records.source import NewSource, Source, SourceKind
from schedario.services.paths import named_path
from schedario.services.syncing import Syncing


@dataclass(frozen=True, slots=True)
class Sourcing:
    """The sources of one archive."""

    store: SourceStore
    syncing: Syncing

    def all(self, kind: SourceKind) -> Sequence[Source]:
        """Return the sources of a kind, by root."""
        return [source for source in self.store.all() if source.given.kind is kind]

    def by_id(self, source: int) -> Source:
        """Return a source by its number.

        Raises:
            SourceUnknownError: None has it.
        """
        found = next((one for one in self.store.all() if one.id == source), None)
        if found is None:
            raise SourceUnknownError("no source has that number", subject=str(source), remedy="List the sources")
        return found

    def add_folder(self, path: str, include: Sequence[str], exclude: Sequence[str]) -> Source:
        """Keep a folder up to date from the next pass on; one that is kept already takes over the globs.

        Raises:
            SourceError: It is no folder, lies in another one that is kept, or holds one.
        """
        root = str(named_path(path))
        for other in self.all(SourceKind.FOLDER):
            if other.given.root != root and _overlap(root, other.given.root):
                raise SourceError(
                    f"the folder and {other.given.root}, which is kept already, lie in one another",
                    subject=root,
                    remedy="Remove that one first",
                )
        return self._put(NewSource(SourceKind.FOLDER, root, "", tuple(include), tuple(exclude)))

    def add_repository(
        self, path: str, branch: str, every_minutes: int, include: Sequence[str], exclude: Sequence[str]
    ) -> Source:
        """Keep what is committed on a branch up to date from the next pass on.

        Raises:
            SourceError: It is no repository, or has no such branch.
        """
        root = str(named_path(path))
        return self._put(NewSource(SourceKind.GIT, root, branch, tuple(include), tuple(exclude), every_minutes))

    def remove(self, kind: SourceKind, path: str, *, branch: str = "", keep: bool) -> tuple[Source, int]:
        """Forget a source and, unless they are to be kept, its documents; returns it and how many went.

        Raises:
            SourceError: There is none of that root.
        """
        source = self._named(kind, path, branch)
        if keep:
            self.store.delete(source.id)
            return source, 0
        return source, self.syncing.remove_documents(source)

    def pause(self, path: str, *, paused: bool) -> Source:
        """Leave a folder out of passes, or take it in again.

        Raises:
            SourceError: There is none of that root.
        """
        source = self._named(SourceKind.FOLDER, path, "")
        self.store.pause(source.id, paused=paused)
        return self._named(SourceKind.FOLDER, path, "")

    def set_paused(self, source: int, *, paused: bool) -> Source:
        """Leave a source of any kind out of passes, or take it in again.

        Raises:
            SourceUnknownError: None has that number.
        """
        self.store.pause(self.by_id(source).id, paused=paused)
        return self.by_id(source)

    def _put(self, source: NewSource) -> Source:
        self.syncing.readers[source.kind].check(source)
        self.store.put(source)
        return self._named(source.kind, source.root, source.branch)

    def _named(self, kind: SourceKind, path: str, branch: str) -> Source:
        root = str(named_path(path))
        for source in self.all(kind):
            if source.given.root == root and (not branch or source.given.branch == branch):
                return source
        raise SourceError(f"no {kind} of that path is kept", subject=root, remedy=f"'schedario {kind} list' shows all")


def _overlap(one: str, other: str) -> bool:
    one, other = os.path.join(os.path.realpath(one), ""), os.path.join(os.path.realpath(other), "")
    return one.startswith(other) or other.startswith(one)
