"""Models that are held to a schema, against a local server in both forms, and against servers that are broken."""

import base64
import json
from collections.abc import Callable, Mapping
from contextlib import closing
from typing import Any

import pytest

from fixtures.chat_server import MODEL, PATHS, chat_server
from schedario.errors import AnalysisAnswerError, AnalysisError, AnalysisModelError, AnswerCutError
from schedario.llm.ollama_structured import OllamaStructured
from schedario.llm.openai_structured import OpenAIStructured
from schedario.llm.part import ANALYSIS
from schedario.ports import StructuredModel
from schedario.records.asking import ChatMessage, ModelImage

MESSAGES = [ChatMessage("system", "rules"), ChatMessage("user", "text")]
SCHEMA = {
    "type": "object",
    "properties": {"kind": {"enum": ["invoice", "letter"]}},
    "required": ["kind"],
    "additionalProperties": False,
}
FITTING = '{"kind": "letter"}'

MAKERS: dict[str, Callable[[str], StructuredModel]] = {
    "ollama": lambda url: OllamaStructured(
        url, MODEL, ANALYSIS, key="secret", seconds=5.0, context_tokens=4096, idle_minutes=3
    ),
    "openai": lambda url: OpenAIStructured(url, MODEL, ANALYSIS, key="secret", seconds=5.0),
}


@pytest.fixture(params=list(MAKERS))
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def answered(form: str, url: str, *images: ModelImage) -> Mapping[str, Any]:
    with closing(MAKERS[form](url)) as model:
        return model.complete(MESSAGES, SCHEMA, most_tokens=77, images=images)


def test_the_answer_is_the_object_that_was_written(form: str) -> None:
    with chat_server('{"ki', 'nd": "letter"', "}") as server:
        assert answered(form, server.url) == {"kind": "letter"}
        assert server.paths == [PATHS[form]]


def test_each_call_says_its_schema_its_context_and_how_long_the_model_stays() -> None:
    picture = ModelImage(b"pixels", "image/png")
    with chat_server(FITTING) as server:
        for form in MAKERS:
            answered(form, server.url, picture)
    ollama, openai = server.asked
    assert (ollama["format"], ollama["keep_alive"], ollama["stream"]) == (SCHEMA, "3m", True)
    assert ollama["options"] == {"num_ctx": 4096, "num_predict": 77, "temperature": 0}
    encoded = base64.b64encode(b"pixels").decode()
    assert ollama["messages"][1] == {"role": "user", "content": "text", "images": [encoded]}
    assert openai["response_format"]["json_schema"] == {"name": "answer", "strict": True, "schema": SCHEMA}
    said, shown = openai["messages"][1]["content"]
    assert (said, openai["max_tokens"]) == ({"type": "text", "text": "text"}, 77)
    assert shown["image_url"] == {"url": f"data:image/png;base64,{encoded}"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"kind": "letter"', "no JSON"),
        ("It is a letter.", "no JSON"),
        ("", "no JSON"),
        ('["letter"]', "type"),
        ('{"kind": "order"}', "kind: enum"),
        ('{"kind": "letter", "path": "/etc"}', "additionalProperties"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_an_answer_that_does_not_fit_is_an_error_with_its_text(form: str, text: str, why: str) -> None:
    with chat_server(text) as server, pytest.raises(AnalysisAnswerError, match=why) as raised:
        answered(form, server.url)
    assert raised.value.text == text[:4000]
    assert not raised.value.retryable


def test_an_answer_that_is_cut_has_its_text(form: str) -> None:
    with chat_server('{"kind": "lett', cut=True) as server, pytest.raises(AnswerCutError, match="longer") as raised:
        answered(form, server.url)
    assert raised.value.text == '{"kind": "lett'


@pytest.mark.parametrize("thought", ["field", "mark"])
def test_a_model_that_thinks_is_refused(form: str, thought: str) -> None:
    pieces = ["<th", "ink>hm</think>", FITTING] if thought == "mark" else [FITTING]
    with chat_server(*pieces, thinking="hm" if thought == "field" else "") as server:
        with pytest.raises(AnalysisModelError, match="instruct build"):
            answered(form, server.url)
        assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("script", "error", "said"),
    [
        ({"refusal": (404, {"error": "model not found"})}, AnalysisModelError, "(ollama pull scripted|not found)"),
        ({"refusal": (401, {"error": "who are you, secret?"})}, AnalysisModelError, "Check analysis_key"),
        ({"refusal": (503, "busy")}, AnalysisError, "busy"),
        ({"dies": True}, AnalysisError, "(middle of its answer|does not answer)"),
        ({"failure": "out of memory, secret"}, AnalysisError, r"out of memory, \*\*\*"),
        ({"spoiled": "{broken"}, AnalysisError, "unknown form"),
    ],
)
def test_a_server_that_gives_none_is_one_line(
    form: str, script: dict[str, Any], error: type[AnalysisError], said: str
) -> None:
    with chat_server('{"kind"', **script) as server, pytest.raises(error, match=said) as raised:
        answered(form, server.url)
    assert type(raised.value) is error
    assert "\n" not in str(raised.value)
    assert "secret" not in str(raised.value)


def test_a_server_that_is_too_slow_or_away_may_be_tried_again(form: str) -> None:
    with chat_server(json.dumps("a"), *["b"] * 4, pause_seconds=0.4) as server:
        slow = OllamaStructured(server.url, MODEL, ANALYSIS, seconds=0.5, context_tokens=2048, idle_minutes=1)
        with closing(slow), pytest.raises(AnalysisError, match=r"within 0\.5 s"):
            slow.complete(MESSAGES, SCHEMA, most_tokens=5)
        gone = server.url
    with pytest.raises(AnalysisError, match="does not answer") as raised:
        answered(form, gone)
    assert raised.value.retryable


def test_it_says_whether_the_model_is_there(form: str) -> None:
    with chat_server(models=("other",)) as server, closing(MAKERS[form](server.url)) as model:
        with pytest.raises(AnalysisModelError, match=f"no model {MODEL}"):
            model.ready()
        server.models = (MODEL,)
        assert model.ready() == f"{MODEL} at {server.url}"
