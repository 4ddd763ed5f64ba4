"""Builds the embeddings of another model beside those that answer, and says what that would take."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from schedario.errors import ReindexRunningError
from schedario.ingest.chunk import below_header
from schedario.ingest.context import context
from schedario.ports import ConfiguredModel, Embedder, SpaceBuilding, SpaceStore, Tokenizer
from schedario.records.document import ChunkId, PassageEmbedding, SpaceSpec
from schedario.records.space import KeptChunk, SpaceBuilt, SpaceDetail, SpacePlan, SpaceState

_BATCH = 64
"""Chunks that are embedded and kept at once: what a killed builder loses at most."""

_SAMPLE = 64
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class SpaceProgress:
    """How far the building of a space is: chunks that are embedded in this run, of those that were missing."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class EmbeddingSpaces:
    """The embedding spaces of one archive.

    Attributes:
        store: Which there are.
        building: Builds another one.
        configured: The model that the settings name.
        tokenizer: Counts the tokens of what chunks stand under.
        outdated: Counts the documents that are outdated.
    """

    store: SpaceStore
    building: SpaceBuilding
    configured: ConfiguredModel
    tokenizer: Tokenizer
    outdated: Callable[[], int]

    def state(self) -> SpaceState:
        """Say which spaces there are, without asking any model."""
        kept = self.store.all()
        active = next((space for space in kept if space.active), None)
        unbuilt = self.configured.name if active and not self.configured.is_of(active) else ""
        # Counting vectors takes a look at all of them.
        others = tuple(self.building.others()) if len(kept) > 1 else ()
        return SpaceState(active.spec.model if active else "", unbuilt, others, self.building.chunks())

    def notice(self) -> str:
        """Say that the settings name another model than the one that answers; empty when they do not."""
        kept = self.store.kept()
        if kept is None or self.configured.is_of(kept):
            return ""
        return (
            f"note: the archive answers by {kept.spec.model}; embeddings of {self.configured.name} are not built: "
            "'schedario reindex --space' builds them"
        )

    def build(
        self, *, keep_old: bool = False, on_progress: Callable[[SpaceProgress], None] = lambda _: None
    ) -> SpaceBuilt:
        """Embed every chunk by the model that the settings name, then let its space answer in place of the others.

        No file is read. Searches and ``add`` go on meanwhile; what is added is embedded before the switch.
        A run that was interrupted, in whatever way, is gone on with by the next.

        Args:
            keep_old: Whether the other spaces stay, so that going back embeds only what came since.
            on_progress: Is told after each batch.

        Raises:
            ReindexRunningError: Another process builds a space.
            ModelError: The model cannot be used; what was embedded stays.
            DatabaseError: The archive cannot be written to; likewise.
        """
        with self.building.alone() as alone:
            if not alone:
                raise ReindexRunningError(
                    "another process builds embeddings of this archive", remedy="Wait until it has ended"
                )
            before = self.store.active()
            spec, detail = self._wanted()
            self.building.begin(spec, detail)
            embedder = self.configured.embedder(spec, detail)
            total, done = self.building.unembedded(spec.fingerprint).chunks, 0
            others: Sequence[str] | None = None
            while others is None:
                for number in self._embedded(spec, embedder):
                    done += number
                    on_progress(SpaceProgress(done, max(total, done)))
                others = self.building.switch(spec.fingerprint, keep_others=keep_old)
        gone, left = ((), tuple(others)) if keep_old else (tuple(others), ())
        return SpaceBuilt(spec.model, before.model if before else "", done, self.building.chunks(), gone, left)

    def plan(self, price: float | None = None) -> SpacePlan:
        """Say what building would take: counted, and measured on a sample. Nothing is written.

        Args:
            price: Dollars for a million tokens.

        Raises:
            ModelError: The model cannot be used.
        """
        kept = self.store.all()
        known = next((space for space in kept if self.configured.is_of(space)), None)
        # A space that is not begun has no fingerprint yet, and no vectors.
        fingerprint = known.spec.fingerprint if known else ""
        missing = self.building.unembedded(fingerprint)
        sample = self.building.sample(fingerprint, _SAMPLE)
        sampled = self._measured(sample)
        share = missing.tokens / sum(chunk.tokens for chunk in sample) if missing.tokens else 0.0
        tokens = round(sampled.tokens * share)
        active = self.store.active()
        return SpacePlan(
            model=self.configured.name,
            active=active.model if active else "",
            chunks=missing.chunks,
            tokens=tokens,
            sampled=len(sample),
            sample_seconds=sampled.seconds,
            seconds=sampled.seconds * share,
            dollars=None if price is None else price * tokens / _MILLION,
            outdated=self.outdated(),
        )

    def _wanted(self) -> tuple[SpaceSpec, SpaceDetail]:
        """Return the space of the configured model: one that the archive has, if the model still is what made it."""
        for space in self.store.all():
            if self.configured.makes(space):
                return space.spec, space.detail
        return self.configured.made()

    def _embedded(self, spec: SpaceSpec, embedder: Embedder) -> Iterator[int]:
        """Embed what has no vector in a space, batch by batch; yields how many each batch kept."""
        last = ChunkId(0)
        while chunks := self.building.next_chunks(spec.fingerprint, last, _BATCH):
            made = _embeddings(embedder, chunks)
            yield self.building.put(
                spec.fingerprint, [(chunk.id, one) for chunk, one in zip(chunks, made, strict=True)]
            )
            last = chunks[-1].id

    def _measured(self, sample: Sequence[KeptChunk]) -> "_Measured":
        if not sample:
            return _Measured(0, 0.0)
        embedder = self.configured.trial()
        embedder.load()
        # The first call of a session, or the first request to a server, costs more than those after it.
        _embeddings(embedder, sample[:1])
        started = time.perf_counter()
        _embeddings(embedder, sample)
        seconds = time.perf_counter() - started
        around = sum(len(self.tokenizer.token_starts(text)) for text in set(_contexts(sample)))
        return _Measured(sum(chunk.tokens for chunk in sample) + around, seconds)


@dataclass(frozen=True, slots=True)
class _Measured:
    """A sample's tokens, with those of what its chunks stand under, and the time that it took."""

    tokens: int
    seconds: float


def _embeddings(embedder: Embedder, chunks: Sequence[KeptChunk]) -> Sequence[PassageEmbedding]:
    texts = [below_header(chunk.header, chunk.text) for chunk in chunks]
    return embedder.embed_passages(texts, [chunk.language for chunk in chunks], _contexts(chunks))


def _contexts(chunks: Sequence[KeptChunk]) -> list[str]:
    return [context(chunk.path, chunk.heading_path) for chunk in chunks]
