"""The check of what a model writes: source numbers that exist, whatever way the pieces are cut."""

import pytest

from schedario.records.asking import AnswerSentence
from schedario.services.citations import breaks_off, check_notices, checked

ANSWER = "The rent is 12.5 euro [1]. It is paid on Mondays. [2][1] Nobody says why [0].\n- It is high [2, 9].\nPlainly."


def sentences(text: str, size: int) -> list[AnswerSentence]:
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    return list(checked(pieces, range(1, 3)))


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_the_sentences_are_the_same_however_the_pieces_are_cut(size: int) -> None:
    assert sentences(ANSWER, size) == [
        AnswerSentence("The rent is 12.5 euro.", (1,)),
        AnswerSentence("It is paid on Mondays.", (2, 1)),
        AnswerSentence("Nobody says why.", absent=True),
        AnswerSentence("- It is high.", (2,), new_line=True, removed=(9,)),
        AnswerSentence("Plainly.", new_line=True),
    ]


def test_a_sentence_comes_before_the_answer_has_ended() -> None:
    waiting = checked(iter(["The first is so [1]. ", "X" * 50, "unreached"]), range(1, 3))
    assert next(waiting) == AnswerSentence("The first is so.", (1,))


def test_what_is_wrong_is_said_with_its_number() -> None:
    assert check_notices(sentences(ANSWER, 5)) == [
        "The answer named sources that do not exist, which were removed: [9]",
        "1 of 5 sentences of the answer name no source",
    ]
    assert check_notices(sentences("All is well [1].", 5)) == []


@pytest.mark.parametrize(
    ("text", "is_so"), [("It is", True), ("It is [1].", False), ("It is [1]", False), ("It is.\n", False), ("", False)]
)
def test_an_answer_that_breaks_off_is_seen(text: str, is_so: bool) -> None:
    assert breaks_off(text) is is_so
