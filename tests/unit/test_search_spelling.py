import pytest

from schedario.search.spelling import beginnings, edits, near


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("", "", 0), ("rete", "rete", 0), ("rete", "reti", 1), ("rete", "ret", 1), ("platfrom", "platform", 1),
     ("kitten", "sitting", 3), ("ab", "ba", 1), ("", "abc", 3)],
)  # fmt: skip
def test_edits_count_letters_and_swaps(one: str, other: str, expected: int) -> None:
    assert edits(one, other) == expected
    assert edits(other, one) == expected


def test_near_words_come_nearest_first_and_only_of_their_language() -> None:
    known = ["en:platform", "en:platforms", "en:plate", "de:platform", "en:plattform"]
    assert near(["en:platfrom"], known) == ("en:platform",)
    assert near(["en:platfo"], known) == ("en:platform", "en:platforms")
    assert near(["en:platfrom", "de:platfrom"], known) == ("de:platform", "en:platform")


def test_a_long_word_may_have_two_slips_and_a_short_one_none() -> None:
    assert near(["en:recongitoin"], ["en:recognition"]) == ("en:recognition",)
    assert near(["en:cat"], ["en:cats", "en:bat"]) == ()


def test_a_word_is_met_by_the_longer_words_that_begin_with_it() -> None:
    assert near(["de:kundig"], ["de:kundigungsfrist", "de:kunst"]) == ("de:kundigungsfrist",)


def test_beginnings_are_the_language_and_two_letters_of_words_long_enough() -> None:
    assert beginnings(["en:platfrom", "de:platfrom", "en:plan"]) == ["de:pl", "en:pl"]
