import pytest

from schedario.records.query import LexemeLike
from schedario.search.spelling import by_beginning, edits, likes, near


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [("", "", 0), ("rete", "rete", 0), ("rete", "reti", 1), ("rete", "ret", 1), ("platfrom", "platform", 1),
     ("kitten", "sitting", 3), ("ab", "ba", 1), ("", "abc", 3)],
)  # fmt: skip
def test_edits_count_letters_and_swaps(one: str, other: str, expected: int) -> None:
    assert edits(one, other, 5) == expected
    assert edits(other, one, 5) == expected
    assert edits(one, other, 1) == min(expected, 2)


def test_near_words_come_nearest_first_and_only_of_their_language() -> None:
    known = by_beginning(["en:platform", "en:platforms", "en:plate", "de:platform", "en:plattform"])
    assert near(["en:platfrom"], known) == ("en:platform",)
    assert near(["en:platfo"], known) == ("en:platform", "en:platforms")
    assert near(["en:platfrom", "de:platfrom"], known) == ("de:platform", "en:platform")


def test_a_long_word_may_have_two_slips_and_a_short_one_none() -> None:
    assert near(["en:recongitoin"], by_beginning(["en:recognition"])) == ("en:recognition",)
    assert near(["en:cat"], by_beginning(["en:cats", "en:bat"])) == ()


def test_a_word_is_met_by_the_longer_words_that_begin_with_it() -> None:
    assert near(["de:kundig"], by_beginning(["de:kundigungsfrist", "de:kunst"])) == ("de:kundigungsfrist",)


def test_what_is_like_a_word_has_its_language_and_two_letters_and_words_are_long_enough() -> None:
    assert likes(["en:platfrom", "de:platforms", "en:plan"]) == [
        LexemeLike("de:platforms", beginning="de:pl", slips=2),
        LexemeLike("en:platfrom", beginning="en:pl", slips=1),
    ]


def test_a_word_is_not_met_by_those_that_were_looked_up_for_another() -> None:
    assert near(["en:kitten"], by_beginning(["en:sitten", "en:kittens"])) == ("en:kittens",)
