import os
from pathlib import Path

import pytest

from schedario.errors import FileChangedError, FileUnreadableError, PathMissingError
from schedario.ingest.read_file import ensure_unchanged, read_file
from schedario.ingest.scan import scan


def names(*roots: Path) -> list[str]:
    return [entry.path.name for entry in scan(roots)]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("b.txt", "a.txt", "sub/c.txt", ".hidden/x.txt", "node_modules/y.js", "sub/.secret"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def test_files_come_by_name_and_hidden_ones_not_at_all(tree: Path) -> None:
    assert names(tree) == ["a.txt", "b.txt", "c.txt"]


def test_a_hidden_file_that_is_named_is_looked_at(tree: Path) -> None:
    assert names(tree / "sub" / ".secret", tree / ".hidden") == [".secret", "x.txt"]


def test_a_path_that_is_named_twice_is_looked_at_once(tree: Path) -> None:
    assert names(tree / "a.txt", tree, tree / "sub" / ".." / "a.txt") == ["a.txt", "b.txt", "c.txt"]


def test_a_missing_path_is_refused_before_anything_is_yielded(tree: Path) -> None:
    with pytest.raises(PathMissingError, match="nope"):
        list(scan([tree, tree / "nope"]))


def test_links_within_the_folder_are_followed_and_those_that_lead_out_are_not(tree: Path, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.txt"
    outside.write_text("outside")
    (tree / "in.txt").symlink_to(tree / "a.txt")
    (tree / "out.txt").symlink_to(outside)
    (tree / "loop").symlink_to(tree)
    assert names(tree) == ["a.txt", "b.txt", "in.txt", "c.txt"]


def test_what_cannot_be_read_is_told(tree: Path) -> None:
    (tree / "dead.txt").symlink_to(tree / "gone")
    os.mkfifo(tree / "pipe")
    problems = {entry.path.name: entry.problem for entry in scan([tree]) if entry.problem}
    assert {name: problem.code for name, problem in problems.items()} == {
        "dead.txt": "file_unreadable",
        "pipe": "format_unsupported",
    }


def test_a_file_is_known_by_its_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"same")
    other.write_bytes(b"same")
    facts = read_file(one)
    assert (facts.size_bytes, facts.content_hash) == (4, read_file(other).content_hash)
    ensure_unchanged(facts)


def test_a_file_that_was_written_to_since_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    facts = read_file(path)
    path.write_bytes(b"after, longer")
    with pytest.raises(FileChangedError):
        ensure_unchanged(facts)
    path.unlink()
    with pytest.raises(FileChangedError):
        ensure_unchanged(facts)


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileUnreadableError):
        read_file(tmp_path / "pipe")
