"""The child process: ``python -m schedario.extract.child``. Reads one file after the other until its stdin closes."""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import threading
import time
from pathlib import Path
from typing import IO

from schedario.errors import FileEmptyError, FileError
from schedario.extract.drawn import DrawnPictures
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits, beyond
from schedario.extract.ocr import OcrEngine, make_engine
from schedario.extract.opened import OpenedContainers
from schedario.extract.protocol import (
    Checked,
    CheckRequest,
    Done,
    Drawn,
    DrawnPage,
    DrawRequest,
    ExtractRequest,
    Failed,
    Hello,
    Message,
    PageRequest,
    PictureAnswer,
    PictureQuestion,
    Progress,
    Request,
    SeenAnswer,
    SeenQuestion,
    read_message,
    write_message,
)
from schedario.extract.registry import draw_member, read_member
from schedario.extract.tools import soffice
from schedario.records.extraction import PictureReading
from schedario.records.picture import VisionReading

_NICENESS = 10
_PR_SET_PDEATHSIG = 1
_PARENT_WATCH_SECONDS = 0.5
# Libraries reserve far more addresses than they use; this only stops an allocation that the parent's watch, which
# looks every few milliseconds, would be too late for.
_ADDRESS_ROOM_BYTES = 4 << 30
_ADDRESSES_PER_BYTE = 2
_PROGRESS_EVERY_SECONDS = 0.1


def main() -> None:
    """Serve requests until stdin closes."""
    requests, answers = _protocol_streams()
    _die_with_parent(os.getppid())
    os.nice(_NICENESS)
    hello = read_message(requests)
    if not isinstance(hello, Hello):
        raise SystemExit(2)
    _limit_addresses(hello.limits)
    write_message(answers, Progress())
    ocr, opened = make_engine(hello.ocr), OpenedContainers()
    while (request := read_message(requests)) is not None:
        write_message(answers, _answer(request, hello.limits, ocr, opened, _Parent(requests, answers)))


def _protocol_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Keep stdin and stdout for the protocol, so that what a library prints or asks for cannot reach it."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return os.fdopen(requests, "rb"), os.fdopen(answers, "wb")


def _die_with_parent(parent: int) -> None:
    """See to it that no child is left behind when the parent is killed."""
    if sys.platform == "linux":
        # By the kernel: it works even while a library holds the interpreter's lock.
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    threading.Thread(target=_watch_parent, args=(parent,), daemon=True).start()


def _watch_parent(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_WATCH_SECONDS)
    if os.getpgrp() == os.getpid():
        # The group is this child with the programs that it runs, which must not outlive it.
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def _limit_addresses(limits: ExtractionLimits) -> None:
    most = limits.memory_bytes * _ADDRESSES_PER_BYTE + _ADDRESS_ROOM_BYTES
    # Not every system has this limit; the parent's watch is the one that counts.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    # A core file of a crashed child would hold the text of a private document.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(
    request: Message, limits: ExtractionLimits, ocr: OcrEngine, opened: OpenedContainers, parent: "_Parent"
) -> Message:
    match request:
        case ExtractRequest() | DrawRequest() | PageRequest():
            try:
                return _done(request, limits, ocr, opened, parent)
            except FileError as error:
                return Failed(error)
            except MemoryError:
                return Failed(beyond("memory_bytes", limits.memory_bytes, "no memory left", Path(request.path)))
        case CheckRequest():
            return Checked((*ocr.check(), soffice.check()))
        case _:
            raise SystemExit(2)


def _done(
    request: Request, limits: ExtractionLimits, ocr: OcrEngine, opened: OpenedContainers, parent: "_Parent"
) -> Message:
    path, keys = Path(request.path), request.members
    match request:
        case ExtractRequest():
            pictures = Pictures(limits, ocr, parent.progress, parent.reading, parent.seen)
            return Done(read_member(path, keys, limits, ocr, parent.progress, pictures=pictures, opened=opened))
        case DrawRequest(wanted=wanted):
            drawn = DrawnPictures(limits, wanted, parent.progress)
            # Without what OCR reads on it, a file may hold no text at all.
            with contextlib.suppress(FileEmptyError):
                read_member(path, keys, limits, drawn.engine, parent.progress, pictures=drawn, opened=opened)
            return Drawn(drawn.taken)
        case PageRequest(page=page, width=width):
            return DrawnPage(draw_member(path, keys, page, width, limits, ocr, opened))


class _Parent:
    """What is said to the parent, and asked of it, while a file is read."""

    def __init__(self, requests: IO[bytes], answers: IO[bytes]) -> None:
        self._requests = requests
        self._answers = answers
        self._last = 0.0

    def reading(self, sha256: str, engine: str) -> PictureReading | None:
        """Ask what an engine read on a picture before."""
        write_message(self._answers, PictureQuestion(sha256, engine))
        match read_message(self._requests):
            case PictureAnswer(reading):
                return reading
            case _:
                raise SystemExit(2)

    def seen(self, sha256: str) -> VisionReading | None:
        """Ask what a model made of a picture or page."""
        write_message(self._answers, SeenQuestion(sha256))
        match read_message(self._requests):
            case SeenAnswer(reading):
                return reading
            case _:
                raise SystemExit(2)

    def progress(self) -> None:
        """Tell of progress, but not more often than the parent looks."""
        now = time.monotonic()
        if now - self._last >= _PROGRESS_EVERY_SECONDS:
            self._last = now
            write_message(self._answers, Progress())


if __name__ == "__main__":
    main()
