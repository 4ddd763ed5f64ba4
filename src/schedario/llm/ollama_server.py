"""How an Ollama server is asked (``/api/chat``), whatever the answer is for."""

from collections.abc import Iterator
from typing import Any

from schedario.llm.part import ModelPart
from schedario.llm.streaming import READY_SECONDS, Written, objects
from schedario.remote import RemoteError, RemoteHost

_NO_MODEL = 404


def ollama_models(host: RemoteHost) -> list[str]:
    """Return the models that a server has, each with its tag."""
    return [str(entry["name"]) for entry in host.get("/api/tags", READY_SECONDS)["models"]]


def ollama_pieces(host: RemoteHost, body: dict[str, Any], seconds: float, part: ModelPart) -> Iterator[Written]:
    """Yield the pieces of an answer as they come.

    Raises:
        ModelError: The model is not there, thinks aloud, or the answer has no end.
        RemoteError: The server gave none.
    """
    model = str(body["model"])
    for value in objects(_lines(host, body, seconds, part)):
        if error := part.broken_off(value, host):
            raise error
        message = value["message"]
        if message.get("thinking"):
            raise part.thinking(model)
        yield Written(str(message["content"]), cut=value.get("done_reason") == "length")
        if value.get("done"):
            return
    raise part.unfinished(host.name)


def _lines(host: RemoteHost, body: dict[str, Any], seconds: float, part: ModelPart) -> Iterator[str]:
    try:
        yield from host.lines("/api/chat", body, seconds)
    except RemoteError as error:
        if error.status != _NO_MODEL:
            raise
        raise part.not_in_ollama(str(body["model"]), host.name) from error
