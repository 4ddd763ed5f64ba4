"""Voyage AI's models, or a server that speaks its form: it is told whether a text is a question or a passage."""

from collections.abc import Sequence
from typing import Any

from schedario.embed.openai import in_order, routes
from schedario.embed.place import Kind, Vectors
from schedario.remote import RemoteHost

_INPUT_TYPES: dict[Kind, str] = {"query": "query", "passage": "document"}


class VoyagePlace:
    """One address with one model. It has no word for a model's version."""

    def __init__(self, url: str, model: str, *, key: str = "", dimensions: int = 0) -> None:
        """Remember the server; see ``OpenAIPlace``."""
        self._host = RemoteHost(routes(url), key=key, key_setting="embedder_key")
        # Without truncation, so that a text that is too long is refused and can be shortened knowingly.
        self._body: dict[str, Any] = {"model": model, "truncation": False}
        self._body |= {"output_dimension": dimensions} if dimensions else {}

    @property
    def name(self) -> str:
        """See ``Place``."""
        return self._host.name

    def version(self, seconds: float) -> str:
        """See ``Place``."""
        return ""

    def vectors(self, texts: Sequence[str], kind: Kind, seconds: float) -> Vectors:
        """See ``Place``."""
        body = {**self._body, "input": list(texts), "input_type": _INPUT_TYPES[kind]}
        return in_order(self._host.post("/embeddings", body, seconds), len(texts))

    def close(self) -> None:
        """See ``Place``."""
        self._host.close()
