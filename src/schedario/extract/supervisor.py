"""Reads files in a child process and watches it: a file can cost its own entry, never the run."""

import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from schedario.errors import (
    ExtractionCrashedError,
    FileEmptyError,
    FileUnreadableError,
    FormatUnsupportedError,
    PasswordNeededError,
    StoppedError,
)
from schedario.extract.limits import ExtractionLimits, beyond, megabytes
from schedario.extract.ocr import OcrOptions
from schedario.extract.process import CHILD_COMMAND, ChildClosedError, ChildProcess
from schedario.extract.protocol import (
    Checked,
    CheckRequest,
    Done,
    Drawn,
    DrawnPage,
    DrawRequest,
    ExtractRequest,
    Failed,
    PageRequest,
    PictureAnswer,
    PictureQuestion,
    Progress,
    Request,
    SeenAnswer,
    SeenQuestion,
)
from schedario.extract.workspace import Workspace, remove_stale
from schedario.ports import PictureTexts
from schedario.records.extraction import Extraction
from schedario.records.picture import DrawnImage
from schedario.records.status import Finding, Health

Given = TypeVar("Given", Done, Drawn, DrawnPage)
"""What a child gives for a request."""

_LOOK_SECONDS = 0.05
_CHECK_SECONDS = 60.0
# Libraries leak a little with every file; a start costs a quarter of a second.
_FILES_PER_CHILD = 200
# A child that keeps this share of the limit after a file would take the next file over it.
_KEPT_SHARE = 0.6
# Refusals at the door: no library was harmed, and a folder of films must not cost a start each.
_HARMLESS = (FileEmptyError, FileUnreadableError, FormatUnsupportedError, PasswordNeededError)


class ChildExtractor:
    """An ``Extractor`` that is safe against any file.

    One child serves many files, one at a time; a fresh one follows every failure but a refusal at the door. A child
    that hangs, grows or dies ends as an error of the file that it was reading.
    """

    def __init__(
        self,
        limits: ExtractionLimits | None = None,
        *,
        ocr: Callable[[], OcrOptions] = OcrOptions,
        temporary_root: Path | None = None,
        child_command: Sequence[str] = CHILD_COMMAND,
        files_per_child: int = _FILES_PER_CHILD,
    ) -> None:
        """Prepare; nothing is started before the first file.

        Args:
            limits: What one file may cost.
            ocr: Says how pictures are read; asked whenever a child is started.
            temporary_root: Where the child's folder is made; the system's place for temporary files by default.
            child_command: What starts a child that speaks the protocol.
            files_per_child: After so many files a fresh child is started.
        """
        self._command = child_command
        self._files_per_child = files_per_child
        self._limits = limits or ExtractionLimits()
        self._ocr = ocr
        self._root = temporary_root or Path(tempfile.gettempdir())
        self._lock = threading.Lock()
        self._interrupted = threading.Event()
        self._workspace: Workspace | None = None
        self._child: ChildProcess | None = None
        self._last_path: Path | None = None

    def extract(self, path: Path, members: Sequence[str] = (), *, pictures: PictureTexts | None = None) -> Extraction:
        """Read a file, or a member of one, within the limits; what is known of its pictures is asked of ``pictures``.

        Args:
            path: The file on disk.
            members: Keys of the members to take out, each of the one before it; see ``Member``.
            pictures: What is known of pictures.

        Raises:
            FileError: One of its children says why the file could not be read.
            StoppedError: Somebody called ``interrupt``.
        """
        return self._answer(ExtractRequest(str(path.absolute()), tuple(members)), Done, pictures).extraction

    def draw(self, path: Path, members: Sequence[str], wanted: Sequence[str]) -> Sequence[DrawnImage]:
        """Take pictures and pages out of a file, or of a member of one, in a size that a model takes.

        Args:
            path: The file on disk.
            members: Keys of the members to take out, each of the one before it; see ``Member``.
            wanted: Hashes of the pictures and pages.

        Returns:
            Those that were found, each once.

        Raises:
            FileError: One of its children says why the file could not be read.
            StoppedError: Somebody called ``interrupt``.
        """
        return self._answer(DrawRequest(str(path.absolute()), tuple(members), tuple(wanted)), Drawn).images

    def draw_page(self, path: Path, members: Sequence[str], page: int, width: int) -> bytes:
        """Draw a page of a file, or of a member of one, as a JPEG; see ``PageDrawer``."""
        return self._answer(PageRequest(str(path.absolute()), tuple(members), page, width), DrawnPage).content

    def interrupt(self) -> None:
        """Let whoever is reading, or comes to read, end with ``StoppedError``; called from another thread."""
        self._interrupted.set()

    def check(self) -> Sequence[Finding]:
        """Start a child, which is the only proof that it can be started, and ask it for what it needs."""
        with self._lock:
            started = time.monotonic()
            try:
                child = self._ready_child()
                child.send(CheckRequest())
                findings = _checked(child, started + _CHECK_SECONDS)
            except (ChildClosedError, OSError) as error:
                self._end_child()
                remedy = "Install schedario anew in an empty environment"
                return (Finding("extraction", Health.MISSING, f"no child process answers ({error})", remedy),)
            seconds = time.monotonic() - started
        detail = f"a child process answers in {seconds:.1f} s; a file may take {megabytes(self._limits.memory_bytes)}"
        return (Finding("extraction", Health.OK, detail), *findings)

    def close(self) -> None:
        """End the child and remove its folder; the next file would start another."""
        with self._lock:
            self._end_child()
            if self._workspace:
                self._workspace.remove()
                self._workspace = None

    def _answer(self, request: Request, wanted: type[Given], pictures: PictureTexts | None = None) -> Given:
        with self._lock:
            try:
                answer = self._ask(request, wanted, pictures)
            except BaseException:
                # Whatever state the child is in now (even after Ctrl-C), the next file gets a fresh one.
                self._end_child()
                raise
            if isinstance(answer, Failed):
                if not isinstance(answer.error, _HARMLESS):
                    self._end_child()
                raise answer.error
            return answer

    def _ask(self, request: Request, wanted: type[Given], pictures: PictureTexts | None) -> Given | Failed:
        started, path = time.monotonic(), Path(request.path)
        try:
            child = self._ready_child()
            if path != self._last_path and self._workspace:
                self._workspace.clear()
            self._last_path = path
            child.send(request)
            answer = self._watch(child, path, wanted, started, pictures)
        except ChildClosedError as error:
            raise ExtractionCrashedError(
                f"the process that read the file died ({self._end_child()})",
                subject=str(path),
                remedy="Open it in its own program and save it again",
            ) from error
        except OSError as error:
            raise ExtractionCrashedError(
                f"the process that reads files cannot be started ({error})",
                subject=str(path),
                remedy="Run schedario doctor",
            ) from error
        self._after_file(child)
        return answer

    def _watch(
        self,
        child: ChildProcess,
        path: Path,
        wanted: type[Given],
        started: float,
        pictures: PictureTexts | None,
    ) -> Given | Failed:
        """Wait for the answer; the first limit that is reached ends the child.

        Raises:
            LimitExceededError: Time or memory ran out.
            StoppedError: Somebody called ``interrupt``.
            ChildClosedError: The child died.
        """
        limits = self._limits
        beat = looked = started
        while True:
            message = child.receive(_LOOK_SECONDS)
            if self._interrupted.is_set():
                raise StoppedError("reading was stopped", subject=str(path))
            now = time.monotonic()
            match message:
                case Failed():
                    return message
                case _ if isinstance(message, wanted):
                    return message
                case Progress():
                    beat = now
                case PictureQuestion(sha256, engine):
                    child.send(PictureAnswer(pictures.reading(sha256, engine) if pictures else None))
                case SeenQuestion(sha256):
                    child.send(SeenAnswer(pictures.vision(sha256) if pictures else None))
                case None:
                    pass
                case _:
                    raise ChildClosedError
            if now - beat > limits.page_seconds:
                raise beyond("page_seconds", limits.page_seconds, "no page was finished in time", path)
            if now - started > limits.file_seconds:
                raise beyond("file_seconds", limits.file_seconds, "the file took too long", path)
            if now - looked >= _LOOK_SECONDS:
                looked = now
                if (memory := child.memory_bytes()) > limits.memory_bytes:
                    raise beyond("memory_bytes", limits.memory_bytes, f"{megabytes(memory)} in use", path)

    def _ready_child(self) -> ChildProcess:
        """Return a child that can take a file; an idle one that died meanwhile is replaced."""
        if self._child and not self._child.alive():
            self._end_child()
        if self._child is None:
            if self._workspace is None:
                remove_stale(self._root)
                self._workspace = Workspace(self._root)
            self._child = ChildProcess(self._workspace.path, self._limits, self._ocr(), self._command)
        return self._child

    def _after_file(self, child: ChildProcess) -> None:
        """Empty the folder, and let go of a child that served long or kept much memory."""
        if self._workspace:
            self._workspace.clear(keep_containers=True)
        child.files_served += 1
        grown = child.memory_bytes() > _KEPT_SHARE * self._limits.memory_bytes
        if grown or child.files_served >= self._files_per_child:
            self._end_child()

    def _end_child(self) -> str:
        """End the child, if there is one, empty its folder, and say how it ended."""
        child, self._child = self._child, None
        how = child.end() if child else "it was not running"
        if self._workspace:
            self._workspace.clear()
        return how


def _checked(child: ChildProcess, deadline: float) -> tuple[Finding, ...]:
    while time.monotonic() < deadline:
        match child.receive(_LOOK_SECONDS):
            case Checked(findings):
                return findings
            case Progress() | None:
                continue
            case _:
                raise ChildClosedError("an answer that was not asked for")
    raise ChildClosedError(f"no answer in {_CHECK_SECONDS:.0f} s")
