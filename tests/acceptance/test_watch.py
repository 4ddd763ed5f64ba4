"""Watching: what changes is found without anybody asking for a pass."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.passes import PATIENCE, looked, wait_for_passes
from fixtures.repositories import git, handbook


@pytest.fixture
def folder(commands: Commands, tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.md").write_text("# A\n\nThe parcel A went to depot 1.\n")
    commands("folder", "add", root)
    commands("sync")
    return root


@contextmanager
def watching(commands: Commands, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    before = looked(commands)
    process = commands.start("watch", *arguments)
    try:
        assert process.stderr
        assert process.stderr.readline() == "watching; Ctrl-C ends it\n"
        # The system's announcements are asked for before the first pass.
        wait_for_passes(commands, 1, before)
        yield process
    finally:
        process.kill()
        process.communicate()


def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.5)
    return False


def names(commands: Commands) -> dict[str, str]:
    return {record["name"]: record["id"] for record in commands("list", "--json").json}


def test_changes_are_followed_and_ctrl_c_ends_it(commands: Commands, folder: Path) -> None:
    with watching(commands) as process:
        # As editors save: a new file takes the name of the old one.
        (folder / ".a.md.swp").write_text("# A\n\nThe parcel A is lost at sea.\n")
        before = names(commands)
        (folder / ".a.md.swp").replace(folder / "a.md")
        assert until(lambda: "lost at sea" in commands("show", folder / "a.md", "--text").out)
        assert names(commands) == before
        (folder / "b.md").write_text("# B\n\nThe parcel B went to depot 2.\n")
        assert until(lambda: "b.md" in names(commands))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=PATIENCE) == 0


def test_a_burst_is_one_pass(commands: Commands, folder: Path, tmp_path: Path) -> None:
    with watching(commands) as process:
        before = looked(commands)
        for number in range(60):
            (tmp_path / f"n{number}.md").write_text(f"# Note {number}\n\nThe parcel {number} went to depot {number}.\n")
        for file in tmp_path.glob("n*.md"):
            file.rename(folder / file.name)
        wait_for_passes(commands, 1, before)
        # Time to say what it did, and to begin another pass if it were wrong.
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert len(names(commands)) == 61
    assert [line for line in out.splitlines() if " indexed" in line] == [
        "60 files: 60 indexed, 0 unchanged, 0 duplicate, 0 skipped, 0 failed, 0 private (60 new chunks)"
    ]


def test_a_merged_document_is_searchable_after_the_interval(commands: Commands, tmp_path: Path) -> None:
    repository = handbook(tmp_path)
    commands("git", "add", repository, "--branch", "main")
    with watching(commands, "--every", "0.02"):
        assert until(lambda: "a.md" in names(commands))
        wait_for_passes(commands, 2)
        assert set(names(commands)) == {"a.md"}
        git(repository, "checkout", "-q", "main")
        git(repository, "merge", "-q", "idea")
        assert until(lambda: "zeppelin.md" in names(commands))


def test_a_root_that_comes_back_is_followed_again(commands: Commands, folder: Path) -> None:
    folder.rename(folder.with_name("away"))
    with watching(commands, "--every", "0.02"):
        assert set(names(commands)) == {"a.md"}
        folder.with_name("away").rename(folder)
        (folder / "b.md").write_text("# B\n\nThe parcel B went to depot 2.\n")
        assert until(lambda: "b.md" in names(commands))
