"""Builds the embedder that the settings name, and binds it to the space of each archive."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from schedario.db.spaces import Spaces
from schedario.embed.bundled import BundledEmbedder, BundledTokenizer
from schedario.embed.instructions import Instructions, instructions_for
from schedario.embed.ollama import OllamaPlace, tagged
from schedario.embed.onnx_files import folder_instructions
from schedario.embed.onnx_folder import OnnxPlace
from schedario.embed.openai import OpenAIPlace
from schedario.embed.place import Place
from schedario.embed.places import Places
from schedario.embed.session import cores
from schedario.embed.space import EmbedderPlan, PlacesCheck, SpaceMaker, bound
from schedario.embed.voyage import VoyagePlace
from schedario.errors import ModelError
from schedario.ports import Checkable, Embedder, Tokenizer
from schedario.records.status import Finding, Health
from schedario.remote import RemoteError
from schedario.settings import Settings

OLLAMA_URL = "http://127.0.0.1:11434"
"""Where Ollama listens on this machine; no other provider has an address unless a setting names it."""

_REQUEST_TEXTS = 32
"""Passages in one request to a server: what TEI takes at most by default."""


class Embedders:
    """The embedder of the settings. Tokens are counted by the bundled model's tokenizer, whatever embeds."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Cuts text into the tokens that chunks are counted in."""
        if self._settings.embedder == "bundled":
            return self._bundled
        return BundledTokenizer(self._settings.home / "models", self._settings.model_precision)

    def prepare(self) -> None:
        """Make sure that a new archive can have a space, before it is made.

        Raises:
            ModelError: The model cannot be used.
        """
        if self._settings.embedder != "bundled":
            _ = self._maker.made

    def bind(self, spaces: Spaces) -> Embedder:
        """Return the embedder for an archive, whose space is made where it has none.

        Raises:
            SpaceMismatchError: The archive was made by another model or under other settings.
            ModelError: A space is to be made and the model cannot be used.
        """
        if self._settings.embedder == "bundled":
            spaces.ensure_space(self._bundled.space)
            return self._bundled
        embedder = bound(self._maker, spaces.kept(), empty=spaces.is_empty())
        spaces.ensure_space(embedder.space, embedder.detail)
        return embedder

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
        if "_maker" in self.__dict__:
            self._maker.places.close()

    @cached_property
    def _bundled(self) -> BundledEmbedder:
        settings = self._settings
        return BundledEmbedder(
            settings.home / "models",
            precision=settings.model_precision,
            threads=settings.model_threads,
            batch_size=settings.model_batch,
            centering=settings.centering != "off",
        )

    @cached_property
    def _maker(self) -> SpaceMaker:
        settings = self._settings
        plan = EmbedderPlan(
            kind=settings.embedder,
            model=_model(settings),
            instructions=_instructions(settings),
            dimensions=settings.embedder_dimensions,
            centering=settings.centering,
            query_seconds=settings.embedder_seconds,
            index_seconds=settings.embedder_index_seconds,
            batch_size=settings.model_batch if settings.embedder == "onnx" else _REQUEST_TEXTS,
            pooling=settings.embedder_pooling if settings.embedder == "onnx" else "",
        )
        return SpaceMaker(plan, Places(_places(settings), settings.embedder_dimensions))


@dataclass(frozen=True, slots=True)
class _Unusable:
    """An embedder whose settings lead nowhere."""

    error: ModelError

    def check(self) -> Sequence[Finding]:
        """See ``Checkable``."""
        return [Finding("model", Health.MISSING, f"{self.error.what}: {self.error.subject}", self.error.remedy)]


def _model(settings: Settings) -> str:
    if settings.embedder == "onnx" and settings.embedder_folder:
        return settings.embedder_folder.name
    return tagged(settings.embedder_model) if settings.embedder == "ollama" else settings.embedder_model


def _instructions(settings: Settings) -> Instructions:
    query, passage = settings.embedder_query_instruction, settings.embedder_passage_instruction
    if settings.embedder != "onnx" or settings.embedder_folder is None:
        return instructions_for(settings.embedder_model, query=query, passage=passage)
    try:
        return folder_instructions(settings.embedder_folder, query=query, passage=passage)
    except RemoteError as error:
        raise ModelError(error.what, subject=str(settings.embedder_folder), remedy=error.remedy) from error


def _places(settings: Settings) -> list[Place]:
    if settings.embedder == "onnx":
        pooling = "" if settings.embedder_pooling == "auto" else settings.embedder_pooling
        folder = settings.embedder_folder
        return [OnnxPlace(folder, pooling=pooling, threads=settings.model_threads or cores())] if folder else []
    default = OLLAMA_URL if settings.embedder == "ollama" else ""
    urls = [settings.embedder_url or default, settings.embedder_fallback_url]
    return [_server(settings, url) for url in urls if url]


def _server(settings: Settings, url: str) -> Place:
    model, dimensions = settings.embedder_model, settings.embedder_dimensions
    key = settings.embedder_key.get_secret_value() if settings.embedder_key else ""
    match settings.embedder:
        case "ollama":
            idle = settings.embedder_idle_minutes
            return OllamaPlace(url, model, key=key, dimensions=dimensions, idle_minutes=idle)
        case "voyage":
            return VoyagePlace(url, model, key=key, dimensions=dimensions)
        case _:
            return OpenAIPlace(url, model, key=key, dimensions=dimensions)
