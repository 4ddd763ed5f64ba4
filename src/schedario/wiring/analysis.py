"""Builds the model that describes documents, as the settings name it."""

from schedario.llm.ollama_structured import OllamaStructured
from schedario.llm.openai_structured import OpenAIStructured
from schedario.llm.part import ANALYSIS
from schedario.ports import StructuredModel
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
