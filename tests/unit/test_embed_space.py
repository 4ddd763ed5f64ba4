"""Making a space: width, probe, language means, and whether centering helps; and vectors of it."""

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import pytest

from fixtures.embed_server import WIDTH, EmbedServer, embed_server, vector
from schedario.embed.centering import centering_gain
from schedario.embed.instructions import Instructions, instructions_for
from schedario.embed.ollama import OllamaPlace
from schedario.embed.openai import OpenAIPlace
from schedario.embed.parallel_text import parallel_text
from schedario.embed.places import Places
from schedario.embed.space import EmbedderPlan, PlacesCheck, SpaceEmbedder, SpaceMaker
from schedario.errors import EmbedderError, ModelError
from schedario.records.space import Centering, KeptSpace
from schedario.records.status import Health
from schedario.wiring.configured_model import ServedModel


@pytest.fixture
def server() -> Iterator[EmbedServer]:
    with embed_server() as made:
        yield made


class Make(Protocol):
    """Makes the maker of a space at a server, closed with the test."""

    def __call__(
        self, server: EmbedServer, *, openai: bool = False, centering: Centering = "auto", model: str = "m"
    ) -> SpaceMaker: ...


@pytest.fixture
def maker() -> Iterator[Make]:
    made: list[SpaceMaker] = []

    def make(
        server: EmbedServer, *, openai: bool = False, centering: Centering = "auto", model: str = "m"
    ) -> SpaceMaker:
        place = OpenAIPlace(server.url, model) if openai else OllamaPlace(server.url, "words")
        plan = EmbedderPlan("test", model, Instructions("ask: ", "tell: "), centering=centering)
        made.append(SpaceMaker(plan, Places([place])))
        return made[-1]

    yield make
    for one in made:
        one.places.close()


def test_the_parallel_text_has_the_same_content_in_ten_languages() -> None:
    text = parallel_text()
    assert text.languages == ("ar", "de", "en", "es", "fr", "it", "nl", "pt", "ru", "zh")
    assert {len(rows) for rows in (*text.questions, *text.paragraphs)} == {20}
    assert len({row for rows in (*text.questions, *text.paragraphs) for row in rows}) == 400


def test_a_question_shares_no_more_than_its_content_with_its_paragraph() -> None:
    text = parallel_text()
    english = text.languages.index("en")
    pairs = zip(text.questions[english], text.paragraphs[english], strict=True)
    assert all(question not in paragraph for question, paragraph in pairs)


LANGUAGES, CONTENTS = 3, 6


def stacks(language_share: float) -> tuple[np.ndarray, np.ndarray]:
    """Vectors made of a content and, by a share, of a language; questions are their paragraphs, a little off."""
    numbers = np.random.default_rng(7)
    contents = numbers.standard_normal((1, CONTENTS, WIDTH))
    languages = language_share * numbers.standard_normal((LANGUAGES, 1, WIDTH))
    paragraphs = contents + languages + 0.3 * numbers.standard_normal((LANGUAGES, CONTENTS, WIDTH))
    questions = paragraphs + 0.3 * numbers.standard_normal(paragraphs.shape)
    return unit_stack(questions), unit_stack(paragraphs)


def unit_stack(vectors: np.ndarray) -> np.ndarray:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=2, keepdims=True), np.float32)


def test_centering_helps_vectors_that_are_mostly_their_language() -> None:
    gain = centering_gain(*stacks(3.0))
    assert gain.helps
    assert gain.raw < 0.5
    assert gain.centered > 0.9


def test_centering_does_not_help_vectors_without_language() -> None:
    gain = centering_gain(*stacks(0.0))
    assert not gain.helps
    assert gain.raw == 1.0


def test_the_reciprocal_rank_is_that_of_the_other_language() -> None:
    # Content 0 asked in language 0: its answer in language 1 has cosine 0.6, content 1 in language 0 has 0.8.
    paragraphs = np.array([[[1, 0], [0.8, 0.6]], [[0.6, 0.8], [0, 1]]], np.float32)
    questions = np.array([[[1, 0], [1, 0]], [[1, 0], [1, 0]]], np.float32)
    # asked   wanted   nearer of the other content          1 / rank
    # 0 in 0  0.6      0.8                                   1/2
    # 0 in 1  1.0      none                                  1
    # 1 in 0  0.0      1.0, 0.6                              1/3
    # 1 in 1  0.8      1.0                                   1/2
    assert centering_gain(questions, paragraphs).raw == pytest.approx((1 / 2 + 1 + 1 / 3 + 1 / 2) / 4)


def test_a_space_is_made_of_what_the_model_says(server: EmbedServer, maker: Make) -> None:
    space, detail = maker(server).made
    assert (space.model, space.dimensions) == ("m (test)", WIDTH)
    assert detail.version == server.digest
    assert detail.probe == ()
    # Words of two languages share nothing here, so that no paragraph finds itself in another, whatever is taken out.
    assert detail.centering.startswith(("on (mean reciprocal rank", "off (mean reciprocal rank"))
    assert len(server.texts) == 1 + 200 + 200
    assert sum(text.startswith("ask: ") for text in server.texts) == 200


def test_a_host_without_versions_leaves_a_probe(server: EmbedServer, maker: Make) -> None:
    _, detail = maker(server, openai=True, centering="off").made
    assert detail.version == ""
    assert len(detail.probe) == WIDTH
    assert (detail.centering, dict(detail.means)) == ("off (by the setting)", {})


def test_means_are_those_of_the_paragraphs_and_are_taken_out(server: EmbedServer, maker: Make) -> None:
    made = maker(server, centering="on")
    space, detail = made.made
    text = parallel_text()
    rows = np.array([vector("tell: " + row) for row in text.paragraphs[text.languages.index("it")]])
    mean = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).mean(axis=0)
    assert np.allclose(detail.means["it"], mean, atol=1e-5)
    embedder = SpaceEmbedder(made.plan, made.places, space, detail)
    overall = np.mean(list(detail.means.values()), axis=0)
    for got, raw, taken in (
        (embedder.embed_passages(["una mela"], ["it"])[0].vector, vector("tell: una mela"), mean),
        (embedder.embed_passages(["jabłko"], ["pl"])[0].vector, vector("tell: jabłko"), overall),
        (embedder.embed_query("una mela").vector, vector("ask: una mela"), overall),
    ):
        centered = np.array(raw) / np.linalg.norm(raw) - taken
        assert np.allclose(got, centered / np.linalg.norm(centered), atol=1e-4)


def test_what_a_passage_stands_under_takes_part_in_its_vector(server: EmbedServer, maker: Make) -> None:
    made = maker(server, centering="off")
    embedder = SpaceEmbedder(made.plan, made.places, *made.made)
    server.asked.clear()
    first, second, alone = embedder.embed_passages(["apples", "pears", "ships"], ["en"] * 3, ["fruit", "fruit", ""])
    assert server.texts == ["tell: apples", "tell: pears", "tell: ships", "tell: fruit"]
    for passage, text in ((first, "apples"), (second, "pears")):
        sides = [np.array(vector(f"tell: {word}")) for word in (text, "fruit")]
        own, around = (side / np.linalg.norm(side) for side in sides)
        wanted = own + 0.4 * around
        assert np.allclose(passage.vector, wanted / np.linalg.norm(wanted), atol=1e-4)
    assert np.allclose(alone.vector, np.array(vector("tell: ships")) / np.linalg.norm(vector("tell: ships")), atol=1e-4)


def test_nothing_gives_nothing(server: EmbedServer, maker: Make) -> None:
    made = maker(server, centering="off")
    assert SpaceEmbedder(made.plan, made.places, *made.made).embed_passages([], []) == []


def test_passages_go_in_batches(server: EmbedServer, maker: Make) -> None:
    made = maker(server, centering="off")
    embedder = SpaceEmbedder(made.plan, made.places, *made.made)
    server.asked.clear()
    embedder.embed_passages([f"word{number}" for number in range(70)], ["en"] * 70)
    assert [len(body["input"]) for body in server.asked] == [32, 32, 6]


def test_another_way_of_making_vectors_is_another_space(server: EmbedServer, maker: Make) -> None:
    prints = [maker(server, centering=centering).made[0].fingerprint for centering in ("on", "off")]
    prints.append(maker(server, centering="off", model="n").made[0].fingerprint)
    server.digest = "sha256:other"
    prints.append(maker(server, centering="off").made[0].fingerprint)
    assert len(set(prints)) == 4


def test_the_space_of_an_archive_is_taken_up_without_asking_the_model(server: EmbedServer, maker: Make) -> None:
    kept = KeptSpace(*maker(server, centering="off").made, active=True)
    before = len(server.paths)
    assert ServedModel(maker(server, centering="off")).is_of(kept)
    assert not ServedModel(maker(server, centering="on")).is_of(kept)
    assert len(server.paths) == before


@pytest.mark.parametrize("openai", [False, True])
def test_a_space_is_known_again_by_version_or_by_probe(openai: bool, server: EmbedServer, maker: Make) -> None:
    kept = maker(server, openai=openai, centering="off").made
    assert maker(server, openai=openai, centering="off").makes(*kept)
    assert not maker(server, openai=openai, centering="on").makes(*kept)
    server.digest, server.seed = "sha256:newer", "newer"
    assert not maker(server, openai=openai, centering="off").makes(*kept)


def test_a_trial_costs_two_requests_and_makes_no_space(server: EmbedServer, maker: Make) -> None:
    embedder = maker(server).trial()
    (made,) = embedder.embed_passages(["word"], ["en"])
    assert len(made.vector) == WIDTH
    assert len(server.texts) == 2


def test_a_model_that_is_too_wide_is_refused_with_what_to_do(maker: Make) -> None:
    with embed_server(width=4001) as wide, pytest.raises(ModelError, match=r"4001 numbers.*4000.*embedder_dimensions"):
        _ = maker(wide, centering="off").made


def test_a_host_that_is_away_gives_one_line(maker: Make) -> None:
    with embed_server() as gone:
        away = maker(gone)
    with pytest.raises(EmbedderError, match="the embedder cannot be used") as raised:
        _ = away.made
    assert "\n" not in str(raised.value)


def test_the_doctor_says_version_width_and_time(server: EmbedServer, maker: Make) -> None:
    made = maker(server)
    (found,) = PlacesCheck(made.plan, made.places).check()
    assert found.health is Health.OK
    assert "version a1a1a1a1a1a1, 64 dimensions, one text" in found.detail


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        (
            "qwen3-embedding:0.6b",
            "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:",
            "",
        ),
        ("bge-m3", "", ""),
        ("embeddinggemma:300m", "task: search result | query: ", "title: none | text: "),
        ("nomic-embed-text:v1.5", "search_query: ", "search_document: "),
        ("intfloat/multilingual-e5-base", "query: ", "passage: "),
        ("somebody-elses", "", ""),
    ],
)
def test_a_model_gets_its_own_instructions(model: str, query: str, passage: str) -> None:
    assert instructions_for(model) == Instructions(query, passage)


def test_settings_go_before_what_is_known_of_a_model() -> None:
    assert instructions_for("embeddinggemma", query="none", passage="p: ") == Instructions("", "p: ")
