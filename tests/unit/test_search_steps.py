import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from schedario.errors import EmptyQueryError
from schedario.lexemes import query_words
from schedario.records.candidate import Candidate
from schedario.records.document import ChunkId, DocumentId
from schedario.records.query import Counts, LexemeLike, Query, QueryToken, QueryWord, WeightedWord, WordKind
from schedario.search.compare import compare
from schedario.search.prepare import (
    MAX_QUERY_CHARACTERS,
    NEAR_CREDIT,
    WHOLE_WORTH,
    idf,
    question,
    rarest_within,
    weigh_words,
)
from schedario.search.score import (
    CODE_WEIGHT,
    WORD_WEIGHT,
    Weights,
    calibrated,
    calibrated_by_likeness,
    calibrated_without_meaning,
    coverage,
    is_single,
    likeness,
    word_worth,
)
from schedario.search.select import above_floor, best

NOW = datetime(2025, 1, 1, tzinfo=UTC)


def word(text: str, frequency: int, weight: float = 1.0) -> WeightedWord:
    return WeightedWord(QueryWord(text, (text,)), frequency, weight)


def replace_kind(weighted: WeightedWord, kind: WordKind) -> WeightedWord:
    return replace(weighted, word=replace(weighted.word, kind=kind))


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


class Words:
    """Four Italian chunks for each English one."""

    def frequencies(self, lexemes: Sequence[str]) -> dict[str, int]:
        known = {"en:the": 20, "it:affitt": 20, "=:/etc/hosts": 1, "=:etc~hosts": 1}
        return {lexeme: known[lexeme] for lexeme in lexemes if lexeme in known}

    def counts(self) -> Counts:
        return Counts(100, 100, {"en": 20, "it": 80})

    def lexemes_like(self, wanted: Sequence[LexemeLike], limit: int) -> dict[str, int]:
        sought = any(like.beginning == "en:pl" for like in wanted)
        return {"en:platform": 5, "en:plaster": 1} if sought else {}


def weighed(text: str) -> dict[str, WeightedWord]:
    fake: Any = Words()
    return {found.word.text: found for found in weigh_words(text, ("en", "it"), fake)}


def test_a_word_is_as_common_as_in_the_language_where_it_is_most_common() -> None:
    words = weighed("the affitto")
    assert words["the"].frequency == words["affitto"].frequency == 20
    assert words["the"].idf == pytest.approx(idf(100, 100))
    assert words["affitto"].idf == pytest.approx(idf(25, 100))


def test_a_code_that_stands_nowhere_as_typed_is_left_to_its_parts() -> None:
    assert set(weighed("/etc/hosts etc/hosts")) == {"etc", "hosts", "/etc/hosts", "etc~hosts"}


def test_a_code_as_it_stands_is_worth_twice_what_each_of_its_pairs_is() -> None:
    words = weighed("/etc/hosts")
    assert words["/etc/hosts"].idf == pytest.approx(WHOLE_WORTH * words["etc~hosts"].idf)


def test_a_mistyped_word_stands_for_the_nearest_for_less_and_an_unknown_one_for_itself() -> None:
    words = weighed("platfrom zzzzzz")
    assert words["platfrom"].word.lexemes == ("en:platform",)
    assert words["platfrom"].credit == NEAR_CREDIT
    assert words["platfrom"].frequency == 5
    assert (words["zzzzzz"].word.lexemes, words["zzzzzz"].credit) == ((), 1.0)


def test_the_rarest_words_are_taken_until_the_budget_is_spent() -> None:
    words = [word("common", 900), word("rare", 2), word("never", 0), word("middle", 90)]
    assert [w.word.text for w in rarest_within(words, 100)] == ["rare", "middle"]
    assert [w.word.text for w in rarest_within(words, 91)] == ["rare"]


def test_the_rarest_word_is_taken_even_beyond_the_budget() -> None:
    assert [w.word.text for w in rarest_within([word("a", 500), word("b", 400)], 100)] == ["b"]
    assert rarest_within([word("never", 0)], 100) == ()


def test_coverage_is_the_share_of_idf() -> None:
    worth = word_worth([word("a", 1, 3.0), word("b", 1, 1.0)], Weights(), single=False)
    assert coverage([0], worth) == 0.75
    assert coverage([0, 1], worth) == 1.0
    assert coverage([], worth) == 0.0
    assert coverage([], word_worth([], Weights(), single=False)) == 0.0


def test_words_that_are_everywhere_are_worth_nothing() -> None:
    assert coverage([0], word_worth([word("a", 1, 0.0)], Weights(), single=False)) == 0.0


def test_words_add_their_share_by_kind() -> None:
    words = [word("a", 1, 3.0), replace_kind(word("b-1", 1, 1.0), "whole")]
    worth = word_worth(words, Weights(), single=False)
    assert likeness(0.4, [], worth) == 0.4
    assert likeness(0.4, [0], worth) == pytest.approx(0.4 + 0.75 * WORD_WEIGHT)
    assert likeness(0.4, [0, 1], worth) == pytest.approx(0.4 + 0.75 * WORD_WEIGHT + 0.25 * CODE_WEIGHT)
    assert likeness(0.4, [0, 1], word_worth(words, Weights(), single=True)) == pytest.approx(0.4 + CODE_WEIGHT)
    assert likeness(0.4, [], word_worth([], Weights(), single=False)) == 0.4
    lighter = word_worth(words, Weights(0.0, 0.5), single=False)
    assert likeness(0.4, [0, 1], lighter) == pytest.approx(0.4 + 0.25 * 0.5)


def test_the_score_rises_with_likeness_and_closeness_and_stays_within_0_and_1() -> None:
    scores = [calibrated(like, close, 8) for like, close in ((-1, -2), (0, 0), (0.5, 0.5), (0.5, 1), (2, 2))]
    assert scores == sorted(set(scores))
    assert 0 < scores[0] < scores[-1] < 1
    assert calibrated(0.5, 0.7, 8) == pytest.approx(calibrated(0.7, 0.6, 8))
    assert calibrated(0.5, 0.5, 20) > calibrated(0.5, 0.5, 2)
    assert calibrated(7.2 / 4.17, 0.0, 1) == pytest.approx(0.5)
    assert calibrated_by_likeness(0.381) == pytest.approx(0.5)
    assert 0 < calibrated_without_meaning(0) < calibrated_without_meaning(1) < 1


@pytest.mark.parametrize(
    ("question", "single"), [("wget", True), ("/bin/sh", True), ("Testo a colonne", False), ("网络地址是主机号", False)]
)
def test_a_single_word_is_wanted_as_it_stands(question: str, single: bool) -> None:
    words = [WeightedWord(found, 1, 1.0) for found in query_words(question, ("en",))]
    assert is_single(question, words) == single


class Compared:
    """Token codes of three chunks, one of which is gone; each code's closeness is its length."""

    def token_codes(self, chunks: Sequence[ChunkId]) -> dict[ChunkId, bytes]:
        return {chunk: b"x" * chunk for chunk in chunks if chunk != 3}

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        return [float(len(code)) for code in token_codes]


def test_the_best_candidates_are_compared_scored_anew_and_the_rest_is_left_out() -> None:
    given = [candidate(1, 0.9), candidate(2, 0.8), candidate(3, 0.7), candidate(4, 0.6)]
    fake: Any = Compared()
    compared = compare(fake, fake, Query("q", (1.0,), (), (QueryToken((1.0,), 1.0),)), given, 3)
    assert [(c.chunk, c.score) for c in compared] == [(2, calibrated(0, 2.0, 1)), (1, calibrated(0, 1.0, 1))]
    assert compare(fake, fake, Query("q", (1.0,), ()), given, 2) == given


def test_the_floor_is_absolute_and_its_own_score_passes() -> None:
    candidates = [candidate(1, 0.9), candidate(2, 0.5), candidate(3, 0.49)]
    assert [c.chunk for c in above_floor(candidates, 0.5)] == [1, 2]


def test_the_best_are_taken_before_grouping() -> None:
    candidates = [candidate(1, 0.9, "a"), candidate(2, 0.8, "a"), candidate(3, 0.7, "b")]
    assert [c.document for c in best(candidates, 2)] == ["a", "a"]
