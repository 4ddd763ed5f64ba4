"""What a person does within one document: ask it, see its outline, read a section."""

from pathlib import Path
from typing import Any

import pytest

from fixtures.commands import Commands

LEASE = """# Lease

## Rent

The monthly rent of the warehouse is 640 euro, to be paid on the fifth day of every month.

## Notice

Either side may end the lease by a registered letter, six months before the day on which it is to end.

## Pets

No animals are kept in the warehouse, except for the cat that the landlord keeps against mice.
"""
LONG = "The warehouse keeps a register of every pallet that came in on day {}. "


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "lease.md").write_text(LEASE, encoding="utf-8")
    (folder / "other.md").write_text(LEASE.replace("six months", "nine weeks"), encoding="utf-8")
    (folder / "long.txt").write_text("".join(LONG.format(day) for day in range(600)), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def archive(shared_commands: Commands, folder: Path) -> Commands:
    assert shared_commands("add", folder).code == 0
    return shared_commands


def test_one_document_answers_alone(archive: Commands, folder: Path) -> None:
    answer = archive("answer", folder / "lease.md", "How is the lease ended?", "--json").json
    (result,) = answer["results"]
    assert result["document"]["name"] == "lease.md"
    assert answer["documents_searched"] == 1
    best = max(passage["score"] for passage in result["passages"])
    assert best == answer["best_score"]
    assert answer["floor"] == pytest.approx(best / 2, abs=1e-3)
    assert all(passage["score"] >= answer["floor"] for passage in result["passages"])
    assert any("registered letter" in passage["text"] for passage in result["passages"])
    assert "six months" in archive("answer", folder / "lease.md", "How is the lease ended?").out


def test_what_is_below_the_floor_is_shown_and_said(
    archive: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0.99")
    answer = archive("answer", folder / "lease.md", "chess championship of 1991", "--json").json
    assert len(answer["results"]) == 1
    assert answer["degraded"] == ["nothing in this document reaches the floor of 0.99; shown is what comes nearest"]


def test_a_duplicate_is_read_in_its_original(archive: Commands, folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_text(LEASE, encoding="utf-8")
    archive("add", copy)
    assert archive("show", copy, "--json").json["status"] == "duplicate"
    original = archive("show", folder / "lease.md", "--json").json["id"]
    part = archive("show", copy, "--section", "1", "--json").json
    assert (part["document"], part["section"], part["offset"]) == (original, 1, 0)
    answer = archive("answer", copy, "How is the lease ended?", "--json").json
    assert [result["document"]["id"] for result in answer["results"]] == [original]


def test_a_section_is_the_text_of_its_place(archive: Commands, folder: Path) -> None:
    outline = archive("show", folder / "lease.md", "--json").json["outline"]
    assert [entry["section"] for entry in outline] == list(range(1, len(outline) + 1))
    text = archive("show", folder / "lease.md", "--text").out
    for entry in outline:
        part = archive("show", folder / "lease.md", "--section", str(entry["section"]), "--json").json
        assert part["place"] == entry["place"]
        assert len(part["text"]) == entry["characters"]
        assert part["text"] in text


def test_a_long_section_is_read_in_parts(archive: Commands, folder: Path) -> None:
    whole, offset, parts = archive("show", folder / "long.txt", "--text").out.rstrip("\n"), 0, []
    while offset is not None:
        part = archive("show", folder / "long.txt", "--section", "1", "--offset", str(offset), "--json").json
        assert len(part["text"]) <= 20_000
        parts.append(part["text"])
        offset = part["next_offset"]
    assert len(parts) == 3
    assert "".join(parts) == whole
    shown = archive("show", folder / "long.txt", "--section", "1")
    assert shown.err == "note: the section goes on, with --section 1 --offset 20000\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--section", "99"], "has no section 99"),
        (["--section", "1", "--offset", "999999"], "none at 999999"),
        (["--offset", "5"], "--offset is about a --section"),
        (["--section", "1", "--text"], "take one"),
    ],
)
def test_what_is_not_there_is_refused(archive: Commands, folder: Path, arguments: list[str], said: str) -> None:
    refused = archive("show", folder / "lease.md", *arguments)
    assert refused.code == 2
    assert said in refused.error


def test_an_answer_keeps_to_its_characters(archive: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    monkeypatch.setenv("SCHEDARIO_ANSWER_CHARACTERS", "2000")
    question = "the register of every pallet"
    answer = archive("search", question, "-k", "30", "--json").json
    texts = [passage["text"] for result in answer["results"] for passage in result["passages"]]
    assert 0 < sum(map(len, texts)) <= 2000
    (said,) = answer["degraded"]
    assert said.endswith("were shortened or left out, to keep to 2000 characters")
    monkeypatch.setenv("SCHEDARIO_ANSWER_CHARACTERS", "1000000")
    full = archive("search", question, "-k", "30", "--json").json
    assert full["degraded"] == []
    assert [best_score(answer), best_score(full)] == [full["best_score"]] * 2


def best_score(answer: Any) -> float:
    """Return the score of the passage of rank 1."""
    passages = [passage for result in answer["results"] for passage in result["passages"]]
    return float(next(passage["score"] for passage in passages if passage["rank"] == 1))
