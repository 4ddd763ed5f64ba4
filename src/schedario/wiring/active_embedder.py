"""The embedder of an archive: always that of the space which answers now, whoever made it answer and when."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from schedario.errors import SpaceMismatchError
from schedario.ports import Embedder, SpaceStore
from schedario.records.document import PassageEmbedding, SpaceSpec
from schedario.records.query import QueryEmbedding, QueryToken
from schedario.records.space import KeptSpace


class ActiveEmbedder:
    """Embeds into the space that answers; looks before each use whether it is still the same.

    A process may live longer than a space: another one can build a space and switch to it meanwhile.
    """

    def __init__(self, spaces: SpaceStore, make: Callable[[KeptSpace], Embedder]) -> None:
        """Remember where to look, and what makes an embedder for a space."""
        self._spaces = spaces
        self._make = make
        self._held: Embedder | None = None
        self._guard = threading.Lock()

    @property
    def space(self) -> SpaceSpec:
        """See ``Embedder``."""
        return self._current().space

    def load(self) -> None:
        """See ``Embedder``."""
        self._current().load()

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """See ``Embedder``."""
        return self._current().embed_passages(texts, languages, contexts)

    def embed_query(self, text: str) -> QueryEmbedding:
        """See ``Embedder``."""
        return self._current().embed_query(text)

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """See ``Embedder``; by the embedder that made the tokens, or the search is asked anew in the end."""
        held = self._held or self._current()
        return held.closeness(tokens, token_codes)

    def _current(self) -> Embedder:
        active = self._spaces.active()
        with self._guard:
            held = self._held
            if held is None or active != held.space:
                kept = self._spaces.kept()
                if kept is None:
                    raise SpaceMismatchError("the archive has no embedding space", remedy="Try again")
                self._held = held = self._make(kept)
            return held


@dataclass(frozen=True, slots=True)
class AbsentEmbedder:
    """Stands for a model that cannot be had here: a question is answered by its words, and nothing can be added.

    Attributes:
        space: The space that answers.
        reason: Why its model cannot be had.
        wanted: The model that the settings name.
    """

    space: SpaceSpec
    reason: str
    wanted: str

    def load(self) -> None:
        """See ``Embedder``."""
        self._refuse()

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """See ``Embedder``."""
        return self._refuse() if texts else []

    def embed_query(self, text: str) -> QueryEmbedding:
        """See ``Embedder``."""
        self._refuse()

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """See ``Embedder``; without a question there are no tokens."""
        return [0.0] * len(token_codes)

    def _refuse(self) -> NoReturn:
        raise SpaceMismatchError(
            f"the archive was embedded by a model that cannot be used here ({self.reason})",
            subject=self.space.model,
            remedy=f"Go back to the settings it was made with, or build embeddings of {self.wanted}: "
            "schedario reindex --space",
        )
