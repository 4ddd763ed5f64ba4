"""A model that Ollama runs, held to a JSON schema (``/api/chat`` with ``format``)."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from schedario.llm.answer import checked_answer
from schedario.llm.ollama_server import ollama_models, ollama_pieces
from schedario.llm.part import ModelPart
from schedario.llm.streaming import plain
from schedario.records.asking import ChatMessage, ModelImage
from schedario.remote import RemoteHost


class OllamaStructured:
    """One Ollama server with one of its models."""

    def __init__(
        self,
        url: str,
        model: str,
        part: ModelPart,
        *,
        key: str = "",
        seconds: float,
        context_tokens: int,
        idle_minutes: int,
    ) -> None:
        """Remember the server.

        Args:
            url: Its address, without ``/api``.
            model: As Ollama calls it; without a tag it is the latest.
            part: Which model of the settings it is.
            key: For a server behind a proxy that asks for one; empty for none.
            seconds: How long a whole answer may take, loading included.
            context_tokens: What the model takes at once. Ollama's own default is small, and what is too long for it is
                cut without a word.
            idle_minutes: How long the model stays in memory after a call.
        """
        self._host = RemoteHost(url, key=key, key_setting=f"{part.setting}_key")
        self._model = model
        self._part = part
        self._seconds = seconds
        self._context_tokens = context_tokens
        self._idle_minutes = idle_minutes

    @property
    def name(self) -> str:
        """See ``StructuredModel``."""
        return f"{self._model} (ollama)"

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        """See ``StructuredModel``."""
        body = {
            "model": self._model,
            "messages": _with_images(plain(messages), images),
            # By pieces, so that thinking is seen at its beginning and a server that has gone at once.
            "stream": True,
            "format": dict(schema),
            "keep_alive": f"{self._idle_minutes}m",
            "options": {"num_ctx": self._context_tokens, "num_predict": most_tokens, "temperature": 0},
        }
        with self._part.told(self._host.name):
            pieces = ollama_pieces(self._host, body, self._seconds, self._part)
            return checked_answer(pieces, schema, self._model, self._part)

    def ready(self) -> str:
        """See ``StructuredModel``."""
        return self._part.in_ollama(self._model, self._host.name, lambda: ollama_models(self._host))

    def close(self) -> None:
        """See ``StructuredModel``."""
        self._host.close()


def _with_images(messages: list[dict[str, Any]], images: Sequence[ModelImage]) -> list[dict[str, Any]]:
    """Return the messages, the last one with the images."""
    if not images:
        return messages
    shown = [base64.b64encode(image.content).decode() for image in images]
    return [*messages[:-1], {**messages[-1], "images": shown}]
