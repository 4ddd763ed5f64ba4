"""Globs match what git's own matcher ignores."""

import subprocess
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import pytest

from schedario.errors import SourceError
from schedario.sources.globs import matches, read_globs

PATHS = (
    "a.log", "deep/a.log", "deep/deeper/a.log", "a.txt", "deep/a.txt", "build/out.txt", "deep/build/out.txt",
    "build.txt",
    "docs/one.md", "docs/two/three.md", "docs/two/four.txt",
    "two/three.md", "foo/bar", "foo/x/bar", "foo/x/y/bar",
    "a1", "a2", "aa", "a-", "sp ace.txt", "star*.txt", "starry.txt", "#hash", "!bang", "[x].txt", "x.txt", "Ünïcode.md",
)  # fmt: skip
PATTERNS: tuple[tuple[str, ...], ...] = (
    ("*.log",),
    ("/*.log",),
    ("deep/*.log",),
    ("build",),
    ("build/",),
    ("/build/",),
    ("docs/**",),
    ("docs/**/*.md",),
    ("**/two",),
    ("**/three.md",),
    ("foo/**/bar",),
    ("foo/*/bar",),
    ("a?",),
    ("a[0-9]",),
    ("a[!0-9]",),
    ("a[^a-]",),
    ("a[]a]",),
    ("*", "!*.md", "!*/"),
    ("*.txt", "!a.txt"),
    ("sp ace.txt",),
    ("star\\*.txt",),
    ("\\#hash", "\\!bang"),
    ("\\[x\\].txt",),
    ("# a comment", "", "*.md  "),
    ("Ünï*.md",),
    ("**",),
    ("do*cs/*",),
)


def ignored_by_git(folder: Path, patterns: Sequence[str]) -> set[str]:
    (folder / ".gitignore").write_text("\n".join(patterns), encoding="utf-8")
    names = "\0".join(PATHS).encode()
    found = subprocess.run(["git", "check-ignore", "-z", "--no-index", "--stdin"], cwd=folder, input=names,
                           stdout=subprocess.PIPE, check=False)  # fmt: skip
    return {name for name in found.stdout.decode().split("\0") if name}


def ignored(patterns: tuple[str, ...], path: str) -> bool:
    """Walk down as a scan does: what lies in a folder that matches is left out with it."""
    globs = read_globs(patterns)
    above = [str(folder) for folder in reversed(PurePosixPath(path).parents)][1:]
    return any(matches(globs, folder, folder=True) for folder in above) or matches(globs, path, folder=False)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for path in PATHS:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    return folder


@pytest.mark.parametrize("patterns", PATTERNS, ids=" ".join)
def test_globs_match_what_git_ignores(repository: Path, patterns: tuple[str, ...]) -> None:
    assert {path for path in PATHS if ignored(patterns, path)} == ignored_by_git(repository, patterns)


def test_both_unicode_forms_of_a_name_match() -> None:
    globs = read_globs(("caffè.md",))
    assert matches(globs, "caffe\u0300.md", folder=False)
    assert matches(globs, "caff\u00e8.md", folder=False)


@pytest.mark.parametrize("line", ["a[bc", "end\\"])
def test_a_glob_that_is_not_complete_is_refused(line: str) -> None:
    with pytest.raises(SourceError, match="the glob is not complete"):
        read_globs((line,))
