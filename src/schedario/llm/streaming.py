"""What the streamed answers of all servers have in common: JSON objects line by line, and what is no answer."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from schedario.errors import ChatError
from schedario.records.asking import ChatMessage
from schedario.remote import RemoteError, RemoteHost

READY_SECONDS = 10.0
"""How long a server is given to say which models it has."""

_USUAL = "Check that the server runs and that chat_url and chat_model are right; 'schedario doctor' looks"
_THINKING = "<think"
_DATA = "data:"


@contextmanager
def told_as_chat_errors(server: str) -> Iterator[None]:
    """Tell what goes wrong with a server, or with the form of its answer, as an error of the chat model."""
    try:
        yield
    except RemoteError as error:
        raise ChatError(
            f"the chat model's server gave no answer: {error.what}", subject=server, remedy=error.remedy or _USUAL
        ) from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ChatError("the chat model's server answered in an unknown form", subject=server, remedy=_USUAL) from error


def objects(lines: Iterable[str]) -> Iterator[Any]:
    """Yield the JSON object of each line.

    Raises:
        ValueError: A line is no JSON.
    """
    return (json.loads(line) for line in lines)


def events(lines: Iterable[str]) -> Iterator[Any]:
    """Yield the data of server-sent events up to OpenAI's ``[DONE]``, which is told as None.

    Raises:
        ValueError: The data of an event is no JSON.
    """
    for line in lines:
        if line.startswith(_DATA):
            data = line.removeprefix(_DATA).strip()
            yield None if data == "[DONE]" else json.loads(data)


def plain(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    """Return messages in the form of Ollama and OpenAI."""
    return [{"role": message.role, "content": message.text} for message in messages]


def without_thinking(pieces: Iterable[str], model: str) -> Iterator[str]:
    """Yield the pieces of an answer, and refuse one that begins with the model's thinking.

    Raises:
        ChatError: It does.
    """
    begin = ""
    waiting = True
    for piece in pieces:
        if not waiting:
            yield piece
            continue
        begin += piece
        start = begin.lstrip()
        if start.startswith(_THINKING):
            raise thinking(model)
        # "<thi" may yet become the mark.
        if not _THINKING.startswith(start):
            waiting = False
            yield start
    if waiting and begin.strip():
        yield begin.lstrip()


def thinking(model: str) -> ChatError:
    """Return what is said of a model that thinks aloud."""
    return ChatError(
        "the chat model thinks aloud before it answers, which takes minutes and is no answer",
        subject=model,
        remedy="Set chat_model to its instruct build",
    )


def unfinished(server: str) -> ChatError:
    """Return what is said of an answer that has no end."""
    return ChatError("the chat model's server ended in the middle of its answer", subject=server, remedy="Try again")


def failed(value: Any, host: RemoteHost) -> ChatError | None:
    """Return the error that an object within an answer is; None when it is none."""
    error = value.get("error")
    text = error.get("message", error) if isinstance(error, Mapping) else error
    if not text:
        return None
    return ChatError(f"the chat model's server broke off ({host.plain(str(text))})", subject=host.name, remedy=_USUAL)


def listed(model: str, server: str, models: Callable[[], Sequence[str]]) -> str:
    """Say that a server has a model.

    Raises:
        ChatError: It cannot be asked, or lists others only.
    """
    with told_as_chat_errors(server):
        names = models()
    if model and model not in names:
        raise ChatError(f"the chat model's server has no model {model}", subject=server, remedy="Check chat_model")
    return f"{model or 'the model of the server'} at {server}"
