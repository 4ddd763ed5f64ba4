"""Builds the embedder that the settings name, and binds it to the space of each archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import get_args

from schedario.db.spaces import Spaces
from schedario.embed.bundled import BundledEmbedder, BundledTokenizer
from schedario.embed.place import Place
from schedario.embed.places import Places
from schedario.embed.space import PlacesCheck, SpaceEmbedder, SpaceMaker
from schedario.embed.weights import Precision
from schedario.errors import ModelError, SpaceMismatchError
from schedario.ports import Checkable, ConfiguredModel, Embedder, Tokenizer
from schedario.records.document import SpaceSpec
from schedario.records.space import KeptSpace
from schedario.records.status import Finding, Health
from schedario.settings import Settings
from schedario.wiring.active_embedder import AbsentEmbedder, ActiveEmbedder
from schedario.wiring.configured_model import BundledModel, ServedModel
from schedario.wiring.model_places import configured_recipe, embedder_plan, model_places


class Embedders:
    """The embedders by the settings. Tokens are counted by the bundled model's tokenizer, whatever embeds."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opened: list[Places] = []

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Cuts text into the tokens that chunks are counted in."""
        if self._settings.embedder == "bundled":
            return self._bundled
        return BundledTokenizer(self._settings.home / "models", self._settings.model_precision)

    @cached_property
    def configured(self) -> ConfiguredModel:
        """The model that the settings name.

        Raises:
            ModelError: The settings lead nowhere.
        """
        return BundledModel(self._bundled) if self._settings.embedder == "bundled" else ServedModel(self._maker)

    def prepare(self) -> None:
        """Make sure that a new archive can have a space, before it is made.

        Raises:
            ModelError: The model cannot be used.
        """
        self.configured.made()

    def bind(self, spaces: Spaces, *, exact: bool) -> Embedder:
        """Return the embedder for an archive, whose space is made where it has none.

        Args:
            spaces: The archive's.
            exact: Whether the archive is refused when its model is another than the settings name.

        Raises:
            SpaceMismatchError: It is refused for that.
            ModelError: A space is to be made and the model cannot be used.
        """
        kept = spaces.kept()
        is_configured = kept is not None and self.configured.is_of(kept)
        if kept is None or (not is_configured and spaces.is_empty()):
            spaces.ensure_space(*self.configured.made())
        elif exact and not is_configured:
            raise SpaceMismatchError(
                f"the archive was embedded by {kept.spec.model} under other settings than those in force",
                subject=self.configured.name,
                remedy="Go back to the settings it was made with, or build embeddings under those in force: "
                "schedario reindex --space",
            )
        return ActiveEmbedder(spaces, self._embedder_of)

    def parts(self) -> Sequence[Checkable]:
        """Return what the doctor looks at."""
        if self._settings.embedder == "bundled":
            return [self._bundled]
        try:
            return [PlacesCheck(self._maker.plan, self._maker.places)]
        except ModelError as error:
            return [_Unusable(error)]

    def close(self) -> None:
        """Release what was opened."""
        for places in self._opened:
            places.close()
        self._opened.clear()

    def _embedder_of(self, kept: KeptSpace) -> Embedder:
        """Return the embedder of a space, also when the settings name another model by now."""
        if self.configured.is_of(kept):
            return self.configured.embedder(kept.spec, kept.detail)
        if not kept.detail.definition:
            return self._bundled_of(kept.spec)
        recipe = kept.detail.recipe
        if recipe is None:
            return self._absent(kept.spec, "how it is asked was not kept")
        plan = embedder_plan(self._settings, recipe)
        if plan.definition != kept.detail.definition:
            return self._absent(kept.spec, "it was asked in another way by another version of Schedario")
        places = model_places(self._settings, recipe)
        if not places:
            return self._absent(kept.spec, self._no_address)
        return SpaceEmbedder(plan, self._places(places, recipe.dimensions), kept.spec, kept.detail)

    def _bundled_of(self, spec: SpaceSpec) -> Embedder:
        for precision, centering in product(get_args(Precision), (True, False)):
            made = self._bundled_model(precision, centering=centering)
            if made.space == spec:
                return made
        return self._absent(spec, "it is no model that comes with this version of Schedario")

    def _absent(self, spec: SpaceSpec, reason: str) -> Embedder:
        return AbsentEmbedder(spec, reason, self.configured.name)

    @property
    def _no_address(self) -> str:
        if self._settings.embedder in {"bundled", "onnx"}:
            return f"it is not asked elsewhere, since embedder={self._settings.embedder} keeps all on this machine"
        return "no setting names its address: embedder_url or embedder_fallback_url"

    def _places(self, places: Sequence[Place], dimensions: int) -> Places:
        made = Places(places, dimensions)
        self._opened.append(made)
        return made

    @cached_property
    def _bundled(self) -> BundledEmbedder:
        return self._bundled_model(self._settings.model_precision, centering=self._settings.centering != "off")

    def _bundled_model(self, precision: Precision, *, centering: bool) -> BundledEmbedder:
        settings = self._settings
        return BundledEmbedder(
            settings.home / "models",
            precision=precision,
            threads=settings.model_threads,
            batch_size=settings.model_batch,
            centering=centering,
        )

    @cached_property
    def _maker(self) -> SpaceMaker:
        recipe = configured_recipe(self._settings)
        places = self._places(model_places(self._settings, recipe), recipe.dimensions)
        return SpaceMaker(embedder_plan(self._settings, recipe), places)


@dataclass(frozen=True, slots=True)
class _Unusable:
    """An embedder whose settings lead nowhere."""

    error: ModelError

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        return [Finding("model", Health.MISSING, f"{self.error.what}: {self.error.subject}", self.error.remedy)]
