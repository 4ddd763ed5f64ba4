"""What the streamed answers of all servers have in common: JSON objects line by line, and what is no answer."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from schedario.llm.part import ModelPart
from schedario.records.asking import ChatMessage

READY_SECONDS = 10.0
"""How long a server is given to say which models it has."""

THINKING = "<think"
"""How an answer begins in which a model thinks aloud."""

_DATA = "data:"


@dataclass(frozen=True, slots=True)
class Written:
    """A piece of an answer.

    Attributes:
        text: It.
        cut: Whether the answer ends here because it may not be longer.
    """

    text: str
    cut: bool = False


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


def plain(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """Return messages in the form of Ollama and OpenAI."""
    return [{"role": message.role, "content": message.text} for message in messages]


def without_thinking(pieces: Iterable[str], model: str, part: ModelPart) -> Iterator[str]:
    """Yield the pieces of an answer, and refuse one that begins with the model's thinking.

    Raises:
        ModelError: It does.
    """
    begin = ""
    waiting = True
    for piece in pieces:
        if not waiting:
            yield piece
            continue
        begin += piece
        start = begin.lstrip()
        if start.startswith(THINKING):
            raise part.thinking(model)
        # "<thi" may yet become the mark.
        if not THINKING.startswith(start):
            waiting = False
            yield start
    if waiting and begin.strip():
        yield begin.lstrip()
