"""What keeps embedding spaces, and the model that the settings name."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from schedario.ports.models import Embedder
from schedario.records.document import ChunkId, PassageEmbedding, SpaceSpec
from schedario.records.space import KeptChunk, KeptSpace, SpaceDetail, Unembedded


class SpaceStore(Protocol):
    """Knows which spaces an archive has."""

    def active(self) -> SpaceSpec | None:
        """Return the space that answers; None in an archive that never had vectors."""
        ...

    def kept(self) -> KeptSpace | None:
        """Return the space that answers with how it was made; None in an archive that never had vectors."""
        ...

    def all(self) -> Sequence[KeptSpace]:
        """Return all spaces with how they were made, the one that answers first."""
        ...


class SpaceBuilding(Protocol):
    """Builds a space beside the active one; spaces go by fingerprint, and every writing method is one transaction."""

    def alone(self) -> AbstractContextManager[bool]:
        """Say whether nobody else builds a space, and keep others from it meanwhile."""
        ...

    def begin(self, spec: SpaceSpec, detail: SpaceDetail) -> None:
        """Make a space that does not answer yet; one that was begun before is gone on with.

        Raises:
            SpaceMismatchError: It is too wide for an index.
        """
        ...

    def chunks(self) -> int:
        """Number of chunks in the archive."""
        ...

    def others(self) -> Sequence[tuple[str, int]]:
        """Return the models of all spaces but the active one, with the number of chunks embedded in each."""
        ...

    def unembedded(self, fingerprint: str) -> Unembedded:
        """Count the chunks without a vector in a space: all of them in one that is not begun."""
        ...

    def next_chunks(self, fingerprint: str, after: ChunkId, limit: int) -> Sequence[KeptChunk]:
        """Return chunks without a vector in a space, by key from the one after ``after``; empty at the end."""
        ...

    def sample(self, fingerprint: str, limit: int) -> Sequence[KeptChunk]:
        """Return some chunks without a vector in a space, from all over the archive."""
        ...

    def put(self, fingerprint: str, made: Sequence[tuple[ChunkId, PassageEmbedding]]) -> int:
        """Keep vectors in a space; those of chunks that are gone meanwhile are dropped. Returns how many were kept."""
        ...

    def switch(self, fingerprint: str, *, keep_others: bool) -> Sequence[str] | None:
        """Let a space answer, if every chunk has a vector in it, and remove the others unless they are to be kept.

        Returns:
            The models of the other spaces; None when chunks came meanwhile, and nothing was done.
        """
        ...


class ConfiguredModel(Protocol):
    """The embedding model that the settings name."""

    @property
    def name(self) -> str:
        """The model, for people."""
        ...

    def is_of(self, space: KeptSpace) -> bool:
        """Tell, without asking the model, whether a space was made under the settings in force."""
        ...

    def makes(self, space: KeptSpace) -> bool:
        """Tell whether the model, as it is now, gives vectors of a space.

        Raises:
            ModelError: It cannot be reached.
        """
        ...

    def made(self) -> tuple[SpaceSpec, SpaceDetail]:
        """Make a space of it, which is not kept by that; slow for a model elsewhere.

        Raises:
            ModelError: It cannot be reached, or its vectors cannot be used.
        """
        ...

    def embedder(self, spec: SpaceSpec, detail: SpaceDetail) -> Embedder:
        """Return what embeds into a space of it."""
        ...

    def trial(self) -> Embedder:
        """Return an embedder to measure it with, into a space that is not kept.

        Raises:
            ModelError: It cannot be reached.
        """
        ...
