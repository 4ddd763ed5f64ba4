"""The model that the settings name, as building a space sees it (``ports.ConfiguredModel``)."""

from dataclasses import dataclass

from schedario.embed.bundled import BundledEmbedder
from schedario.embed.space import SpaceEmbedder, SpaceMaker
from schedario.ports import Embedder
from schedario.records.document import SpaceSpec
from schedario.records.space import KeptSpace, SpaceDetail


@dataclass(frozen=True, slots=True)
class BundledModel:
    """The model that comes with the product: its space is known at any time, and made without asking anybody."""

    bundled: BundledEmbedder

    @property
    def name(self) -> str:
        """See ``ConfiguredModel``."""
        return self.bundled.space.model

    def is_of(self, space: KeptSpace) -> bool:
        """See ``ConfiguredModel``."""
        return space.spec == self.bundled.space

    def makes(self, space: KeptSpace) -> bool:
        """See ``ConfiguredModel``."""
        return self.is_of(space)

    def made(self) -> tuple[SpaceSpec, SpaceDetail]:
        """See ``ConfiguredModel``."""
        return self.bundled.space, SpaceDetail()

    def embedder(self, spec: SpaceSpec, detail: SpaceDetail) -> Embedder:
        """See ``ConfiguredModel``."""
        return self.bundled

    def trial(self) -> Embedder:
        """See ``ConfiguredModel``."""
        return self.bundled


@dataclass(frozen=True, slots=True)
class ServedModel:
    """A model on a server or in a folder, which is asked for its version, its width and what centering does."""

    maker: SpaceMaker

    @property
    def name(self) -> str:
        """See ``ConfiguredModel``."""
        return self.maker.plan.shown

    def is_of(self, space: KeptSpace) -> bool:
        """See ``ConfiguredModel``."""
        return space.detail.definition == self.maker.plan.definition

    def makes(self, space: KeptSpace) -> bool:
        """See ``ConfiguredModel``."""
        return self.maker.makes(space.spec, space.detail)

    def made(self) -> tuple[SpaceSpec, SpaceDetail]:
        """See ``ConfiguredModel``."""
        return self.maker.made

    def embedder(self, spec: SpaceSpec, detail: SpaceDetail) -> Embedder:
        """See ``ConfiguredModel``."""
        return SpaceEmbedder(self.maker.plan, self.maker.places, spec, detail)

    def trial(self) -> Embedder:
        """See ``ConfiguredModel``."""
        return self.maker.trial()
