"""A server that speaks the ``/chat/completions`` form of OpenAI: llama.cpp, vLLM, LM Studio and many more."""

from collections.abc import Generator, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from schedario.llm.streaming import (
    READY_SECONDS,
    events,
    failed,
    listed,
    plain,
    thinking,
    told_as_chat_errors,
    unfinished,
    without_thinking,
)
from schedario.records.asking import ChatMessage
from schedario.remote import RemoteError, RemoteHost

_BAD_REQUEST = 400
_NO_ROUTE = 404


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
        begin = url.rstrip("/").removesuffix("/chat/completions")
        self._host = RemoteHost(begin if urlsplit(begin).path else f"{begin}/v1", key=key, key_setting="chat_key")
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
        with told_as_chat_errors(self._host.name):
            yield from without_thinking(self._pieces(body, most_tokens), self._model or self._host.name)

    def ready(self) -> str:
        """See ``ChatModel``."""
        return listed(self._model, self._host.name, self._models)

    def close(self) -> None:
        """See ``ChatModel``."""
        self._host.close()

    def _models(self) -> list[str]:
        try:
            return [str(entry["id"]) for entry in self._host.get("/models", READY_SECONDS)["data"]]
        except RemoteError as error:
            # Not every server of this form has a list; that it answers at all is what there is to know.
            if error.status == _NO_ROUTE:
                return [self._model]
            raise

    def _pieces(self, body: dict[str, Any], most_tokens: int) -> Iterator[str]:
        finished = False
        for value in events(self._lines(body, most_tokens)):
            if value is None:
                return
            if error := failed(value, self._host):
                raise error
            for choice in value["choices"]:
                delta = choice["delta"]
                if delta.get("reasoning_content") or delta.get("reasoning"):
                    raise thinking(self._model or self._host.name)
                yield str(delta.get("content") or "")
                finished = finished or bool(choice.get("finish_reason"))
        if not finished:
            raise unfinished(self._host.name)

    def _lines(self, body: dict[str, Any], most_tokens: int) -> Generator[str, None, None]:
        """Ask in the form that all servers know, then, when it is refused for its limit, in OpenAI's newer one."""
        try:
            yield from self._host.lines(
                "/chat/completions", {**body, "max_tokens": most_tokens, "temperature": 0}, self._seconds
            )
        except RemoteError as error:
            if error.status != _BAD_REQUEST or not any(word in error.what for word in ("max_tokens", "temperature")):
                raise
            newer = {**body, "max_completion_tokens": most_tokens}
            yield from self._host.lines("/chat/completions", newer, self._seconds)
