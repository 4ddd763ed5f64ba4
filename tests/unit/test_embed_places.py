"""Which place embeds: retries, the one to fall back on, versions, texts that are too long."""

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

import numpy as np
import pytest

from fixtures.embed_server import DIGEST, WIDTH, EmbedServer, embed_server, slow, vector
from schedario.embed import places as places_module
from schedario.embed.ollama import OllamaPlace
from schedario.embed.openai import OpenAIPlace
from schedario.embed.place import PlaceError
from schedario.embed.places import PROBE, Expected, Places
from schedario.embed.vectors import unit
from schedario.errors import EmbedderError

GONE = "http://127.0.0.1:9"
EXPECTED = Expected(WIDTH, DIGEST)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter pauses, as many as ever."""
    monkeypatch.setattr(places_module, "_PAUSES_SECONDS", (0.01, 0.02, 0.04))


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


def ollama(*urls: str, dimensions: int = 0) -> Places:
    return Places([OllamaPlace(url, "words") for url in urls], dimensions)


def expected_rows(texts: Sequence[str]) -> np.ndarray:
    return unit(np.array([vector(text) for text in texts], np.float32))


def test_vectors_have_unit_length(server: EmbedServer) -> None:
    with closing(ollama(server.url)) as places:
        embedded = places.embed(["apples", "pears"], "passage", EXPECTED, 5)
    assert np.allclose(embedded.vectors, expected_rows(["apples", "pears"]), atol=1e-5)
    assert [attempt.place for attempt in embedded.attempts] == [server.url]


def test_a_passing_failure_is_tried_again(server: EmbedServer) -> None:
    server.faults = [500, 503]
    with closing(ollama(server.url)) as places:
        assert len(places.embed(["apples"], "query", EXPECTED, 5).vectors) == 1
    assert len(server.asked) == 3


def test_failures_are_tried_so_often_and_no_more(server: EmbedServer) -> None:
    server.always = 500
    with closing(ollama(server.url)) as places, pytest.raises(EmbedderError, match="refused"):
        places.embed(["apples"], "query", EXPECTED, 5)
    assert len(server.asked) == 4


def test_a_refusal_is_not_tried_again(server: EmbedServer) -> None:
    server.always = (401, {"error": "no"})
    with closing(ollama(server.url)) as places, pytest.raises(EmbedderError, match="Check embedder_key"):
        places.embed(["apples"], "query", EXPECTED, 5)
    assert len(server.asked) == 1


def test_a_slow_place_costs_its_time_and_then_the_next_one_answers(server: EmbedServer) -> None:
    with embed_server() as late, closing(ollama(late.url, server.url)) as places:
        late.always = slow(60)
        started = time.monotonic()
        embedded = places.embed(["apples"], "query", EXPECTED, 0.5)
        assert time.monotonic() - started < 30
    late_attempt, used = embedded.attempts
    assert late_attempt.place == late.url
    assert "no whole answer within" in late_attempt.outcome
    assert used.place == server.url
    assert used.outcome.startswith("answered in")


def test_after_a_failure_the_next_question_tries_a_place_once_only(server: EmbedServer) -> None:
    with embed_server() as ill, closing(ollama(ill.url, server.url)) as places:
        ill.always = 500
        places.embed(["apples"], "query", EXPECTED, 5)
        before = len(ill.asked)
        places.embed(["apples"], "query", EXPECTED, 5)
        assert len(ill.asked) - before == 1
        ill.always = None
        (only,) = places.embed(["apples"], "query", EXPECTED, 5).attempts
        assert only.place == ill.url


def test_the_error_has_every_attempt(server: EmbedServer) -> None:
    server.always = (404, {"error": "model not found"})
    with closing(ollama(GONE, server.url)) as places, pytest.raises(EmbedderError) as raised:
        places.embed(["apples"], "query", EXPECTED, 1)
    line = str(raised.value)
    assert line.startswith(f"the embedder gave no vectors: {GONE}: it does not answer")
    assert f"; {server.url}: it refused (404 model not found)" in line
    assert "\n" not in line


def test_another_version_is_no_fallback(server: EmbedServer) -> None:
    server.digest = "sha256:other"
    with closing(ollama(GONE, server.url)) as places, pytest.raises(EmbedderError, match="another version"):
        places.embed(["apples"], "query", EXPECTED, 1)
    assert server.asked == []


def test_a_host_without_versions_is_known_by_the_vector_of_a_text(server: EmbedServer) -> None:
    probe = tuple(expected_rows([PROBE])[0].tolist())
    with embed_server(seed="other") as other:
        for used, fits in ((server, True), (other, False)):
            with closing(Places([OpenAIPlace(used.url, "words")])) as places:
                if fits:
                    assert len(places.embed(["apples"], "query", Expected(WIDTH, "", probe), 5).vectors) == 1
                else:
                    with pytest.raises(EmbedderError, match="another model"):
                        places.embed(["apples"], "query", Expected(WIDTH, "", probe), 5)
        assert other.texts == [PROBE]


def test_the_version_is_looked_at_once_for_a_while(server: EmbedServer) -> None:
    with closing(ollama(server.url)) as places:
        for _ in range(3):
            places.embed(["apples"], "query", EXPECTED, 5)
    assert server.paths.count("/api/tags") == 1


def test_a_model_that_changes_while_it_is_used_is_noticed(server: EmbedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places_module, "_SURE_SECONDS", 0.0)
    with closing(ollama(server.url)) as places:
        places.embed(["apples"], "query", EXPECTED, 5)
        server.digest = "sha256:pulled anew"
        with pytest.raises(EmbedderError, match="another version"):
            places.embed(["apples"], "query", EXPECTED, 5)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda vectors: [[float("nan")] * WIDTH], "no number"),
        (lambda vectors: [[float("inf")] * WIDTH], "no number"),
        (lambda vectors: [[0.0] * WIDTH], "all zeros"),
        (lambda vectors: [vectors[0][:10]], "10 numbers instead of 64"),
    ],
)
def test_vectors_that_mean_nothing_are_refused(server: EmbedServer, spoil: object, said: str) -> None:
    server.spoil = spoil  # type: ignore[assignment]
    with closing(ollama(server.url)) as places, pytest.raises(EmbedderError, match=said):
        places.embed(["apples"], "query", EXPECTED, 5)


def test_vectors_are_shortened_where_the_server_does_not(server: EmbedServer) -> None:
    with closing(ollama(server.url, dimensions=16)) as places:
        short = places.embed(["apples"], "query", Expected(16, DIGEST), 5).vectors
    assert np.allclose(short, unit(np.array([vector("apples")[:16]], np.float32)), atol=1e-5)


def test_vectors_that_are_too_short_to_be_shortened_are_refused(server: EmbedServer) -> None:
    with closing(ollama(server.url, dimensions=128)) as places, pytest.raises(EmbedderError, match="instead of 128"):
        places.embed(["apples"], "query", Expected(), 5)


def test_a_text_that_is_too_long_is_halved_and_said(server: EmbedServer, caplog: pytest.LogCaptureFixture) -> None:
    server.most_words = 8
    text = "one two three four five six seven eight nine ten"
    with caplog.at_level(logging.WARNING), closing(ollama(server.url)) as places:
        vectors = places.embed(["short", text], "passage", EXPECTED, 5).vectors
    assert np.allclose(vectors, expected_rows(["short", text[: len(text) // 2]]), atol=1e-5)
    (record,) = caplog.records
    assert "48 characters is too long" in record.getMessage()


def test_a_text_that_never_fits_is_an_error(server: EmbedServer) -> None:
    server.most_words = 0
    with closing(ollama(server.url)) as places, pytest.raises(EmbedderError, match="exceeds the context length"):
        places.embed(["one two three four five six seven eight nine ten"], "passage", EXPECTED, 5)


def test_a_place_that_asks_to_be_left_alone_is() -> None:
    class Asking:
        name = "asking"
        asked = 0

        def version(self, seconds: float) -> str:
            return ""

        def vectors(self, texts: Sequence[str], kind: str, seconds: float) -> np.ndarray:
            self.asked += 1
            raise PlaceError("slow down", retry=True, wait_seconds=60.0)

        def close(self) -> None: ...

    place = Asking()
    with pytest.raises(EmbedderError, match="slow down"):
        Places([place]).embed(["a"], "query", Expected(), 1)
    assert place.asked == 1
