"""The detector's tables are kept once they are unpacked: they tell the same, and a damaged file is made anew."""

import functools
from pathlib import Path

import pytest
from py3langid.langid import LanguageIdentifier

from schedario import language_tables

LANGUAGES = ("de", "en", "it")
TEXTS = (
    "The boat leaves the harbour at noon and comes back before it is dark.",
    "Il contratto di manutenzione è rinnovato ogni anno, salvo disdetta.",
    "Die Heizung wird im Oktober geprüft; der Bericht liegt im Keller.",
    "12 34",
)

unpack = functools.cache(language_tables._unpack)
"""What unpacking gives; it takes a second."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(language_tables, "_keeping", language_tables._Keeping())
    monkeypatch.setattr(language_tables, "_unpack", unpack)
    language_tables.keep_tables_in(tmp_path / "models")
    return tmp_path / "models"


def not_unpacked(_: tuple[str, ...]) -> LanguageIdentifier:
    raise AssertionError("unpacked again")


def told(detector: LanguageIdentifier) -> list[tuple[str, float]]:
    return [detector.classify(text) for text in TEXTS]


def test_the_second_detector_reads_what_the_first_unpacked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked = told(language_tables.load_detector(LANGUAGES))
    assert [language for language, _ in unpacked[:3]] == ["en", "it", "de"]
    monkeypatch.setattr(language_tables, "_unpack", not_unpacked)
    assert told(language_tables.load_detector(LANGUAGES)) == unpacked
    assert [file.name.partition("-")[0] for file in folder.iterdir()] == ["languages"]


def test_other_languages_have_tables_of_their_own(folder: Path) -> None:
    language_tables.load_detector(LANGUAGES)
    assert language_tables.load_detector(("fr", "it")).labels == ["fr", "it"]
    assert len(list(folder.iterdir())) == 2


@pytest.mark.parametrize("damage", ["short", "changed", "empty"])
def test_a_damaged_file_is_made_anew(folder: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    unpacked = told(language_tables.load_detector(LANGUAGES))
    (place,) = folder.iterdir()
    whole = place.read_bytes()
    middle = len(whole) // 2
    flipped = whole[:middle] + bytes(byte ^ 0xFF for byte in whole[middle : middle + 64]) + whole[middle + 64 :]
    place.write_bytes({"short": whole[:middle], "changed": flipped, "empty": b""}[damage])
    assert told(language_tables.load_detector(LANGUAGES)) == unpacked
    monkeypatch.setattr(language_tables, "_unpack", not_unpacked)
    assert told(language_tables.load_detector(LANGUAGES)) == unpacked


def test_where_nothing_can_be_written_languages_are_told_all_the_same(folder: Path) -> None:
    folder.write_text("in the way")
    assert told(language_tables.load_detector(LANGUAGES))[0][0] == "en"
