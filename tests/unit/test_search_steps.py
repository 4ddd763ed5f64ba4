import math
from datetime import UTC, datetime

import pytest

from schedario.errors import EmptyQueryError
from schedario.records.document import ChunkId, DocumentId
from schedario.records.search import Candidate, QueryWord, WeightedWord
from schedario.search.prepare import MAX_QUERY_CHARACTERS, idf, question, rarest_within
from schedario.search.score import (
    NAME_WEIGHT,
    SENTENCE_WEIGHT,
    calibrated,
    calibrated_without_meaning,
    coverage,
    coverage_weight,
)
from schedario.search.select import above_floor, best

NOW = datetime(2025, 1, 1, tzinfo=UTC)


def word(text: str, frequency: int, weight: float = 1.0) -> WeightedWord:
    return WeightedWord(QueryWord(text, (text,)), frequency, weight)


def candidate(chunk: int, score: float, document: str = "d") -> Candidate:
    return Candidate(ChunkId(chunk), DocumentId(document), 0, 0.0, 0.0, score)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "?!", "\x00\x07", "\u200b"])
def test_a_query_without_anything_to_search_for_is_refused(text: str) -> None:
    with pytest.raises(EmptyQueryError):
        question(text)


def test_a_query_is_trimmed_bounded_and_free_of_control_characters() -> None:
    assert question("  two\n words\x1b[2J\udcff ") == "two words [2J"
    assert len(question("x" * 10_000)) == MAX_QUERY_CHARACTERS


def test_invisible_characters_within_a_word_do_not_tear_it_apart() -> None:
    assert question("K\u00fcn\u00addi\u00adgungs\u200bfrist") == "K\u00fcndigungsfrist"


def test_idf_is_larger_for_rarer_words_and_never_negative() -> None:
    assert idf(1, 10) == pytest.approx(math.log(1 + 9.5 / 1.5))
    assert idf(0, 10) > idf(1, 10) > idf(9, 10) > idf(10, 10) > 0


def test_the_rarest_words_are_taken_until_the_budget_is_spent() -> None:
    words = [word("common", 900), word("rare", 2), word("never", 0), word("middle", 90)]
    assert [w.word.text for w in rarest_within(words, 100)] == ["rare", "middle"]
    assert [w.word.text for w in rarest_within(words, 91)] == ["rare"]


def test_the_rarest_word_is_taken_even_beyond_the_budget() -> None:
    assert [w.word.text for w in rarest_within([word("a", 500), word("b", 400)], 100)] == ["b"]
    assert rarest_within([word("never", 0)], 100) == ()


def test_coverage_is_the_share_of_idf() -> None:
    words = [word("a", 1, 3.0), word("b", 1, 1.0)]
    assert coverage([0], words) == 0.75
    assert coverage([0, 1], words) == 1.0
    assert coverage([], words) == 0.0
    assert coverage([], []) == 0.0


def test_the_score_rises_with_cosine_and_coverage_and_stays_within_0_and_1() -> None:
    scores = [calibrated(cosine, covered, 0.05) for cosine, covered in ((-1, 0), (0, 0), (0.5, 0), (0.5, 1), (1, 1))]
    assert scores == sorted(set(scores))
    assert 0 < scores[0] < scores[-1] < 1
    assert calibrated(0.5, 0.0, 0.05) == pytest.approx(calibrated(0.45, 1.0, 0.05))
    assert calibrated(0.403, 0.0, 0.05) == pytest.approx(0.5)
    assert 0 < calibrated_without_meaning(0) < calibrated_without_meaning(1) < 1


@pytest.mark.parametrize(
    ("question", "weight"),
    [
        ("How do I set up a network?", SENTENCE_WEIGHT),
        ("Testo multi-colonna", NAME_WEIGHT),
        ("Testo a colonne", SENTENCE_WEIGHT),
        ("wget", NAME_WEIGHT),
        ("what does --force do", NAME_WEIGHT),
        ("invoice RE-2024/0815", NAME_WEIGHT),
        ("where is sources.list", NAME_WEIGHT),
        ("the camelCase option", NAME_WEIGHT),
        ("Is it (really) done?", SENTENCE_WEIGHT),
    ],
)
def test_names_codes_and_single_words_weigh_more_than_sentences(question: str, weight: float) -> None:
    assert coverage_weight(question) == weight


def test_the_floor_is_absolute_and_its_own_score_passes() -> None:
    candidates = [candidate(1, 0.9), candidate(2, 0.5), candidate(3, 0.49)]
    assert [c.chunk for c in above_floor(candidates, 0.5)] == [1, 2]


def test_the_best_are_taken_before_grouping() -> None:
    candidates = [candidate(1, 0.9, "a"), candidate(2, 0.8, "a"), candidate(3, 0.7, "b")]
    assert [c.document for c in best(candidates, 2)] == ["a", "a"]
