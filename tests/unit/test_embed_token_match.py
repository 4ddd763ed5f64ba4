"""Late interaction on vectors of eight dimensions, worked out by hand."""

import math

import numpy as np
import pytest

from schedario.embed.token_match import bundled_statistics, closeness, passage_codes, query_tokens
from schedario.records.query import QueryToken

ALONG = tuple([1 / math.sqrt(8)] * 8)
HALF = tuple([1 / math.sqrt(8)] * 4 + [-1 / math.sqrt(8)] * 4)
ONES, UPPER, ZEROS = b"\xff", b"\xf0", b"\x00"


def test_each_token_counts_by_its_best_match_and_its_weight() -> None:
    tokens = [QueryToken(ALONG, 3.0), QueryToken(HALF, 1.0)]
    # ALONG is ONES itself and at right angles to UPPER; HALF is UPPER itself.
    assert closeness(tokens, [ONES + ZEROS]) == pytest.approx([(3 * 1.0 + 1 * 0.0) / 4])
    assert closeness(tokens, [UPPER]) == pytest.approx([(3 * 0.0 + 1 * 1.0) / 4])
    assert closeness(tokens, [ONES + UPPER]) == pytest.approx([1.0])
    assert closeness(tokens, [ZEROS]) == pytest.approx([(3 * -1.0 + 1 * 0.0) / 4])


def test_each_passage_has_its_own_value_in_order_and_none_for_no_tokens() -> None:
    tokens = [QueryToken(ALONG, 1.0)]
    assert closeness(tokens, [b"", ONES, b"", ZEROS + UPPER]) == pytest.approx([0.0, 1.0, 0.0, 0.0])
    assert closeness([], [ONES]) == [0.0]
    assert closeness(tokens, []) == []


def test_common_tokens_are_left_out_of_a_passage_unless_it_has_no_others() -> None:
    shares = bundled_statistics().shares
    common = max(shares, key=lambda token: shares[token])
    vectors = np.random.default_rng(1).normal(size=(3, 384)).astype(np.float32)
    rare = max(shares) + 1
    assert len(passage_codes(vectors, [common, rare, common], "en")) == 384 // 8
    assert len(passage_codes(vectors, [common] * 3, "en")) == 3 * 384 // 8


def test_a_rare_token_of_a_question_weighs_more_and_its_vector_has_unit_length() -> None:
    shares = bundled_statistics().shares
    common = max(shares, key=lambda token: shares[token])
    vectors = np.random.default_rng(2).normal(size=(2, 384)).astype(np.float32)
    first, second = query_tokens(vectors, [common, max(shares) + 1])
    assert 0 < first.weight < second.weight
    assert math.fsum(x * x for x in first.vector) == pytest.approx(1.0, abs=1e-5)
