"""A server that speaks the ``/chat/completions`` form of OpenAI: llama.cpp, vLLM, LM Studio and many more."""

from collections.abc import Generator, Sequence
from typing import Any

from schedario.llm.completions import completion_host, completion_pieces, known_models
from schedario.llm.part import CHAT
from schedario.llm.streaming import plain, without_thinking
from schedario.records.asking import ChatMessage


class OpenAIChat:
    """One server with one of its models."""

    def __init__(self, url: str, model: str, *, key: str = "", seconds: float) -> None:
        """Remember the server.

        Args:
            url: Where its routes begin, or the route itself; an address without a path gets ``/v1``.
            model: What it calls the model; empty leaves the choice to it.
            key: Sent as a bearer token; empty for none.
            seconds: How long a whole answer may take.
        """
        self._host = completion_host(url, key, "chat_key")
        self._model = model
        self._seconds = seconds

    @property
    def name(self) -> str:
        """See ``ChatModel``."""
        return f"{self._model or self._host.name} (openai)"

    def stream(self, messages: Sequence[ChatMessage], *, most_tokens: int) -> Generator[str, None, None]:
        """See ``ChatModel``."""
        body: dict[str, Any] = {"messages": plain(messages), "stream": True}
        body |= {"model": self._model} if self._model else {}
        with CHAT.told(self._host.name):
            pieces = completion_pieces(self._host, body, most_tokens, self._seconds, CHAT)
            yield from without_thinking((piece.text for piece in pieces), self._model or self._host.name, CHAT)

    def ready(self) -> str:
        """See ``ChatModel``."""
        return CHAT.listed(self._model, self._host.name, lambda: known_models(self._host, self._model))

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()
