"""A server that speaks the ``/embeddings`` form of OpenAI: llama.cpp, vLLM, LM Studio, TEI and many more."""

import base64
import binascii
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from schedario.embed.place import Kind, PlaceError, Vectors, rows
from schedario.remote import RemoteHost


class OpenAIPlace:
    """One server with one of its models. It has no word for a model's version."""

    def __init__(self, url: str, model: str, *, key: str = "", dimensions: int = 0) -> None:
        """Remember the server.

        Args:
            url: Where its routes begin; an address without a path gets ``/v1``.
            model: What it calls the model; empty leaves the choice to it.
            key: Sent as a bearer token; empty for none.
            dimensions: Width to ask for; 0 for the model's own.
        """
        self._host = RemoteHost(routes(url), key=key, key_setting="embedder_key")
        self._body: dict[str, Any] = {"encoding_format": "float"}
        self._body |= {"model": model} if model else {}
        self._body |= {"dimensions": dimensions} if dimensions else {}

    @property
    def name(self) -> str:
        """See ``Place``."""
        return self._host.name

    def version(self, seconds: float) -> str:
        """See ``Place``."""
        return ""

    def vectors(self, texts: Sequence[str], kind: Kind, seconds: float) -> Vectors:
        """See ``Place``."""
        return in_order(self._host.post("/embeddings", {**self._body, "input": list(texts)}, seconds), len(texts))

    def close(self) -> None:
        """See ``Place``."""
        self._host.close()


def routes(url: str) -> str:
    """Return where a server's routes begin, for what people write: its address, with ``/v1``, or the route itself."""
    begin = url.rstrip("/").removesuffix("/embeddings")
    return begin if urlsplit(begin).path else f"{begin}/v1"


def in_order(answer: Any, count: int) -> Vectors:
    """Return the vectors of an answer by their index; the order in which they stand means nothing.

    Raises:
        PlaceError: The answer is in another form, or lacks a vector.
    """
    try:
        found = {int(entry["index"]): _numbers(entry) for entry in answer["data"]}
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise PlaceError("it answered in an unknown form") from error
    if sorted(found) != list(range(count)):
        raise PlaceError(f"it gave {len(found)} vectors for {count} texts")
    return rows([found[index] for index in range(count)], count)


def _numbers(entry: Mapping[str, Any]) -> Sequence[float]:
    """Return a vector's numbers; some servers send them as little-endian fp32 in base64 whatever was asked for."""
    value = entry["embedding"]
    if isinstance(value, str):
        return [float(number) for number in np.frombuffer(base64.b64decode(value, validate=True), "<f4")]
    return list(value)
