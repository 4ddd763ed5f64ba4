"""From the settings, or from what an archive keeps of a model, to how and where that model is asked.

Addresses and keys come from the settings alone: what an archive keeps can never say where a question is sent. Settings
that name a model on this machine keep everything on it, whatever address they still hold.
"""

from collections.abc import Sequence
from pathlib import Path

from schedario.embed.instructions import Instructions, instructions_for
from schedario.embed.ollama import OllamaPlace, tagged
from schedario.embed.onnx_files import folder_instructions
from schedario.embed.onnx_folder import OnnxPlace
from schedario.embed.openai import OpenAIPlace
from schedario.embed.place import Place
from schedario.embed.session import cores
from schedario.embed.space import EmbedderPlan
from schedario.embed.voyage import VoyagePlace
from schedario.errors import ModelError
from schedario.records.space import ModelRecipe
from schedario.remote import RemoteError, is_here
from schedario.settings import Settings

OLLAMA_URL = "http://127.0.0.1:11434"
"""Where Ollama listens on this machine; no other provider has an address unless a setting names it."""

_REQUEST_TEXTS = 32
"""Passages in one request to a server: what TEI takes at most by default."""


def configured_recipe(settings: Settings) -> ModelRecipe:
    """Return how the model is asked that the settings name.

    Raises:
        ModelError: The settings lead nowhere.
    """
    said = _instructions(settings)
    is_onnx = settings.embedder == "onnx"
    return ModelRecipe(
        kind=settings.embedder,
        model=_model(settings),
        query_instruction=said.query,
        passage_instruction=said.passage,
        dimensions=settings.embedder_dimensions,
        centering=settings.centering,
        pooling=settings.embedder_pooling if is_onnx else "",
        folder=str(settings.embedder_folder) if is_onnx else "",
    )


def embedder_plan(settings: Settings, recipe: ModelRecipe) -> EmbedderPlan:
    """Return how a model is asked, with how long and in what batches."""
    return EmbedderPlan(
        kind=recipe.kind,
        model=recipe.model,
        instructions=Instructions(recipe.query_instruction, recipe.passage_instruction),
        dimensions=recipe.dimensions,
        centering=recipe.centering,
        query_seconds=settings.embedder_seconds,
        index_seconds=settings.embedder_index_seconds,
        batch_size=settings.model_batch if recipe.kind == "onnx" else _REQUEST_TEXTS,
        pooling=recipe.pooling,
        folder=recipe.folder,
    )


def model_places(settings: Settings, recipe: ModelRecipe) -> list[Place]:
    """Return where a model may be: its folder, or the servers that the settings name; none when they name none."""
    if recipe.kind == "onnx":
        pooling = "" if recipe.pooling == "auto" else recipe.pooling
        return [OnnxPlace(Path(recipe.folder), pooling=pooling, threads=settings.model_threads or cores())]
    return [_server(settings, recipe, url) for url in _urls(settings, recipe)]


def _urls(settings: Settings, recipe: ModelRecipe) -> Sequence[str]:
    named = [settings.embedder_url, settings.embedder_fallback_url]
    if recipe.kind == "ollama" and settings.embedder == "ollama":
        named[0] = named[0] or OLLAMA_URL
    elif recipe.kind == "ollama":
        # The model of before may be on this machine, though the settings name a server of another kind by now.
        named.append(OLLAMA_URL)
    stays_here = settings.embedder in {"bundled", "onnx"}
    return list(dict.fromkeys(url for url in named if url and (not stays_here or is_here(url))))


def _server(settings: Settings, recipe: ModelRecipe, url: str) -> Place:
    is_named = settings.embedder == recipe.kind or url in {settings.embedder_url, settings.embedder_fallback_url}
    key = settings.embedder_key.get_secret_value() if settings.embedder_key and is_named else ""
    match recipe.kind:
        case "ollama":
            idle = settings.embedder_idle_minutes
            return OllamaPlace(url, recipe.model, key=key, dimensions=recipe.dimensions, idle_minutes=idle)
        case "voyage":
            return VoyagePlace(url, recipe.model, key=key, dimensions=recipe.dimensions)
        case _:
            return OpenAIPlace(url, recipe.model, key=key, dimensions=recipe.dimensions)


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
