"""A scan of a folder: what it meets, what it leaves out, what it cannot see."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from schedario.records.source import NewSource, Source, SourceId, SourceKind, SourceScan
from schedario.sources.folder import FolderReader, in_cloud


def scan(
    root: Path, include: tuple[str, ...] = (), exclude: tuple[str, ...] = (), never: tuple[Path, ...] = ()
) -> SourceScan:
    given = NewSource(SourceKind.FOLDER, str(root), "", include, exclude)
    return FolderReader(tuple(map(str, never))).scan(Source(SourceId(1), given, False, "", None, "", 0))


def paths(found: SourceScan) -> list[str]:
    return [file.path for file in found.files]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    for name in (
        "a.md", "b.txt", "sub/c.md", "sub/deep/d.md", ".hidden", ".venv/lib.py", "node_modules/x.js",
        "sub/__pycache__/y.pyc", ".git/config",
    ):  # fmt: skip
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)
    return root


def test_hidden_files_and_folders_of_programs_are_left_out(folder: Path) -> None:
    found = scan(folder)
    assert paths(found) == ["a.md", "b.txt", "sub/c.md", "sub/deep/d.md"]
    assert (found.problem, found.unread) == ("", ())


def test_globs_say_what_is_wanted(folder: Path) -> None:
    assert paths(scan(folder, include=("*.md",))) == ["a.md", "sub/c.md", "sub/deep/d.md"]
    assert paths(scan(folder, include=("sub/",))) == ["sub/c.md", "sub/deep/d.md"]
    assert paths(scan(folder, exclude=("sub/deep",))) == ["a.md", "b.txt", "sub/c.md"]
    assert paths(scan(folder, include=("*.md",), exclude=("/a.*",))) == ["sub/c.md", "sub/deep/d.md"]


def test_a_folder_that_is_never_looked_into_is_left_out_wherever_it_lies(folder: Path) -> None:
    assert paths(scan(folder, never=(folder / "sub",))) == ["a.md", "b.txt"]


def test_links_are_followed_to_files_within_the_root_alone(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.md").write_text("outside")
    (tmp_path / "root-too").mkdir()
    (tmp_path / "root-too" / "x.md").write_text("beside")
    (folder / "out.md").symlink_to(tmp_path / "outside.md")
    (folder / "beside.md").symlink_to(tmp_path / "root-too" / "x.md")
    (folder / "again").symlink_to(folder / "sub")
    (folder / "loop").symlink_to(folder)
    (folder / "within.md").symlink_to(folder / "a.md")
    (folder / "nowhere.md").symlink_to(folder / "none.md")
    found = scan(folder)
    assert paths(found) == ["a.md", "b.txt", "nowhere.md", "sub/c.md", "sub/deep/d.md", "within.md"]
    assert [file.path for file in found.files if file.version == ""] == ["nowhere.md"]


def test_a_version_changes_with_the_bytes_even_when_size_and_time_are_put_back(folder: Path) -> None:
    file = folder / "a.md"
    before, times = scan(folder).files[0], file.stat()
    file.write_text("b.md")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    after = scan(folder).files[0]
    assert (before.path, before.size_bytes) == (after.path, after.size_bytes)
    assert before.version != after.version


def test_a_root_that_is_not_there_has_no_identity(tmp_path: Path) -> None:
    found = scan(tmp_path / "none")
    assert (found.identity, found.problem) == ("", "the folder is not there; nothing was removed")


def test_a_root_that_became_a_file_has_no_identity(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert (scan(tmp_path / "file").identity, scan(tmp_path / "file").problem) == ("", "it is no folder any more")


def test_a_folder_that_cannot_be_listed_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("/sub"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    # Root may list every folder, so no mode of a folder would do.
    monkeypatch.setattr("schedario.sources.folder.os.scandir", refuse)
    found = scan(folder)
    assert found.unread == ("sub",)
    assert found.problem == f"the folder {folder}/sub cannot be listed (Permission denied)"


def test_names_that_are_no_utf_8_are_kept_as_they_are(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x")
    assert [os.fsencode(path) for path in paths(scan(tmp_path))] == [b"caf\xe9.md"]


@pytest.mark.parametrize(
    ("flags", "size", "blocks", "platform", "away"),
    [
        (0x40000000, 10, 8, "darwin", True),
        (0, 10, 0, "darwin", True),
        (0x20, 10, 0, "darwin", False),
        (0, 0, 0, "darwin", False),
        (0, 10, 8, "darwin", False),
        (0, 10, 0, "linux", False),
    ],
)
def test_what_is_in_a_cloud_is_known_by_its_flags(
    flags: int, size: int, blocks: int, platform: str, away: bool
) -> None:
    status = cast(os.stat_result, SimpleNamespace(st_flags=flags, st_size=size, st_blocks=blocks))
    assert in_cloud(status, platform) is away


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a disk that is mounted below the root")
def test_a_place_is_on_the_roots_own_disk_or_on_one_mounted_below_it() -> None:
    root = Source(SourceId(1), NewSource(SourceKind.FOLDER, "/"), False, "", None, "", 0)
    assert not FolderReader().holds(root, "proc/none.md")
    assert FolderReader().holds(root, "etc/none/none.md")
