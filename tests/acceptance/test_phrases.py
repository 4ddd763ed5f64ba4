"""A phrase in quotes stands in every passage that is found, as it was written."""

from pathlib import Path
from typing import Any

import pytest

from fixtures.commands import Commands, Outcome

FILLER = "The committee met on the second Tuesday of the month and spoke about the budget of the garden. "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("papers")
    files = {
        "minutes.md": "# Minutes\n\nThe offer was called wrong and\nunlawful by the chair, and it was withdrawn.",
        "letter.md": "# Letter\n\nThe chair called the unlawful offer wrong, and said that it must be withdrawn.",
        "verbale.md": "# Verbale\n\nIl presidente parlò della «Lotteria degli scontrini» e di null'altro.",
        "memo.txt": "電力節約についての報告書です。会議は火曜日に開かれました。",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def held(shared_commands: Commands, folder: Path) -> Commands:
    assert shared_commands("add", folder).code == 0
    return shared_commands


def names(outcome: Outcome) -> list[str]:
    return names_of(outcome.json)


def names_of(answer: dict[str, Any]) -> list[str]:
    return [result["document"]["name"] for result in answer["results"]]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ('"wrong and unlawful"', ["minutes.md"]),
        ("„Wrong  AND unlawful“", ["minutes.md"]),
        ('what did the chair call "wrong and unlawful"?', ["minutes.md"]),
        ('"unlawful offer" "withdrawn"', ["letter.md"]),
        ("who spoke of the «lotteria degli scontrini»?", ["verbale.md"]),
        ('"節約"', ["memo.txt"]),
        ('"parlo della"', []),
        ('"offer wrong and"', []),
        ('"wrong and unlawful" "unlawful offer"', []),
    ],
)
def test_only_passages_that_hold_the_phrases_are_found(
    held: Commands, monkeypatch: pytest.MonkeyPatch, asked: str, found: list[str]
) -> None:
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    assert names(held("search", asked, "--json")) == found


def test_a_query_that_is_a_phrase_and_nothing_else_finds_it_however_it_scores(held: Commands) -> None:
    alone = held("search", '"of the"', "--floor", "1", "--json").json
    assert (alone["floor"], alone["phrases"]) == (0.0, ["of the"])
    assert held("search", '"was withdrawn" tomatoes', "--floor", "1").out.startswith("No matches: searched 4 documents")


def test_a_phrase_alone_is_found_by_words_and_within_one_document_too(
    held: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = held("answer", folder / "minutes.md", '"wrong and unlawful"', "--json").json
    assert [result["document"]["name"] for result in one["results"]] == ["minutes.md"]
    assert one["degraded"] == []
    monkeypatch.setenv("SCHEDARIO_SEARCH_BY", "words")
    assert names(held("search", '"unlawful offer"', "--json")) == ["letter.md"]


def test_a_phrase_that_stands_nowhere_is_said_to(held: Commands, folder: Path) -> None:
    outcome = held("search", '"unlawful and wrong"')
    assert (outcome.code, outcome.err) == (0, "")
    expected = (
        'No matches: "unlawful and wrong" stands nowhere in the 4 documents searched. Without quotes, words count'
    )
    assert outcome.out.strip() == expected
    both = held("search", '"wrong and unlawful" "unlawful offer"').out
    assert 'no passage holds "wrong and unlawful" and "unlawful offer" together' in both
    one = held("answer", folder / "letter.md", '"wrong and unlawful"').out
    assert one.startswith('No matches: "wrong and unlawful" stands nowhere in the 1 document searched')


def test_a_phrase_across_two_chunks_is_found_where_it_begins(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_OVERLAP_TOKENS", "0")
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "64")
    words = " ".join(f"word{number}" for number in range(200))
    (tmp_path / "long.txt").write_text(words, encoding="utf-8")
    assert commands("add", tmp_path).code == 0
    for number in range(0, 190, 7):
        asked = " ".join(f"word{n}" for n in range(number, number + 9))
        (result,) = commands("search", f'"{asked}"', "--json").json["results"]
        assert any(asked in passage["text"] for passage in result["passages"]), asked


def test_more_passages_than_are_looked_at_are_said_to_be_left_out(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_WORD_BUDGET", "100")
    monkeypatch.setenv("SCHEDARIO_OVERLAP_TOKENS", "0")
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "64")
    (tmp_path / "minutes.txt").write_text(
        "\n\n".join(f"{FILLER * 2} Item {number}." for number in range(120)), encoding="utf-8"
    )
    assert commands("add", tmp_path).code == 0
    answer = commands("search", '"the second Tuesday"', "--json").json
    assert answer["results"]
    (said,) = [sentence for sentence in answer["degraded"] if "second Tuesday" in sentence]
    assert "100 were looked at" in said


def test_a_question_whose_phrase_stands_nowhere_is_searched_by_its_words_and_says_so(held: Commands) -> None:
    answer = held("search", 'who called the offer "wrong and lawful" and withdrew it?', "--json").json
    assert names_of(answer)
    assert answer["phrases"] == []
    assert answer["degraded"] == ['"wrong and lawful" stands nowhere: searched by the words']
