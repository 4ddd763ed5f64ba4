"""The API of Anthropic (``/v1/messages``)."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from schedario.llm.part import CHAT
from schedario.llm.streaming import READY_SECONDS, events, plain
from schedario.records.asking import ChatMessage
from schedario.remote import RemoteHost

_VERSION = "2023-06-01"


class AnthropicChat:
    """The API with one of its models."""

    def __init__(self, url: str, model: str, *, key: str, seconds: float) -> None:
        """Remember the server.

        Args:
            url: Where its routes begin, or the route itself; an address without a path gets ``/v1``.
            model: What it calls the model.
            key: Sent as ``x-api-key``.
            seconds: How long a whole answer may take.
        """
        begin = url.rstrip("/").removesuffix("/messages")
        self._host = RemoteHost(
            begin if urlsplit(begin).path else f"{begin}/v1",
            key=key,
            key_setting="chat_key",
            key_header="x-api-key",
            headers={"anthropic-version": _VERSION},
        )
        self._model = model
        self._seconds = seconds

    @property
    def name(self) -> str:
        """See ``ChatModel``."""
        return f"{self._model} (anthropic)"

    def stream(self, messages: Sequence[ChatMessage], *, most_tokens: int) -> Generator[str, None, None]:
        """See ``ChatModel``."""
        body = {
            "model": self._model,
            "system": "\n\n".join(message.text for message in messages if message.role == "system"),
            "messages": plain([message for message in messages if message.role != "system"]),
            "max_tokens": most_tokens,
            "stream": True,
        }
        with CHAT.told(self._host.name):
            yield from self._pieces(body)

    def ready(self) -> str:
        """See ``ChatModel``."""
        return CHAT.listed(self._model, self._host.name, self._models)

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()

    def _models(self) -> list[str]:
        found = [str(entry["id"]) for entry in self._host.get("/models?limit=1000", READY_SECONDS)["data"]]
        # Names without a date stand for the newest of their kind, and are in no list.
        return [*found, *(name.rpartition("-")[0] for name in found)]

    def _pieces(self, body: dict[str, Any]) -> Iterator[str]:
        for value in events(self._host.lines("/messages", body, self._seconds)):
            if error := CHAT.broken_off(value, self._host):
                raise error
            if value["type"] == "message_stop":
                return
            if value["type"] != "content_block_delta":
                continue
            if value["delta"]["type"] == "thinking_delta":
                raise CHAT.thinking(self._model)
            yield str(value["delta"].get("text", ""))
        raise CHAT.unfinished(self._host.name)
