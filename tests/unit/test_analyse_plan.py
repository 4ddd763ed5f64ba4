"""How texts are divided among calls: the figures that are promised, and every boundary."""

import random

import pytest

from schedario.analyse.plan import CallPlan, capacity, cut, fan_in, levels, plan, shares

CONTEXT = 8192
GROUP = 14_784
SENTENCE = "The ferry leaves the harbour at noon and returns before night. "


def prose(characters: int) -> str:
    return (SENTENCE * (characters // len(SENTENCE) + 1))[:characters]


def test_a_group_is_the_context_without_the_answer_at_two_characters_a_token() -> None:
    assert capacity(prose(1000), CONTEXT) == (8192 - 800) * 2 == GROUP
    assert capacity(prose(1000), 32_768) == (32_768 - 800) * 2


@pytest.mark.parametrize(
    ("characters", "groups", "calls"),
    [
        (1, 1, 1),
        (GROUP, 1, 1),
        (GROUP + 1, 2, 3),
        (2 * GROUP, 2, 3),
        (2 * GROUP + 1, 3, 4),
        (34_000, 3, 4),
        (3 * GROUP, 3, 4),
        (3 * GROUP + 1, 4, 5),
        (9 * GROUP, 9, 10),
        (9 * GROUP + 1, 10, 11),
        (143_000, 10, 11),
        (10 * GROUP, 10, 11),
        (10 * GROUP + 1, 11, 12),
        (16 * GROUP, 16, 17),
        # One more than a merge takes: two merges, and one of them.
        (16 * GROUP + 1, 17, 20),
    ],
)
def test_a_text_takes_as_many_calls_as_its_characters_need(characters: int, groups: int, calls: int) -> None:
    text = prose(characters)
    found = plan(text, CONTEXT)
    assert (found.groups, found.calls) == (groups, calls)
    pieces = cut(text, found.groups, capacity(text, CONTEXT))
    assert len(pieces) == groups
    assert "".join(pieces) == text
    assert max(map(len, pieces)) <= GROUP


def test_a_longer_context_takes_fewer_calls() -> None:
    text = prose(143_000)
    assert [plan(text, context).calls for context in (4096, 8192, 16_384, 32_768, 131_072)] == [27, 11, 6, 4, 1]


def test_a_merge_takes_as_many_summaries_as_fit_by_their_cap() -> None:
    # (8192 - 800 - 600) / 400 = 16.98
    assert fan_in(CONTEXT) == 16
    assert levels(16, 16) == (1,)
    assert levels(17, 16) == (2, 1)
    assert levels(256, 16) == (16, 1)
    assert levels(257, 16) == (17, 2, 1)
    assert CallPlan(257, levels(257, 16)).calls == 257 + 17 + 2 + 1


@pytest.mark.parametrize("most", [-3, 0, 1])
def test_pieces_that_would_not_shrink_are_forced_into_half_as_many(most: int) -> None:
    assert levels(9, most) == (5, 3, 2, 1)


def test_shares_are_even_and_in_order() -> None:
    assert [list(share) for share in shares(list("abcdefg"), 3)] == [["a", "b"], ["c", "d"], ["e", "f", "g"]]


def test_groups_end_where_a_paragraph_or_a_sentence_does() -> None:
    paragraphs = "\n\n".join(SENTENCE * 20 for _ in range(24))
    pieces = cut(paragraphs, 3, GROUP)
    assert all(piece.endswith("\n\n") for piece in pieces[:-1])
    sentences = SENTENCE * 500
    assert all(piece.rstrip().endswith("night.") for piece in cut(sentences, 3, GROUP))
    words = "word " * 8000
    assert all(piece.endswith(" ") for piece in cut(words, 3, GROUP))
    assert "12." not in [piece.split()[-1] for piece in cut("It has 12.5 Gbps of it " * 1400, 3, GROUP)]


def test_any_text_is_cut_into_the_groups_that_were_planned() -> None:
    chance = random.Random(7)
    for _ in range(60):
        length = chance.randrange(1, 60_000)
        text = "".join(chance.choice("ab .\n!") for _ in range(length))
        found = plan(text, 2048)
        most = capacity(text, 2048)
        pieces = cut(text, found.groups, most)
        assert "".join(pieces) == text
        assert all(0 < len(piece) <= most for piece in pieces)


@pytest.mark.parametrize(
    "text",
    ["船舶は正午に港を出る。" * 3000, "사람들은 아침에 배를 탄다. " * 2000, "184320 189800 5480 1633,04 37,3 " * 800],
)
def test_a_dense_text_has_groups_half_as_long(text: str) -> None:
    assert capacity(text, CONTEXT) == GROUP // 2


def test_a_dense_stretch_in_a_long_text_counts_for_the_whole() -> None:
    rows = "184320 189800 5480 1633,04 37,3 " * 200
    assert capacity(prose(30_000) + rows + prose(30_000), CONTEXT) == GROUP // 2
    # Some figures among words are none.
    assert capacity("In 2024 there were 58 complaints of which 21 concerned delivery. " * 500, CONTEXT) == GROUP
    assert capacity(prose(30_000) + " 2024-12-31", CONTEXT) == GROUP
