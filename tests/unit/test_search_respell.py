"""Mistyped words are read as the words of the archive that were meant, and right ones are left alone."""

from collections.abc import Sequence

import pytest

from schedario.records.query import QueryWord, WeightedWord
from schedario.search.prepare import NEAR_CREDIT
from schedario.search.respell import Respelling

LEARNED = {"famiglia", "familia", "package", "packages", "format"}


class Learned:
    """A tokenizer that knows some words whole, and others by pairs of letters."""

    def token_starts(self, text: str) -> Sequence[int]:
        return [0] if text.lower() in LEARNED else range(0, len(text), 2)


def word(text: str, *lexemes: str, near: bool = False) -> WeightedWord:
    return WeightedWord(QueryWord(text, lexemes), 1, 1.0, NEAR_CREDIT if near else 1.0)


RESPELLING = Respelling(Learned(), ("de", "en", "es", "it"))
A, NEW = word("a", "en:a", "it:a"), word("new", "en:new")
PACJAGE = word("pacjage", "en:packag", near=True)
FOMRAT = word("fomrat", "en:format", near=True)


def read(text: str, *words: WeightedWord) -> tuple[str, int]:
    found = RESPELLING.mended(text, words)
    return found.text, found.mended


def test_a_mistyped_word_is_read_as_the_nearest_one_with_its_own_ending() -> None:
    assert read("a new pacjage", A, NEW, PACJAGE) == ("a new package", 1)
    pacjages = word("Pacjages", "en:packag", near=True)
    assert read("Configuring Pacjages: debconf", pacjages)[0] == "Configuring packages: debconf"


def test_a_word_of_a_sentence_in_another_language_is_none_of_these() -> None:
    text = "Come posso salvare tutte le modifiche nel pacjage del mio programma"
    known = [word(one, f"en:{one}") for one in text.split() if one != "pacjage"]
    assert read(text, word("Come"), *known[1:], PACJAGE)[1] == 0
    assert read("pacjage", PACJAGE)[1] == 1


def test_every_place_of_a_mistyped_word_is_mended_and_no_part_of_another_word() -> None:
    assert read("fomrat, fomrats or FOMRAT? fomrat!", FOMRAT)[0] == "format, fomrats or FOMRAT? format!"


def test_a_word_that_is_one_is_left_alone_though_the_archive_has_only_another() -> None:
    assert read("la famiglia", word("famiglia", "it:famil", near=True)) == ("la famiglia", 0)


def test_a_word_of_the_archive_is_left_alone_however_odd() -> None:
    assert read("pacjage", word("pacjage", "en:pacjag")) == ("pacjage", 0)


def test_a_longer_word_that_begins_so_is_not_what_was_mistyped() -> None:
    assert read("packa", word("packa", "en:packages", near=True)) == ("packa", 0)


def test_a_word_is_not_read_in_a_language_that_the_question_is_not_in() -> None:
    other = [word("come", "it:com"), word("faccio", "it:facc"), word("un", "it:un")]
    assert read("come faccio un pacjage", *other, PACJAGE)[1] == 0


@pytest.mark.parametrize(("mended", "note"), [(0, ""), (1, "1 mistyped word read"), (2, "2 mistyped words read")])
def test_the_note_tells_how_many_and_no_word_of_a_document(mended: int, note: str) -> None:
    found = RESPELLING.mended("pacjage fomrat", [PACJAGE, FOMRAT][:mended])
    assert found.note.startswith(note)
    assert bool(found.note) == bool(mended)
    assert "package" not in found.note
