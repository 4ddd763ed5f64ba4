"""What failed and how often it was tried, how far the index is behind, and whether it is small."""

import os
import zipfile
from pathlib import Path

import pytest

from fixtures.commands import Commands
from schedario.records.status import MOST_PROMPT_TOKENS, ArchiveStatus, Coverage


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    (root / "good.txt").write_text("The vessel lies at berth 7 since the storm of last week.\n")
    (root / "damaged.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (root / "unknown.bin").write_bytes(bytes(range(256)))
    return root


def test_failed_files_are_listed_with_reason_times_and_attempts(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    commands("add", folder, "--retry")
    (entry,) = commands("list", "--failed", "--json").json
    assert (entry["name"], entry["status"], entry["attempts"]) == ("damaged.pdf", "failed", 2)
    assert entry["reason"]
    assert entry["first_seen"] < entry["attempted_at"]
    told = commands("list", "--failed").out
    assert entry["reason"] in told
    assert "tried 2 times, last " in told
    assert "good.txt" not in told
    assert "unknown.bin" not in told
    assert commands("list", "--failed", "--status", "failed").code == 2


def test_a_stale_document_is_among_what_failed(commands: Commands, folder: Path) -> None:
    (folder / "damaged.pdf").unlink()
    commands("add", folder)
    assert commands("list", "--failed").out == "No documents.\n"
    (folder / "good.txt").write_bytes(b"%PDF-1.7\nnothing")
    commands("add", folder)
    (entry,) = commands("list", "--failed", "--json").json
    assert (entry["name"], entry["status"]) == ("good.txt", "indexed")


def test_status_says_how_far_documents_and_sources_are(commands: Commands, folder: Path) -> None:
    with zipfile.ZipFile(folder / "packed.zip", "w") as packed:
        packed.writestr("inner.txt", "The parcel went to the depot in the harbour.\n")
    (folder / "copy.txt").write_text((folder / "good.txt").read_text())
    os.utime(folder / "good.txt", (4_000_000_000, 4_000_000_000))
    commands("folder", "add", folder)
    commands("sync")
    state = commands("status", "--json").json
    assert state["coverage"]["done"] == [{"phases": 3, "documents": 4}, {"phases": 0, "documents": 1}]
    assert state["coverage"]["note"] == "3 of 3 phases done for 4 documents; 0 of 3 phases done for 1 document"
    (source,) = state["sources"]
    assert (source["name"], source["files"], source["behind"]) == (str(folder), 5, 1)
    assert source["newest_file"] == "2096-10-02T07:06:40+00:00"
    assert source["newest_chunk"] < source["newest_file"]
    assert (state["fits_one_prompt"], state["tokens"] > 10) == (True, True)
    told = commands("status").out
    assert f"source       {folder}: newest file 2096-10-02T07:06:40+00:00, newest chunk 2" in told
    assert "1 file not indexed in the newest version" in told
    assert "small enough to be pasted into one prompt (150,000 at most)" in told


def test_an_archive_is_small_up_to_the_bound() -> None:
    def state(tokens: int) -> ArchiveStatus:
        return ArchiveStatus("main", {}, 0, 0, 1, tokens, 1, {}, "", 1, None)

    assert state(MOST_PROMPT_TOKENS).fits_one_prompt
    assert not state(MOST_PROMPT_TOKENS + 1).fits_one_prompt
    assert Coverage({}).in_words == "no documents yet"
