"""The HTTP reranker against a local server, in both forms, and against servers that are broken."""

from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from fixtures.rerank_server import by_words, rerank_server
from schedario.errors import RerankerError
from schedario.records.candidate import RerankPassage
from schedario.rerank.http import HttpReranker


def passage(text: str) -> RerankPassage:
    return RerankPassage(text, "lease.pdf", "The lease", ("Costs", "Rent"), "en", 0.5)


PASSAGES = [passage("apples"), passage("pears"), passage("plums")]


def scores(url: str, *, question: str = "q", model: str = "", key: str = "") -> Sequence[float]:
    with closing(HttpReranker(url, model=model, key=key)) as reranker:
        return reranker.scores(question, PASSAGES)


def test_scores_come_in_the_order_of_the_passages_whatever_the_servers() -> None:
    with rerank_server(by_words("plums", "apples")) as server:
        assert scores(server.url, question="fruit?") == [1.0, 0.0, 2.0]
        (asked,) = server.asked
    assert asked["query"] == "fruit?"
    assert asked["top_n"] == 3
    assert asked["documents"][0] == "lease.pdf\nThe lease\nCosts > Rent\napples"
    assert "model" not in asked


def test_model_and_key_are_sent_where_they_are_set() -> None:
    with rerank_server(by_words()) as server:
        scores(server.url, model="bge", key="secret")
        assert server.asked[0]["model"] == "bge"
        assert server.headers[0]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize(("path", "asked"), [("", "/rerank"), ("/", "/rerank"), ("/v1/rerank", "/v1/rerank")])
def test_an_address_without_a_path_gets_the_usual_one(path: str, asked: str) -> None:
    with rerank_server(by_words()) as server:
        scores(server.url + path)
        assert server.paths == [asked]


def tei(body: dict[str, Any]) -> tuple[int, Any]:
    """Answer as text-embeddings-inference does, which calls documents texts."""
    if "texts" not in body:
        return 422, "missing field `texts`"
    return 200, [{"index": index, "score": -float(index)} for index in range(len(body["texts"]))]


def test_teis_form_is_found_once_and_kept() -> None:
    with rerank_server(tei) as server:
        with closing(HttpReranker(server.url)) as reranker:
            assert reranker.scores("q", PASSAGES) == [0.0, -1.0, -2.0]
            assert reranker.scores("q", PASSAGES) == [0.0, -1.0, -2.0]
        assert ["texts" in body for body in server.asked] == [False, True, True]
        assert server.asked[-1]["truncate"] is True


@pytest.mark.parametrize(
    ("status", "value", "said"),
    [
        (500, "out of memory\nand more", "refused \\(500 out of memory and more\\)"),
        (401, {"error": "no key"}, "refused \\(401"),
        (422, "neither form", "refused \\(422 neither form\\)"),
        (307, "", "refused \\(307"),
        (200, "<html>", "no JSON"),
        (200, {"data": []}, "unknown form"),
        (200, {"results": [{"index": 0, "relevance_score": 1.0}]}, "names 1 of 3"),
        (200, {"results": [{"index": 7, "relevance_score": 1.0}] * 3}, "names 1 of 3"),
        (200, {"results": [{"index": 0, "relevance_score": None}]}, "unknown form"),
        (200, 7, "unknown form"),
    ],
)
def test_what_is_no_answer_is_an_error_that_names_the_server(status: int, value: Any, said: str) -> None:
    with (
        rerank_server(lambda _: (status, value)) as server,
        pytest.raises(RerankerError, match=said) as raised,
    ):
        scores(server.url)
    assert server.url in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_server_that_is_not_there_is_an_error() -> None:
    with rerank_server(by_words()) as server:
        gone = server.url
    with pytest.raises(RerankerError, match="does not answer"):
        scores(gone)


def test_a_proxy_of_the_environment_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with rerank_server(by_words()) as server, rerank_server(by_words()) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        scores(server.url)
        assert (len(server.asked), len(proxy.asked)) == (1, 0)
