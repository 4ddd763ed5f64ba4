"""Ollama, OpenAI and Voyage places against a local server: what is sent, and what is made of bad answers."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from fixtures.embed_server import DIGEST, WIDTH, EmbedServer, dripping, dropping, embed_server, slow, vector
from schedario.embed.ollama import OllamaPlace, tagged
from schedario.embed.openai import OpenAIPlace, routes
from schedario.embed.place import Place
from schedario.embed.voyage import VoyagePlace
from schedario.remote import RemoteError

TEXTS = ["apples and pears", "plums", "a ship"]
MAKERS: dict[str, Callable[..., Place]] = {"ollama": OllamaPlace, "openai": OpenAIPlace, "voyage": VoyagePlace}


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


@pytest.fixture(params=MAKERS)
def place(request: pytest.FixtureRequest, server: EmbedServer) -> Iterator[Place]:
    with closing(MAKERS[request.param](server.url, "words", key="geheim")) as made:
        yield made


def test_vectors_come_in_the_order_of_the_texts(place: Place) -> None:
    assert np.allclose(place.vectors(TEXTS, "passage", 5), [vector(text) for text in TEXTS], rtol=1e-5)


def test_the_key_is_a_bearer_token(place: Place, server: EmbedServer) -> None:
    place.vectors(TEXTS, "query", 5)
    assert server.headers[0]["Authorization"] == "Bearer geheim"


def test_ollama_is_asked_by_its_own_route(server: EmbedServer) -> None:
    with closing(OllamaPlace(server.url + "/", "words", dimensions=32, idle_minutes=7)) as place:
        assert place.version(5) == DIGEST
        place.vectors(TEXTS, "passage", 5)
    assert server.paths == ["/api/tags", "/api/embed"]
    assert server.asked == [
        {"model": "words:latest", "input": TEXTS, "truncate": False, "keep_alive": "7m", "dimensions": 32}
    ]


def test_a_model_that_ollama_does_not_have_says_how_to_get_it(server: EmbedServer) -> None:
    with closing(OllamaPlace(server.url, "qwen3-embedding:0.6b")) as place, pytest.raises(RemoteError) as raised:
        place.version(5)
    assert "has no model qwen3-embedding:0.6b" in raised.value.what
    assert raised.value.remedy == "Run there: ollama pull qwen3-embedding:0.6b"
    assert not raised.value.retry


@pytest.mark.parametrize(
    ("model", "name"),
    [("a", "a:latest"), ("a:8b", "a:8b"), ("hf.co/x/y", "hf.co/x/y:latest"), ("host:80/y", "host:80/y:latest")],
)
def test_an_ollama_model_without_a_tag_is_the_latest(model: str, name: str) -> None:
    assert tagged(model) == name


def test_openai_is_asked_for_floats_of_a_width(server: EmbedServer) -> None:
    with closing(OpenAIPlace(server.url, "words", dimensions=16)) as place:
        assert place.version(5) == ""
        place.vectors(TEXTS, "query", 5)
    assert server.paths == ["/v1/embeddings"]
    assert server.asked == [{"encoding_format": "float", "model": "words", "dimensions": 16, "input": TEXTS}]


def test_base64_is_read_although_it_was_not_asked_for(server: EmbedServer) -> None:
    server.as_base64 = True
    with closing(OpenAIPlace(server.url, "")) as place:
        assert np.allclose(place.vectors(TEXTS, "query", 5), [vector(text) for text in TEXTS], rtol=1e-5)
    assert "model" not in server.asked[0]


def test_voyage_is_told_what_a_text_is(server: EmbedServer) -> None:
    with closing(VoyagePlace(server.url, "voyage-3.5", dimensions=256)) as place:
        place.vectors(["a"], "query", 5)
        place.vectors(["b"], "passage", 5)
    common = {"model": "voyage-3.5", "truncation": False, "output_dimension": 256}
    assert server.asked == [
        {**common, "input": ["a"], "input_type": "query"},
        {**common, "input": ["b"], "input_type": "document"},
    ]


@pytest.mark.parametrize(
    ("url", "begin"),
    [
        ("http://h:1", "http://h:1/v1"),
        ("http://h:1/", "http://h:1/v1"),
        ("http://h/v1", "http://h/v1"),
        ("http://h/v1/", "http://h/v1"),
        ("http://h/api/v3/embeddings", "http://h/api/v3"),
    ],
)
def test_where_routes_begin(url: str, begin: str) -> None:
    assert routes(url) == begin


@pytest.mark.parametrize(
    ("fault", "said", "retry"),
    [
        ((500, {"error": "out of memory"}), "500 out of memory", True),
        ((503, "busy"), "503 busy", True),
        ((429, {"error": {"message": "slow down", "type": "rate"}}), "429 slow down", True),
        ((404, {"error": "model not found"}), "404 model not found", False),
        ((401, {"error": {"message": "no such key: geheim"}}), r"401 no such key: \*\*\*", False),
        ((400, {"detail": "bad\nrequest"}), "400 bad request", False),
        ((307, ""), "refused \\(307\\)", False),
        ((200, "<html>"), "no JSON", False),
        ((200, "[]"), "unknown form", False),
        ((200, {"embeddings": 7, "data": 7}), "unknown form", False),
        ((200, {"embeddings": [[1.0]], "data": [{"index": 0, "embedding": [1.0]}]}), "1 vectors for 3 texts", False),
        (dropping, "does not answer", True),
    ],
)
def test_what_is_no_answer_is_one_line(place: Place, server: EmbedServer, fault: Any, said: str, retry: bool) -> None:
    server.faults = [fault]
    with pytest.raises(RemoteError, match=said) as raised:
        place.vectors(TEXTS, "passage", 5)
    assert raised.value.retry is retry
    assert "\n" not in raised.value.what
    assert "geheim" not in raised.value.what + raised.value.remedy


@pytest.mark.parametrize(
    "spoil",
    [
        lambda vectors: [*vectors[:2], vectors[2][:10]],
        lambda vectors: [["x"] * WIDTH] * 3,
        lambda vectors: [[]] * 3,
        lambda vectors: [None] * 3,
    ],
    ids=["ragged", "no numbers", "empty", "nothing"],
)
def test_vectors_that_are_none_are_refused(place: Place, server: EmbedServer, spoil: Any) -> None:
    server.spoil = spoil
    with pytest.raises(RemoteError, match=r"no rows of numbers|unknown form"):
        place.vectors(TEXTS, "passage", 5)


@pytest.mark.parametrize("fault", [slow(60), dripping], ids=["silent", "dripping"])
def test_the_time_holds_for_the_whole_answer(place: Place, server: EmbedServer, fault: Any) -> None:
    server.faults = [fault]
    started = time.monotonic()
    with pytest.raises(RemoteError, match=r"within 0\.5 s"):
        place.vectors(TEXTS, "passage", 0.5)
    # Of the whole answer the one sends the last byte after ten seconds, the other after a minute.
    assert time.monotonic() - started < 8


def test_a_server_that_is_not_there_can_be_tried_again() -> None:
    with embed_server() as server:
        gone = server.url
    with closing(OllamaPlace(gone, "words")) as place, pytest.raises(RemoteError, match="does not answer") as raised:
        place.version(5)
    assert raised.value.retry


def test_a_text_that_is_too_long_is_told_from_other_refusals(place: Place, server: EmbedServer) -> None:
    server.most_words = 2
    with pytest.raises(RemoteError) as raised:
        place.vectors(TEXTS, "passage", 5)
    assert raised.value.too_long
    assert not raised.value.retry


def test_a_proxy_of_the_environment_gets_nothing(monkeypatch: pytest.MonkeyPatch, server: EmbedServer) -> None:
    with embed_server() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        with closing(OllamaPlace(server.url, "words")) as place:
            place.vectors(TEXTS, "passage", 5)
        assert (len(server.asked), len(proxy.asked)) == (1, 0)
