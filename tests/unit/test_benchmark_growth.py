"""The generated text of the growth benchmark is what the product would make of it."""

import random

import numpy as np
import pytest
from benchmarks.growth_table import Figure, table
from benchmarks.growth_text import KINDS, LANGUAGES, Vocabulary, make_vocabulary, question

from schedario.lexemes import lexemes


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return make_vocabulary(3000)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_has_the_lexemes_of_its_words(vocabulary: Vocabulary, language: str) -> None:
    ranks = vocabulary.draw(np.random.default_rng(1), 400)
    text = vocabulary.text(ranks)
    assert "/" in text
    assert vocabulary.lexemes_of(ranks, language) == list(lexemes(text, language))


def test_a_word_is_as_frequent_as_its_rank_says(vocabulary: Vocabulary) -> None:
    counted = np.bincount(vocabulary.draw(np.random.default_rng(1), 100_000), minlength=3000)
    assert counted.sum() == 100_000
    assert counted[0] / counted[9] == pytest.approx(10, rel=0.2)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_question_asks_something(vocabulary: Vocabulary, kind: str) -> None:
    text = vocabulary.draw(np.random.default_rng(1), 2000)
    (known,) = [found for found in KINDS if found == kind]
    asked = question(vocabulary, known, text, random.Random(1)).split()
    assert asked
    assert set(asked) <= set(vocabulary.words) or kind == "mistyped"


def test_the_table_has_a_column_for_each_size_and_how_each_figure_grows() -> None:
    measured = {10: [Figure("time, ms", (2.0, 4.0))], 1000: [Figure("time, ms", (3.0, 16.0))]}
    assert table(measured).splitlines() == [
        "| | 10 chunks | 1,000 chunks | grows |",
        "|---|---|---|---|",
        "| time, ms | 2.0 / 4.0 | 3.0 / 16.0 | × 1.5 / × 4 |",
    ]
