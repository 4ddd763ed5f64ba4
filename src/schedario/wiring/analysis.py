"""Builds the models that describe documents and look at their pictures, and what stands for them without one."""

from schedario.analyse.extracted import extracted, source_of
from schedario.analyse.fingerprint import extracted_under
from schedario.llm.ollama_structured import OllamaStructured
from schedario.llm.openai_structured import OpenAIStructured
from schedario.llm.part import ANALYSIS, VISION
from schedario.llm.server_memory import OllamaMemory, local_memory_mb, server_name
from schedario.ports import StructuredModel, WordFrequencies
from schedario.records.analysis import NewAnalysis, ServerMemory
from schedario.records.document import NewDocument
from schedario.settings import Settings
from schedario.wiring.model_places import OLLAMA_URL


def analysis_model(settings: Settings) -> StructuredModel | None:
    """Return the analysis model; None when the settings name none, and what presents a document is extracted."""
    key = settings.analysis_key.get_secret_value() if settings.analysis_key else ""
    match settings.analysis:
        case "ollama":
            return OllamaStructured(
                settings.analysis_url or OLLAMA_URL,
                settings.analysis_model,
                ANALYSIS,
                key=key,
                seconds=settings.analysis_seconds,
                context_tokens=settings.analysis_context,
                idle_minutes=settings.analysis_idle_minutes,
            )
        case "openai":
            return OpenAIStructured(
                settings.analysis_url, settings.analysis_model, ANALYSIS, key=key, seconds=settings.analysis_seconds
            )
        case "none":
            return None


def extract_of(document: NewDocument, words: WordFrequencies) -> NewAnalysis:
    """Return what is extracted to present a document that is about to be written."""
    return NewAnalysis(extracted(source_of(document), words), (), "", extracted_under())


def server_memory(settings: Settings) -> ServerMemory | None:
    """Return what the analysis model's server takes; None when the settings name none."""
    key = settings.analysis_key.get_secret_value() if settings.analysis_key else ""
    match settings.analysis:
        case "ollama":
            return OllamaMemory(settings.analysis_url or OLLAMA_URL, key).look()
        case "openai":
            return ServerMemory(server_name(settings.analysis_url), local_memory_mb(settings.analysis_url), None)
        case "none":
            return None


def vision_model(settings: Settings) -> StructuredModel | None:
    """Return the vision model; None when the settings name none, and what OCR could not read stays unread."""
    key = settings.vision_key.get_secret_value() if settings.vision_key else ""
    match settings.vision:
        case "ollama":
            return OllamaStructured(
                settings.vision_url or OLLAMA_URL,
                settings.vision_model,
                VISION,
                key=key,
                seconds=settings.vision_seconds,
                context_tokens=settings.vision_context,
                idle_minutes=settings.vision_idle_minutes,
            )
        case "openai":
            return OpenAIStructured(
                settings.vision_url, settings.vision_model, VISION, key=key, seconds=settings.vision_seconds
            )
        case "none":
            return None
