"""Builds the models that describe documents and look at their pictures, and what stands for them without one."""

from typing import Literal

from pydantic import SecretStr

from schedario.analyse.extracted import extracted, source_of
from schedario.analyse.fingerprint import extracted_under
from schedario.llm.ollama_structured import OllamaStructured
from schedario.llm.openai_structured import OpenAIStructured
from schedario.llm.part import ANALYSIS, VISION, ModelPart
from schedario.llm.server_memory import local_memory_mb, ollama_memory, server_name
from schedario.ports import StructuredModel, WordFrequencies
from schedario.records.analysis import NewAnalysis, ServerMemory
from schedario.records.document import NewDocument
from schedario.settings import Settings
from schedario.wiring.model_places import OLLAMA_URL


def analysis_model(settings: Settings) -> StructuredModel | None:
    """Return the analysis model; None when the settings name none, and what presents a document is extracted."""
    return _model(
        ANALYSIS,
        settings.analysis,
        settings.analysis_url,
        settings.analysis_model,
        key=settings.analysis_key,
        seconds=settings.analysis_seconds,
        context_tokens=settings.analysis_context,
        idle_minutes=settings.analysis_idle_minutes,
    )


def vision_model(settings: Settings) -> StructuredModel | None:
    """Return the vision model; None when the settings name none, and what OCR could not read stays unread."""
    return _model(
        VISION,
        settings.vision,
        settings.vision_url,
        settings.vision_model,
        key=settings.vision_key,
        seconds=settings.vision_seconds,
        context_tokens=settings.vision_context,
        idle_minutes=settings.vision_idle_minutes,
    )


def extract_of(document: NewDocument, words: WordFrequencies) -> NewAnalysis:
    """Return what is extracted to present a document that is about to be written."""
    return NewAnalysis(extracted(source_of(document), words), (), "", extracted_under())


def server_memory(settings: Settings) -> ServerMemory | None:
    """Return what the analysis model's server takes; None when the settings name none."""
    match settings.analysis:
        case "ollama":
            return ollama_memory(settings.analysis_url or OLLAMA_URL, _plain(settings.analysis_key))
        case "openai":
            return ServerMemory(server_name(settings.analysis_url), local_memory_mb(settings.analysis_url), None)
        case "none":
            return None


def _model(
    part: ModelPart,
    kind: Literal["none", "ollama", "openai"],
    url: str,
    model: str,
    *,
    key: SecretStr | None,
    seconds: float,
    context_tokens: int,
    idle_minutes: int,
) -> StructuredModel | None:
    match kind:
        case "ollama":
            return OllamaStructured(
                url or OLLAMA_URL,
                model,
                part,
                key=_plain(key),
                seconds=seconds,
                context_tokens=context_tokens,
                idle_minutes=idle_minutes,
            )
        case "openai":
            return OpenAIStructured(url, model, part, key=_plain(key), seconds=seconds)
        case "none":
            return None


def _plain(key: SecretStr | None) -> str:
    return key.get_secret_value() if key else ""
