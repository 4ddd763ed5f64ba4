import re

import pytest

from schedario.lexemes import lexemes, query_words


def forms_met(query: str, text: str, language: str, languages: tuple[str, ...] = ("it", "en", "de")) -> list[str]:
    """Return the query's parts of codes that a chunk with this text has."""
    held = set(lexemes(text, language))
    return [w.text for w in query_words(query, languages) if w.kind != "word" and held & set(w.lexemes)]


def words_met(query: str, text: str, language: str, languages: tuple[str, ...] = ("it", "en", "de")) -> list[str]:
    """Return the query's words that a chunk with this text has."""
    held = set(lexemes(text, language))
    return [word.text for word in query_words(query, languages) if held & set(word.lexemes)]


def test_a_word_is_stemmed_in_its_language_and_prefixed_by_it() -> None:
    assert lexemes("reti", "it") == ("it:ret",)
    assert lexemes("networks", "en") == ("en:network",)


def test_the_same_letters_in_two_languages_are_two_lexemes() -> None:
    assert set(lexemes("die", "de")).isdisjoint(lexemes("die", "en"))


def test_lexemes_are_sorted_and_each_stands_once() -> None:
    assert lexemes("beta alpha beta", "zxx") == ("zxx:alpha", "zxx:beta")


@pytest.mark.parametrize(
    ("query", "text", "language"),
    [
        ("reti", "La rete è lenta", "it"),
        ("citta", "Una città sul mare", "it"),
        ("CITTÀ", "una citta'", "it"),
        ("strasse", "Die Straße ist lang", "de"),
        ("STRASSE", "die Straße", "de"),
        ("RE-2024/0815", "Rechnung RE-2024/0815 vom Mai", "de"),
        ("0815", "Rechnung RE-2024/0815 vom Mai", "de"),
        ("1.0.21", "Since version 1.0.21 it works", "en"),
        ("hnsw.iterative_scan", "set hnsw.iterative_scan to strict", "en"),
        ("iterative", "set hnsw.iterative_scan to strict", "en"),
        ("18", "see ADR-0018", "en"),
        ("kuendigung", "Die Kündigung gilt", "de"),
        ("Kündigung", "Kuendigung per Post", "de"),
        ("Kündigungsfristen", "die Kündigungsfrist", "de"),
        ("Malmø", "the bridge to Malmö", "en"),
        ("Lodz", "nach Łódź", "de"),
        ("--login", "use --login, or -l", "en"),
        (".bashrc", "in ~/ is (.bashrc)", "en"),
        ("C++", "written in C++.", "en"),
        ("66910", "Votes | 66,910 | 22.8", "en"),
        ("1000", "zum Preis von 1.000", "de"),
        ("camel", "the camelCase option", "en"),
        ("/etc/apt/sources.list", "Edit /etc/apt/sources.list.", "en"),
        ("mail@esempio.example", "Scrivere a <mail@esempio.example>.", "it"),
        ("indirizzo", "l'indirizzo di rete", "it"),
        ("indirizzo", "l’indirizzo di rete", "it"),
        ("机号", "网络地址是主机号全为的地址", "zh"),
    ],
)
def test_a_word_meets_its_other_spellings(query: str, text: str, language: str) -> None:
    assert query in words_met(query, text, language)


def test_a_sibling_code_shares_parts_but_not_the_whole() -> None:
    assert words_met("RE-2024/0815", "RE-2024/0816", "de") == ["RE", "2024", "RE-2024", "RE~2024"]


def test_a_code_as_it_stands_has_more_than_a_longer_one() -> None:
    asked = "RE-2024/0815"
    assert set(words_met(asked, asked, "de")) - set(words_met(asked, f"{asked}-A", "de")) == {asked}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("ADR 18", "see ADR-0018"),
        ("RFC7159", "as RFC 7159 says"),
        ("2024/0815", "Rechnung RE-2024/0815"),
        ("CHROOT_DIR", "cp -a $CHROOT_DIR/etc"),
        ("bash.bashrc", "in /etc/bash.bashrc"),
        ("howitworks_challenge.png", "/images/howitworks_challenge.png"),
        ("get_user_name", "call getUserName()"),
        ("a-branch", "gitglossary(7)#what-is-a-branch"),
    ],
)
def test_a_code_is_found_within_a_longer_one_and_in_other_spellings(query: str, text: str) -> None:
    pairs = [word.text for word in query_words(query, ("en",)) if "~" in word.text]
    assert pairs
    assert set(pairs) <= set(forms_met(query, text, "en"))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("A03_2021", "see [A03:2021-Injection](A03_2021-Injection.md)"),
        ("user_id", "SELECT users.user_id"),
        ("falcot.com", "/etc/ssl/certs/vpn.falcot.com.crt"),
        ("2024-11", "2024-11-30"),
    ],
)
def test_two_parts_of_a_longer_code_are_found_as_they_stand(query: str, text: str) -> None:
    assert query in forms_met(query, text, "en")
    assert query not in forms_met(query, re.sub(r"[-_.:]", "/", text), "en")


def test_a_word_a_code_and_its_parts_are_told_apart() -> None:
    kinds = {word.text: word.kind for word in query_words("open sources.list in camelCase 2024", ("en",))}
    assert kinds["open"] == "word"
    assert kinds["sources.list"] == "whole"
    assert kinds["sources~list"] == "code"
    assert kinds["2024"] == "code"
    assert kinds["camelCase"] == "code"


def test_a_blob_has_a_bounded_number_of_lexemes() -> None:
    assert len(lexemes("a1" * 5000, "en")) < 100


def test_stop_words_never_empty_a_query() -> None:
    assert [word.text for word in query_words("to be or not", ("en",))] == ["to", "be", "or", "not"]


def test_a_query_word_stands_for_its_lexemes_in_all_languages() -> None:
    (word,) = query_words("reti", ("en", "it"))
    assert set(word.lexemes) == {"en:reti", "it:ret", "zxx:reti"}


def test_a_repeated_query_word_counts_once() -> None:
    assert [word.text for word in query_words("rete rete Rete", ("it",))] == ["rete"]


@pytest.mark.parametrize("text", ["", "   ", "?!… —", "\u0301\u0301"])
def test_text_without_words_has_no_lexemes(text: str) -> None:
    assert lexemes(text, "it") == ()
    assert query_words(text, ("it",)) == ()


def test_an_endless_word_is_cut() -> None:
    assert max(map(len, lexemes("x" * 100_000, "en"))) < 200
