"""A model that Ollama runs (``/api/chat``)."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from schedario.llm.part import CHAT
from schedario.llm.streaming import (
    READY_SECONDS,
    objects,
    plain,
    without_thinking,
)
from schedario.records.asking import ChatMessage
from schedario.remote import RemoteHost

_KEEP_ALIVE = "10m"
"""Long enough for the next question of a person, short enough to give the memory back after the last."""


class OllamaChat:
    """One Ollama server with one of its models."""

    def __init__(self, url: str, model: str, *, key: str = "", seconds: float, context_tokens: int) -> None:
        """Remember the server.

        Args:
            url: Its address, without ``/api``.
            model: As Ollama calls it; without a tag it is the latest.
            key: For a server behind a proxy that asks for one; empty for none.
            seconds: How long a whole answer may take.
            context_tokens: What the model takes at once. Ollama's own default is small, and what is too long for it is
                cut without a word.
        """
        self._host = RemoteHost(url, key=key, key_setting="chat_key")
        self._model = model
        self._seconds = seconds
        self._context_tokens = context_tokens

    @property
    def name(self) -> str:
        """See ``ChatModel``."""
        return f"{self._model} (ollama)"

    def stream(self, messages: Sequence[ChatMessage], *, most_tokens: int) -> Generator[str, None, None]:
        """See ``ChatModel``."""
        options = {"num_ctx": self._context_tokens, "num_predict": most_tokens, "temperature": 0}
        body = {
            "model": self._model,
            "messages": plain(messages),
            "stream": True,
            "keep_alive": _KEEP_ALIVE,
            "options": options,
        }
        with CHAT.told(self._host.name):
            yield from without_thinking(self._pieces(body), self._model, CHAT)

    def ready(self) -> str:
        """See ``ChatModel``."""
        return CHAT.in_ollama(self._model, self._host.name, self._models)

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()

    def _models(self) -> list[str]:
        return [str(entry["name"]) for entry in self._host.get("/api/tags", READY_SECONDS)["models"]]

    def _pieces(self, body: dict[str, Any]) -> Iterator[str]:
        for value in objects(self._host.lines("/api/chat", body, self._seconds)):
            if error := CHAT.broken_off(value, self._host):
                raise error
            message = value["message"]
            if message.get("thinking"):
                raise CHAT.thinking(self._model)
            yield str(message["content"])
            if value.get("done"):
                return
        raise CHAT.unfinished(self._host.name)
