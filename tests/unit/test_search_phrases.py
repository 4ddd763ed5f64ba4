import pytest

from fixtures.growth import EVENLY, growth
from schedario.search.phrases import Phrase, quoted

LANGUAGES = ("de", "en", "it")


def phrases(question: str) -> list[str]:
    return [phrase.text for phrase in quoted(question, LANGUAGES).phrases]


def phrase(text: str) -> Phrase:
    (found,) = quoted(f'"{text}"', LANGUAGES).phrases
    return found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ('who said "wrong and unlawful"?', ["wrong and unlawful"]),
        ("wer sagte „falsch und rechtswidrig“?", ["falsch und rechtswidrig"]),
        ("wer sagte »falsch und rechtswidrig«?", ["falsch und rechtswidrig"]),
        ("co to „zły i bezprawny”?", ["zły i bezprawny"]),
        ("chi ha detto «sbagliata e illegittima»?", ["sbagliata e illegittima"]),
        ("the “Lotteria degli scontrini” and “Bancomat”", ["Lotteria degli scontrini", "Bancomat"]),
        ('dell\'"opera prima", "opera prima" e ("seconda")', ["opera prima", "seconda"]),
        ('"the 5" pipe"', ["the 5"]),
    ],
)
def test_what_stands_between_quotes_is_a_phrase(question: str, found: list[str]) -> None:
    assert phrases(question) == found


@pytest.mark.parametrize(
    "question",
    [
        'a 27" screen and a 3.5" disk',
        'half a "quote',
        "don't, l'albero, 'single' and rock 'n' roll",
        'an empty "" or "?!" pair',
        "„auf, aber nie zu",
        'width" x height"',
    ],
)
def test_inches_apostrophes_and_quotes_without_a_fellow_are_plain_text(question: str) -> None:
    taken = quoted(question, LANGUAGES)
    assert (taken.phrases, taken.plain, taken.alone) == ((), question, False)


def test_a_question_is_searched_without_the_signs_around_its_phrases() -> None:
    taken = quoted('the "Model C" schools', LANGUAGES)
    assert (taken.plain, taken.alone) == ("the Model C schools", False)
    assert quoted('"Model C", „Schule“.', LANGUAGES).alone


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("Model C", "the MODEL\n C schools"),
        ("l’albero", "sotto l'albero"),
        ("1990-2000", "in 1990–2000, about"),
        ("Rolls-Royce", "a Rolls-\nRoyce"),
        ("Straße", "Die STRASSE"),
        ("office", "the oﬃce"),
        ("2024/0815", "RE-2024/0815"),
        ("foo_bar", "call foo_bar()"),
        ("節約", "電力節約について"),
        ("5 %", "rose by 5 % in"),
        ("--force", "use --force."),
    ],
)
def test_case_spaces_and_shapes_of_signs_do_not_matter(wanted: str, text: str) -> None:
    assert phrase(wanted).begins_in(text)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("papa", "il papà"),
        ("model c", "a supermodel cannot"),
        ("model c", "models c"),
        ("art. 1", "art. 12"),
        ("one two", "one, two"),
        ("one two", "two one"),
    ],
)
def test_accents_whole_words_signs_and_order_matter(wanted: str, text: str) -> None:
    assert not phrase(wanted).begins_in(text)


def test_a_phrase_must_begin_within_the_characters_that_are_asked_for() -> None:
    assert phrase("two three").begins_in("one two three", 5)
    assert not phrase("two three").begins_in("one two three", 4)


def test_only_words_that_a_longer_text_has_too_are_taken_for_sure() -> None:
    sure = [word.text for word in phrase("WordPress 2024/0815 des 電力 x線").words]
    assert sure == ["WordPress", "2024", "0815", "des", "電力", "x"]


def test_quotes_without_their_fellows_cost_no_time() -> None:
    assert quoted("„ « 「 " * 5000, ("en",)).phrases == ()
    assert growth(lambda size: quoted("„ « 「 " * size, ("en",)), 625) < EVENLY
