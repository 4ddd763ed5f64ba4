"""The chat models against a local server in all three forms, and against servers that are broken."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from fixtures.chat_server import MODEL, PATHS, chat_server
from schedario.errors import ChatError
from schedario.llm.anthropic import AnthropicChat
from schedario.llm.check import ModelCheck
from schedario.llm.ollama import OllamaChat
from schedario.llm.openai import OpenAIChat
from schedario.ports import ChatModel
from schedario.records.asking import ChatMessage
from schedario.records.status import Health

MESSAGES = [ChatMessage("system", "rules"), ChatMessage("user", "question")]
Make = Callable[[str], ChatModel]

MAKERS: dict[str, Make] = {
    "ollama": lambda url: OllamaChat(url, MODEL, key="secret", seconds=5.0, context_tokens=4096),
    "openai": lambda url: OpenAIChat(url, MODEL, key="secret", seconds=5.0),
    "anthropic": lambda url: AnthropicChat(url, MODEL, key="secret", seconds=5.0),
}


@pytest.fixture(params=list(MAKERS))
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def written(form: str, url: str) -> Iterator[str]:
    with closing(MAKERS[form](url)) as chat:
        yield from chat.stream(MESSAGES, most_tokens=77)


def test_the_pieces_of_an_answer_come_as_they_are(form: str) -> None:
    with chat_server("Es", " ist ", "so.\n") as server:
        assert "".join(written(form, server.url)) == "Es ist so.\n"
        assert server.paths == [PATHS[form]]


def test_what_is_asked_has_the_form_of_the_server() -> None:
    user = {"role": "user", "content": "question"}
    system = {"role": "system", "content": "rules"}
    with chat_server("a.") as server:
        assert [list(written(form, server.url)) for form in MAKERS]
    ollama, openai, anthropic = server.asked
    assert (ollama["messages"], openai["messages"]) == ([system, user], [system, user])
    assert (anthropic["system"], anthropic["messages"]) == ("rules", [user])
    assert ollama["options"] == {"num_ctx": 4096, "num_predict": 77, "temperature": 0}
    assert ollama["keep_alive"] == "10m"
    assert (openai["max_tokens"], anthropic["max_tokens"]) == (77, 77)
    assert [headers.get("Authorization") for headers in server.headers] == ["Bearer secret", "Bearer secret", None]
    assert {name.lower(): value for name, value in server.headers[2].items()}["x-api-key"] == "secret"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ({"spoiled": "{broken"}, "unknown form"),
        ({"spoiled": "[]"}, "unknown form"),
        ({"dies": True}, "(middle of its answer|does not answer)"),
        ({"thinking": "hm"}, "instruct build"),
        ({"failure": "out of memory, secret"}, r"broke off \(out of memory, \*\*\*\)"),
        ({"refusal": (500, "no memory")}, "refused \\(500 no memory\\)"),
        ({"refusal": (401, {"error": "who are you, secret?"})}, "Check chat_key"),
        ({"refusal": (307, "")}, "refused \\(307"),
    ],
)
def test_what_is_no_answer_is_one_line_that_names_the_server(form: str, script: dict[str, Any], said: str) -> None:
    with chat_server("begun ", **script) as server, pytest.raises(ChatError, match=said) as raised:
        list(written(form, server.url))
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize("form", ["ollama", "openai"])
def test_a_model_that_thinks_in_its_answer_is_refused(form: str) -> None:
    with chat_server("\n<th", "ink>hm</think>It is so.") as server, pytest.raises(ChatError, match="thinks aloud"):
        list(written(form, server.url))


@pytest.mark.parametrize("form", ["ollama", "openai"])
def test_a_short_answer_that_begins_like_thinking_is_an_answer(form: str) -> None:
    with chat_server("<", "5 euro") as server:
        assert "".join(written(form, server.url)) == "<5 euro"
    with chat_server("<th") as server:
        assert "".join(written(form, server.url)) == "<th"


def test_a_server_that_is_not_there_or_too_slow_is_an_error(form: str) -> None:
    with chat_server("a", "b", "c", pause_seconds=0.4) as server:
        with (
            closing(OpenAIChat(server.url, MODEL, seconds=0.5)) as slow,
            pytest.raises(ChatError, match=r"within 0\.5 s"),
        ):
            list(slow.stream(MESSAGES, most_tokens=7))
        gone = server.url
    with pytest.raises(ChatError, match="does not answer"):
        list(written(form, gone))


def test_openais_newer_form_is_tried_when_the_usual_one_is_refused() -> None:
    with chat_server("a.", refusal=(400, {"error": {"message": "Unsupported parameter: 'max_tokens'"}})) as server:
        with pytest.raises(ChatError, match="max_tokens"):
            list(written("openai", server.url))
        usual, newer = server.asked
    assert (usual["max_tokens"], newer["max_completion_tokens"], "max_tokens" in newer) == (77, 77, False)


def test_an_answer_that_is_not_wanted_any_more_is_given_up(form: str) -> None:
    with chat_server(*["word "] * 1000, pause_seconds=0.01) as server, closing(MAKERS[form](server.url)) as chat:
        stream = chat.stream(MESSAGES, most_tokens=7)
        assert next(stream).startswith("word")
        stream.close()


def test_the_doctor_says_whether_the_model_is_there(form: str) -> None:
    with chat_server() as server, closing(MAKERS[form](server.url)) as chat:
        (finding,) = ModelCheck("chat", chat).check()
        assert (finding.health, finding.detail) == (Health.OK, f"{MODEL} at {server.url}")
        server.models = ("other",)
        (finding,) = ModelCheck("chat", chat).check()
        assert (finding.health, f"has no model {MODEL}" in finding.detail) == (Health.WARNING, True)
        server.refusal = (503, json.dumps({"error": "loading"}))
        (finding,) = ModelCheck("chat", chat).check()
        assert "loading" in finding.detail


def test_a_model_that_ollama_does_not_have_is_told_with_what_brings_it() -> None:
    refusal = (404, {"error": "model not found"})
    with chat_server(refusal=refusal) as server, pytest.raises(ChatError, match=f"ollama pull {MODEL}"):
        list(written("ollama", server.url))


def test_a_server_without_a_list_of_models_is_believed() -> None:
    with chat_server(refusal=(404, "no such route")) as server, closing(MAKERS["openai"](server.url)) as chat:
        assert chat.ready() == f"{MODEL} at {server.url}"
