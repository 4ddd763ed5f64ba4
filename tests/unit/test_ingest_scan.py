import os
from pathlib import Path

import pytest

from schedario.errors import FileChangedError, FileUnreadableError, LimitExceededError, PathMissingError
from schedario.ingest.read_file import FoundFile, ensure_unchanged, modified_time, read_file
from schedario.ingest.scan import scan, scan_file


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
    assert names(tree / "a.txt", tree, tree / "a.txt") == ["a.txt", "b.txt", "c.txt"]


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


def read(path: Path, max_bytes: int = 1000) -> FoundFile:
    return read_file(path, os.path.realpath(path), max_bytes=max_bytes)


def test_a_link_that_takes_a_files_place_is_not_followed(tmp_path: Path) -> None:
    secret, path = tmp_path / "secret", tmp_path / "file.txt"
    secret.write_text("for nobody")
    path.write_text("harmless")
    met, found = scan_file(path), read(path)
    path.unlink()
    path.symlink_to(secret)
    with pytest.raises(FileUnreadableError):
        read_file(met.path, met.real, max_bytes=1000)
    with pytest.raises(FileChangedError):
        ensure_unchanged(found)


def test_a_link_that_takes_a_folders_place_is_not_followed(tmp_path: Path) -> None:
    for name in ("secrets", "folder"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file.txt").write_text(name)
    met = scan_file(tmp_path / "folder" / "file.txt")
    (tmp_path / "folder").rename(tmp_path / "moved")
    (tmp_path / "folder").symlink_to(tmp_path / "secrets")
    with pytest.raises(FileChangedError):
        read_file(met.path, met.real, max_bytes=1000)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as file:
        file.truncate(50 * 1024**3)
    with pytest.raises(LimitExceededError, match="max_file_mb"):
        read(path)


@pytest.mark.parametrize("seconds", [-(10**11), 0, 3 * 10**11])
def test_a_time_that_no_calendar_has_is_no_error(tmp_path: Path, seconds: int) -> None:
    path = tmp_path / "file"
    path.write_text("text")
    try:
        os.utime(path, (seconds, seconds))
    except OSError:
        pytest.skip("the file system keeps no such time")
    assert 1 <= modified_time(path.stat()).year <= 9999


def test_a_path_that_no_index_can_hold_is_one_problem(tmp_path: Path) -> None:
    folder = tmp_path
    while len(str(folder)) < 2700:
        folder = folder / ("d" * 200)
        folder.mkdir()
    (folder / "file.txt").write_text("text")
    (entry,) = scan([tmp_path])
    assert entry.problem is not None
    assert "bytes" in entry.problem.what


def test_a_file_is_known_by_its_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_bytes(b"same")
    other.write_bytes(b"same")
    found = read(one)
    assert (found.facts.size_bytes, found.facts.content_hash) == (4, read(other).facts.content_hash)
    ensure_unchanged(found)


def test_a_file_that_was_written_to_since_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"before")
    found = read(path)
    path.write_bytes(b"after, longer")
    with pytest.raises(FileChangedError):
        ensure_unchanged(found)
    path.unlink()
    with pytest.raises(FileChangedError):
        ensure_unchanged(found)


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(FileUnreadableError):
        read(tmp_path / "pipe")
