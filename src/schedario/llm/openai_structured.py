"""A server of OpenAI's ``/chat/completions`` form, held to a JSON schema (``response_format``)."""

import base64
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from schedario.llm.answer import Written, checked_answer
from schedario.llm.completions import completion_host, completion_lines, known_models
from schedario.llm.part import ModelPart
from schedario.llm.streaming import events, plain
from schedario.records.asking import ChatMessage, ModelImage


class OpenAIStructured:
    """One server with one of its models."""

    def __init__(self, url: str, model: str, part: ModelPart, *, key: str = "", seconds: float) -> None:
        """Remember the server.

        Args:
            url: Where its routes begin, or the route itself; an address without a path gets ``/v1``.
            model: What it calls the model; empty leaves the choice to it.
            part: Which model of the settings it is.
            key: Sent as a bearer token; empty for none.
            seconds: How long a whole answer may take.
        """
        self._host = completion_host(url, key, f"{part.setting}_key")
        self._model = model
        self._part = part
        self._seconds = seconds

    @property
    def name(self) -> str:
        """See ``StructuredModel``."""
        return f"{self._model or self._host.name} (openai)"

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        """See ``StructuredModel``."""
        body: dict[str, Any] = {
            "messages": _with_images(plain(messages), images),
            "stream": True,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "answer", "strict": True, "schema": dict(schema)},
            },
        }
        body |= {"model": self._model} if self._model else {}
        with self._part.told(self._host.name):
            return checked_answer(self._pieces(body, most_tokens), schema, self._model or self._host.name, self._part)

    def ready(self) -> str:
        """See ``StructuredModel``."""
        return self._part.listed(self._model, self._host.name, lambda: known_models(self._host, self._model))

    def close(self) -> None:
        """See ``StructuredModel``."""
        self._host.close()

    def _pieces(self, body: dict[str, Any], most_tokens: int) -> Generator[Written, None, None]:
        finished = False
        for value in events(completion_lines(self._host, body, most_tokens, self._seconds)):
            if value is None:
                return
            if error := self._part.broken_off(value, self._host):
                raise error
            for choice in value["choices"]:
                written = self._written(choice)
                finished = finished or bool(choice.get("finish_reason"))
                yield written
        if not finished:
            raise self._part.unfinished(self._host.name)

    def _written(self, choice: Mapping[str, Any]) -> Written:
        delta = choice["delta"]
        if delta.get("reasoning_content") or delta.get("reasoning"):
            raise self._part.thinking(self._model or self._host.name)
        return Written(str(delta.get("content") or ""), cut=choice.get("finish_reason") == "length")


def _with_images(messages: list[dict[str, Any]], images: Sequence[ModelImage]) -> list[dict[str, Any]]:
    """Return the messages, the last one with the images."""
    if not images:
        return messages
    said = {"type": "text", "text": messages[-1]["content"]}
    return [*messages[:-1], {**messages[-1], "content": [said, *map(_shown, images)]}]


def _shown(image: ModelImage) -> dict[str, Any]:
    data = base64.b64encode(image.content).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{image.media_type};base64,{data}"}}
