"""How a server of OpenAI's ``/chat/completions`` form is asked, whatever the answer is for."""

from collections.abc import Generator, Iterator
from typing import Any
from urllib.parse import urlsplit

from schedario.llm.part import ModelPart
from schedario.llm.streaming import READY_SECONDS, Written, events
from schedario.remote import RemoteError, RemoteHost

_BAD_REQUEST = 400
_NO_ROUTE = 404


def completion_host(url: str, key: str, key_setting: str) -> RemoteHost:
    """Return the server at an address, which may be that of the route; one without a path gets ``/v1``."""
    begin = url.rstrip("/").removesuffix("/chat/completions")
    return RemoteHost(begin if urlsplit(begin).path else f"{begin}/v1", key=key, key_setting=key_setting)


def known_models(host: RemoteHost, wanted: str) -> list[str]:
    """Return the models that a server lists; the wanted one when it has no list."""
    try:
        return [str(entry["id"]) for entry in host.get("/models", READY_SECONDS)["data"]]
    except RemoteError as error:
        # Not every server of this form has a list; that it answers at all is what there is to know.
        if error.status == _NO_ROUTE:
            return [wanted]
        raise


def completion_pieces(
    host: RemoteHost, body: dict[str, Any], most_tokens: int, seconds: float, part: ModelPart
) -> Iterator[Written]:
    """Yield the pieces of an answer as they come.

    Raises:
        ModelError: The model thinks aloud, or the answer has no end.
        RemoteError: The server gave none.
    """
    finished = False
    for value in events(_lines(host, body, most_tokens, seconds)):
        if value is None:
            return
        if error := part.broken_off(value, host):
            raise error
        for choice in value["choices"]:
            delta = choice["delta"]
            if delta.get("reasoning_content") or delta.get("reasoning"):
                raise part.thinking(str(body.get("model") or host.name))
            finished = finished or bool(choice.get("finish_reason"))
            yield Written(str(delta.get("content") or ""), cut=choice.get("finish_reason") == "length")
    if not finished:
        raise part.unfinished(host.name)


def _lines(host: RemoteHost, body: dict[str, Any], most_tokens: int, seconds: float) -> Generator[str, None, None]:
    """Ask in the form that all servers know, then, when it is refused for its limit, in OpenAI's newer one."""
    try:
        yield from host.lines("/chat/completions", {**body, "max_tokens": most_tokens, "temperature": 0}, seconds)
    except RemoteError as error:
        if error.status != _BAD_REQUEST or not any(word in error.what for word in ("max_tokens", "temperature")):
            raise
        yield from host.lines("/chat/completions", {**body, "max_completion_tokens": most_tokens}, seconds)
