"""Builds the chat model that the settings name."""

from schedario.llm.anthropic import AnthropicChat
from schedario.llm.ollama import OllamaChat
from schedario.llm.openai import OpenAIChat
from schedario.ports import ChatModel
from schedario.settings import Settings
from schedario.wiring.model_places import OLLAMA_URL


def chat_model(settings: Settings) -> ChatModel | None:
    """Return the chat model; None when the settings name none, and answers are quotations."""
    key = settings.chat_key.get_secret_value() if settings.chat_key else ""
    model, seconds = settings.chat_model, settings.chat_seconds
    match settings.chat:
        case "ollama":
            url = settings.chat_url or OLLAMA_URL
            return OllamaChat(url, model, key=key, seconds=seconds, context_tokens=settings.chat_context)
        case "openai":
            return OpenAIChat(settings.chat_url, model, key=key, seconds=seconds)
        case "anthropic":
            return AnthropicChat(settings.chat_url, model, key=key, seconds=seconds)
        case "none":
            return None
