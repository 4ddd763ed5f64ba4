"""A model that Ollama runs (``/api/chat``)."""

from collections.abc import Generator, Sequence

from schedario.llm.ollama_server import ollama_models, ollama_pieces
from schedario.llm.part import CHAT
from schedario.llm.streaming import plain, without_thinking
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
            pieces = ollama_pieces(self._host, body, self._seconds, CHAT)
            yield from without_thinking((piece.text for piece in pieces), self._model, CHAT)

    def ready(self) -> str:
        """See ``ChatModel``."""
        return CHAT.in_ollama(self._model, self._host.name, lambda: ollama_models(self._host))

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()
