"""What a person does to narrow a search."""

import os
from pathlib import Path

import pytest

from fixtures.commands import Commands, Outcome
from schedario.extract import kinds
from schedario.services.narrowing import MEDIA_TYPES

QUESTION = "When is the rent due?"
DAYS = {"lease.md": "2023-03-01", "letter.txt": "2024-03-01", "affitto.html": "2025-03-01"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files on rent, of different kinds, folders, days and languages."""
    folder = tmp_path_factory.mktemp("papers")
    files = {
        "work/lease.md": "The rent is due on the fifth day of every month, at the office of the landlord.\n",
        "work/old/letter.txt": "We remind you that the rent of March is due and has not been paid to us yet.\n",
        "home/affitto.html": "<p>Il canone di affitto si paga entro il giorno cinque di ogni mese al locatore.</p>\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        seconds = int(DAYS[path.name][:4]) * 31_556_952 - 1970 * 31_556_952 + 60 * 86_400
        os.utime(path, (seconds, seconds))
    return folder


@pytest.fixture(scope="module")
def filled(shared_commands: Commands, folder: Path) -> Commands:
    """The files in two collections."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("work", "home"):
            patch.setenv("SCHEDARIO_COLLECTION", name)
            assert shared_commands("add", folder / name).code == 0
    return shared_commands


@pytest.fixture
def archive(filled: Commands, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    return filled


def names(outcome: Outcome) -> list[str]:
    return sorted(result["document"]["name"] for result in outcome.json["results"])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["affitto.html", "lease.md", "letter.txt"]),
        (["--collection", "home"], ["affitto.html"]),
        (["--collection", "home", "--collection", "work"], ["affitto.html", "lease.md", "letter.txt"]),
        (["--folder", "work/old"], ["letter.txt"]),
        (["--type", "md", "--type", "text/html"], ["affitto.html", "lease.md"]),
        (["--language", "it"], ["affitto.html"]),
        (["--after", "2024-01-01"], ["affitto.html", "letter.txt"]),
        (["--before", "2024-01-01"], ["lease.md"]),
        (["--after", "2024-01-01", "--before", "2025-01-01"], ["letter.txt"]),
        (["--document", "home/affitto.html"], ["affitto.html"]),
        (["--collection", "work", "--language", "it"], []),
    ],
)
def test_only_what_passes_answers(
    archive: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], expected: list[str]
) -> None:
    monkeypatch.chdir(folder)
    answer = archive("search", QUESTION, "--json", *options)
    assert names(answer) == expected
    assert answer.json["documents_searched"] == len(expected)


def test_scores_do_not_change_by_narrowing(archive: Commands) -> None:
    whole = archive("search", QUESTION, "--json").json["results"]
    narrow = archive("search", QUESTION, "--collection", "home", "--json").json
    (alone,) = narrow["results"]
    assert alone["passages"] == [{**alone["passages"][0], "rank": 1}]
    (same,) = [result for result in whole if result["document"]["id"] == alone["document"]["id"]]
    assert alone["passages"][0]["score"] == same["passages"][0]["score"]
    assert narrow["filters"]["collections"] == ["home"]
    assert narrow["filters"]["after"] is None


def test_when_nothing_passes_it_says_so(archive: Commands) -> None:
    said = archive("search", QUESTION, "--collection", "nothing")
    assert said.code == 0
    assert said.out.startswith("No matches: no document of the archive ")
    assert "passes the filters" in said.out


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--type", "holiday"], "no such kind of file: holiday. There are: csv"),
        (["--after", "2025-01-01", "--before", "2024-01-01"], "no day lies between"),
        (["--after", "yesterday"], "yesterday"),
        (["--document", "nothing"], "neither the id nor the path"),
        (["--folder", ""], "the path is empty"),
    ],
)
def test_a_filter_that_cannot_be_meant_is_refused(archive: Commands, options: list[str], said: str) -> None:
    refused = archive("search", QUESTION, *options)
    assert refused.code == 2
    assert said in refused.error


def test_every_kind_that_is_read_has_a_short_name() -> None:
    named = {value for name, value in vars(kinds).items() if name.isupper() and isinstance(value, str) and "/" in value}
    # A ZIP archive has no text of its own: its members answer, each by its own kind.
    assert set(MEDIA_TYPES.values()) == named - {kinds.ZIP}
