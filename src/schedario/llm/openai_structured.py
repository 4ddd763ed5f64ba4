"""A server of OpenAI's ``/chat/completions`` form, held to a JSON schema (``response_format``)."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from schedario.llm.answer import checked_answer
from schedario.llm.completions import completion_host, completion_pieces, known_models
from schedario.llm.part import ModelPart
from schedario.llm.streaming import plain
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
            pieces = completion_pieces(self._host, body, most_tokens, self._seconds, self._part)
            return checked_answer(pieces, schema, self._model or self._host.name, self._part)

    def ready(self) -> str:
        """See ``StructuredModel``."""
        return self._part.listed(self._model, self._host.name, lambda: known_models(self._host, self._model))

    def close(self) -> None:
        """See ``StructuredModel``."""
        self._host.close()


def _with_images(messages: list[dict[str, Any]], images: Sequence[ModelImage]) -> list[dict[str, Any]]:
    """Return the messages, the last one with the images."""
    if not images:
        return messages
    said = {"type": "text", "text": messages[-1]["content"]}
    return [*messages[:-1], {**messages[-1], "content": [said, *map(_shown, images)]}]


def _shown(image: ModelImage) -> dict[str, Any]:
    data = base64.b64encode(image.content).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{image.media_type};base64,{data}"}}
