"""A model that Ollama runs (``/api/chat``)."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from schedario.errors import ChatError
from schedario.llm.streaming import (
    READY_SECONDS,
    failed,
    objects,
    plain,
    thinking,
    told_as_chat_errors,
    unfinished,
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
        with told_as_chat_errors(self._host.name):
            yield from without_thinking(self._pieces(body), self._model)

    def ready(self) -> str:
        """See ``ChatModel``."""
        with told_as_chat_errors(self._host.name):
            names = {str(entry["name"]) for entry in self._host.get("/api/tags", READY_SECONDS)["models"]}
        if not {self._model, f"{self._model}:latest"} & names:
            raise ChatError(
                f"Ollama has no model {self._model}",
                subject=self._host.name,
                remedy=f"Run there: ollama pull {self._model}",
            )
        return f"{self._model} at {self._host.name}"

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()

    def _pieces(self, body: dict[str, Any]) -> Iterator[str]:
        for value in objects(self._host.lines("/api/chat", body, self._seconds)):
            if error := failed(value, self._host):
                raise error
            message = value["message"]
            if message.get("thinking"):
                raise thinking(self._model)
            yield str(message["content"])
            if value.get("done"):
                return
        raise unfinished(self._host.name)
