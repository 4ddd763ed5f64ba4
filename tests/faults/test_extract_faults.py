"""Whatever a file does to the child, the parent goes on and the file's own entry says why."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from fixtures.misbehaving import MISBEHAVING
from schedario.errors import (
    ExtractionCrashedError,
    FileEmptyError,
    FileError,
    FileUnreadableError,
    FormatUnsupportedError,
    LimitExceededError,
)
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor

LIMITS = ExtractionLimits(page_seconds=1.5, file_seconds=3.0, memory_bytes=200 << 20)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


@pytest.fixture
def extractor(root: Path) -> Iterator[ChildExtractor]:
    made = ChildExtractor(LIMITS, temporary_root=root, child_command=MISBEHAVING)
    yield made
    made.close()


@pytest.fixture
def order(tmp_path: Path) -> Callable[[str], Path]:
    """Write a file that tells the child what to do."""

    def write(what: str) -> Path:
        path = tmp_path / f"{what}.txt"
        path.write_text(what)
        return path

    return write


@pytest.mark.parametrize(
    ("what", "error", "words"),
    [
        ("hang", LimitExceededError, "max_page_seconds=1.5"),
        ("hang with progress", LimitExceededError, "max_file_seconds=3 "),
        ("grow", LimitExceededError, "max_memory_mb=200"),
        ("run a program that grows", LimitExceededError, "max_memory_mb=200 .* in use"),
        ("no memory", LimitExceededError, "max_memory_mb=200"),
        ("abort", ExtractionCrashedError, "SIGABRT"),
        ("be killed", ExtractionCrashedError, "SIGKILL"),
        ("exit", ExtractionCrashedError, "exit status 0"),
    ],
)
def test_a_file_that_harms_the_child_gets_a_reason_and_the_next_file_is_read(
    extractor: ChildExtractor, order: Callable[[str], Path], what: str, error: type[FileError], words: str
) -> None:
    with pytest.raises(error, match=words) as caught:
        extractor.extract(order(what))
    assert caught.value.subject == str(order(what))
    assert extractor.extract(order("plain text")).pages[0].blocks[0].text == "plain text"


def test_what_a_library_prints_does_not_reach_the_protocol(
    extractor: ChildExtractor, order: Callable[[str], Path]
) -> None:
    assert extractor.extract(order("speak")).pages[0].blocks[0].text == "speak"
    assert extractor.extract(order("again")).pages[0].blocks[0].text == "again"


def test_what_a_file_leaves_behind_is_removed_before_the_next(
    extractor: ChildExtractor, order: Callable[[str], Path], root: Path
) -> None:
    extractor.extract(order("litter"))
    (folder,) = root.iterdir()
    assert list(folder.iterdir()) == []


def test_closing_ends_the_child_and_removes_its_folder(
    extractor: ChildExtractor, order: Callable[[str], Path], root: Path
) -> None:
    extractor.extract(order("plain"))
    children = _children(root)
    extractor.close()
    extractor.close()
    assert list(root.iterdir()) == []
    assert not any(child.is_running() for child in children)


def test_one_child_serves_many_files(extractor: ChildExtractor, order: Callable[[str], Path], root: Path) -> None:
    extractor.extract(order("one"))
    (before,) = _children(root)
    extractor.extract(order("two"))
    assert _children(root) == [before]


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"RIFF\x00\x00\x00\x00AVI ", FormatUnsupportedError), (b"", FileEmptyError), (None, FileUnreadableError)],
)
def test_a_refusal_at_the_door_keeps_the_child(
    extractor: ChildExtractor,
    order: Callable[[str], Path],
    root: Path,
    tmp_path: Path,
    content: bytes | None,
    error: type[FileError],
) -> None:
    refused = tmp_path / "refused"
    if content is not None:
        refused.write_bytes(content)
    extractor.extract(order("one"))
    (before,) = _children(root)
    with pytest.raises(error):
        extractor.extract(refused)
    assert _children(root) == [before]


def test_a_fresh_child_follows_after_so_many_files(root: Path, order: Callable[[str], Path]) -> None:
    extractor = ChildExtractor(LIMITS, temporary_root=root, child_command=MISBEHAVING, files_per_child=2)
    try:
        extractor.extract(order("one"))
        (first,) = _children(root)
        extractor.extract(order("two"))
        extractor.extract(order("three"))
        (second,) = _children(root)
    finally:
        extractor.close()
    assert first != second


def test_an_idle_child_that_was_killed_is_replaced(
    extractor: ChildExtractor, order: Callable[[str], Path], root: Path
) -> None:
    extractor.extract(order("one"))
    (child,) = _children(root)
    child.kill()
    _wait_until(lambda: child.status() == psutil.STATUS_ZOMBIE or not child.is_running())
    assert extractor.extract(order("two")).pages[0].blocks[0].text == "two"


def test_a_killed_parent_leaves_no_child_and_the_next_start_removes_its_folder(
    root: Path, order: Callable[[str], Path]
) -> None:
    script = (
        "import sys, pathlib; from schedario.extract.supervisor import ChildExtractor;"
        "extractor = ChildExtractor(temporary_root=pathlib.Path(sys.argv[1]), child_command=sys.argv[3:]);"
        "extractor.extract(pathlib.Path(sys.argv[2]))"
    )
    source = str(Path(__file__).resolve().parents[2] / "src")
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(root), str(order("hang")), *MISBEHAVING],
        env=os.environ | {"PYTHONPATH": source},
    )
    children: list[psutil.Process] = []
    try:
        _wait_until(lambda: bool(psutil.Process(parent.pid).children()))
        children = psutil.Process(parent.pid).children()
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    _wait_until(lambda: not any(child.is_running() and child.status() != "zombie" for child in children))
    (stale,) = root.iterdir()

    fresh = ChildExtractor(LIMITS, temporary_root=root)
    try:
        fresh.extract(order("plain"))
        assert not stale.exists()
    finally:
        fresh.close()


def test_a_child_that_cannot_be_started_is_said_so(root: Path, order: Callable[[str], Path]) -> None:
    extractor = ChildExtractor(LIMITS, temporary_root=root, child_command=("/no/such/program",))
    try:
        with pytest.raises(ExtractionCrashedError, match="cannot be started"):
            extractor.extract(order("plain"))
        assert [finding.health for finding in extractor.check()] == ["missing"]
    finally:
        extractor.close()


def test_the_check_starts_a_child_and_loads_its_ocr_engine(root: Path) -> None:
    extractor = ChildExtractor(temporary_root=root)
    try:
        *needed, office = extractor.check()
        assert [(finding.part, finding.health) for finding in needed] == [("extraction", "ok"), ("ocr", "ok")]
        # Whether it is installed is the machine's; that it is looked for is ours.
        assert office.part == "libreoffice"
    finally:
        extractor.close()


def _children(root: Path) -> list[psutil.Process]:
    """Return this process's children that work below a folder; other tests may have children too."""
    return [child for child in psutil.Process().children() if Path(child.cwd()).is_relative_to(root)]


def _wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
