"""What is committed on a branch of a repository, by the ``git`` program; the working copy is never looked at.

A repository may be another person's: nothing in it may run a program or reach the network. Only ``rev-parse``,
``ls-tree`` and ``cat-file`` are called, which run no hooks and no filters, without the system's and the user's
configuration.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePosixPath

from schedario.errors import SourceError
from schedario.records.hidden import is_hidden
from schedario.records.source import NewSource, SeenFile, Source, SourceScan
from schedario.sources.globs import Glob, matches, read_globs

_SECONDS = 300
_FILE_MODES = frozenset({b"100644", b"100755", b"100664"})
_LFS_MARK = b"version https://git-lfs.github.com/spec/"
_MOST_LFS_BYTES = 1024
_CONFIGURATION = (
    "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}",
    "-c", "protocol.allow=never", "-c", "core.sshCommand=false", "-c", "core.pager=cat",
)  # fmt: skip
_ENVIRONMENT = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_BRANCH = re.compile(r"(?!-)[^\s~^:?*\[\\\x00-\x1f\x7f]+(?<!/)(?<!\.lock)")


class GitFailedError(Exception):
    """The ``git`` program did not do what it was asked; the message is its last line."""


@dataclass(frozen=True, slots=True)
class GitReader:
    """Scans branches of repositories (``ports.SourceReader``).

    Attributes:
        max_bytes: Size beyond which a file's bytes are not taken out, since nobody would read them.
    """

    max_bytes: int

    def check(self, source: NewSource) -> None:
        """Refuse what is no repository, a branch that is not in it, and globs that cannot be read.

        Raises:
            SourceError: It is.
        """
        read_globs(source.include)
        read_globs(source.exclude)
        if not shutil.which("git"):
            raise SourceError("the program git is not installed", subject=source.root, remedy="Install it")
        if not os.path.isdir(source.root):
            raise SourceError("no such folder", subject=source.root, remedy="Check the spelling")
        if not _BRANCH.fullmatch(source.branch) or ".." in source.branch:
            raise SourceError("a branch cannot have this name", subject=source.branch)
        try:
            _commit(source)
        except GitFailedError as error:
            raise SourceError(
                f"the branch cannot be read ({error})", subject=source.name, remedy="Check both"
            ) from error

    def scan(self, source: Source) -> SourceScan:
        """Return every file that is committed on the branch and wanted."""
        given = source.given
        if not os.path.isdir(given.root):
            return SourceScan("", problem="the repository is not there; nothing was removed")
        try:
            commit, _ = _commit(given)
            listed = _git(given.root, "ls-tree", "-r", "-z", "-l", "--full-tree", commit)
            files = tuple(_wanted(listed, read_globs(given.include), read_globs(given.exclude)))
            pointers = _pointers(given.root, files)
        except GitFailedError as error:
            return SourceScan("", problem=f"the branch cannot be read ({error}); nothing was removed")
        # One repository at one place: that its history is another one now is what people do to branches.
        return SourceScan("git", tuple(_marked(file, pointers) for file in files))

    @contextmanager
    def on_disk(self, source: Source, file: SeenFile) -> Iterator[str]:
        """Take a file's bytes out of the repository, into a folder that nobody else can read."""
        with tempfile.TemporaryDirectory(prefix="schedario-git-") as folder:
            place = os.path.join(os.path.realpath(folder), os.path.basename(file.path))
            try:
                _, committed = _commit(source.given)
                content = _git(source.given.root, "cat-file", "blob", file.version) if self._fits(file) else b""
            except GitFailedError:
                # Whoever opens it will say that it is not there.
                yield place
                return
            with open(place, "wb") as written:
                written.write(content)
                # One that is too large is as long as it is, and holds nothing.
                written.truncate(file.size_bytes)
            os.utime(place, (committed, committed))
            yield place

    def is_there(self, source: Source, file: SeenFile) -> bool:
        """Tell whether the branch still has these bytes under that name."""
        try:
            commit, _ = _commit(source.given)
            named = _git(source.given.root, "rev-parse", "--verify", "--end-of-options", f"{commit}:{file.path}")
        except GitFailedError:
            return False
        return named.decode().split()[-1] == file.version

    def holds(self, source: Source, file: str) -> bool:
        """All files of a branch lie in its repository."""
        return True

    def _fits(self, file: SeenFile) -> bool:
        return file.size_bytes <= self.max_bytes


def _commit(source: NewSource) -> tuple[str, int]:
    """Return the commit at the head of a branch, and its time in seconds."""
    for kind in ("heads", "remotes"):
        name = f"refs/{kind}/{source.branch}^{{commit}}"
        try:
            commit = (
                _git(source.root, "rev-parse", "--verify", "--quiet", "--end-of-options", name).decode().split()[-1]
            )
        except GitFailedError:
            continue
        head = _git(source.root, "cat-file", "commit", commit)
        found = re.search(rb"^committer .* (\d+) [+-]\d{4}$", head, re.M)
        return commit, int(found[1]) if found else 0
    raise GitFailedError(f"no branch {source.branch}")


def _wanted(listed: bytes, include: Sequence[Glob], exclude: Sequence[Glob]) -> Iterator[SeenFile]:
    for line in filter(None, listed.split(b"\0")):
        facts, _, name = line.partition(b"\t")
        mode, kind, blob, size = facts.split()
        path = os.fsdecode(name)
        # Links and submodules have other modes; a hostile tree may hold names that lead out.
        if mode in _FILE_MODES and kind == b"blob" and _is_plain(path) and _is_taken(path, include, exclude):
            yield SeenFile(path, int(size), blob.decode())


def _is_plain(path: str) -> bool:
    return not path.startswith("/") and not any(part in {"", ".", ".."} for part in path.split("/"))


def _is_taken(path: str, include: Sequence[Glob], exclude: Sequence[Glob]) -> bool:
    folders = [str(folder) for folder in reversed(PurePosixPath(path).parents)][1:]
    if is_hidden(path) or any(matches(exclude, folder, folder=True) for folder in folders):
        return False
    if matches(exclude, path, folder=False):
        return False
    within = any(matches(include, folder, folder=True) for folder in folders)
    return not include or within or matches(include, path, folder=False)


def _pointers(root: str, files: Sequence[SeenFile]) -> frozenset[str]:
    """Return the blobs that only say where Git LFS keeps a file's bytes."""
    small = sorted({file.version for file in files if len(_LFS_MARK) < file.size_bytes < _MOST_LFS_BYTES})
    if not small:
        return frozenset()
    out = _git(root, "cat-file", "--batch", given="\n".join(small).encode() + b"\n")
    found: set[str] = set()
    at = 0
    for blob in small:
        end = out.index(b"\n", at)
        size = int(out[at:end].split()[2])
        if out.startswith(_LFS_MARK, end + 1):
            found.add(blob)
        at = end + 1 + size + 1
    return frozenset(found)


def _marked(file: SeenFile, pointers: frozenset[str]) -> SeenFile:
    return SeenFile(file.path, file.size_bytes, file.version, in_cloud=True) if file.version in pointers else file


def _git(root: str, *arguments: str, given: bytes = b"") -> bytes:
    """Run git in a repository and return what it says.

    Raises:
        GitFailedError: It could not.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _ENVIRONMENT
    try:
        done = subprocess.run(
            ["git", *_CONFIGURATION, "-C", root, *arguments],
            input=given, capture_output=True, check=False, env=environment, timeout=_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise GitFailedError(str(error)) from error
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise GitFailedError(said[-1] if said else f"git ended with {done.returncode}")
    return done.stdout
