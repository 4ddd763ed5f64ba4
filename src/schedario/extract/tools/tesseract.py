"""Runs Tesseract to read the text on a picture.

It runs in the group of the process that calls, on one thread: many make it slower on small machines. The parent counts
its memory and its time with those of the child.
"""

import io
import math
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from schedario.errors import OcrUnavailableError
from schedario.extract.reading_order import OcrLine, straighten
from schedario.extract.tools.lifetime import end_with_parent
from schedario.records.status import Finding, Health

if TYPE_CHECKING:
    from PIL.Image import Image

# Trained data is named by ISO 639-2; a code that is not here is taken as such a name itself.
_TRAINED = {
    "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "id": "ind",
    "it": "ita", "ja": "jpn", "ko": "kor", "lt": "lit", "lv": "lav", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por",
    "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr",
    "vi": "vie", "zh": "chi_sim",
}  # fmt: skip
# What finds out how a page is turned.
_ORIENTATION = "osd"
_WORD = "5"
_COLUMNS = 12
_LARGEST_SKEW = math.radians(20)
_QUARTER = math.pi / 2
# Of a line, in its own heights.
_LONG = 8
_INSTALL = "Install it (apt install tesseract-ocr, brew install tesseract), or set ocr_engine to auto"


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with its box on the picture, in pixels from the left upper corner, and its confidence, 0 to 1."""

    text: str
    confidence: float
    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2

    @property
    def line_height(self) -> float:
        return min(self.width, self.height)

    @property
    def corners(self) -> list[tuple[float, float]]:
        right, bottom = self.left + self.width, self.top + self.height
        return [(self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom)]


class Tesseract:
    """An ``OcrEngine`` over the installed program and its trained data."""

    def __init__(self, languages: Sequence[str], held: Sequence[str] = ()) -> None:
        self._languages = tuple(_TRAINED.get(code, code) for code in languages)
        self._held = tuple(_TRAINED.get(code, code) for code in held)

    @cached_property
    def name(self) -> str:
        """See ``OcrEngine``; the languages that are set are part of it, since they change what is read."""
        return f"{self._version} {'+'.join(self._languages)}"

    def read(self, picture: "Image") -> Sequence[OcrLine]:
        """See ``OcrEngine``; the program itself finds out how the page is turned."""
        content = io.BytesIO()
        picture.save(content, "PNG", compress_level=1)
        command = ["stdin", "stdout", "-l", self._trained, "--psm", "1", "tsv"]
        return tuple(_lines(_run(self._program, command, content.getvalue())))

    def check(self) -> Sequence[Finding]:
        """See ``OcrEngine``."""
        try:
            found = Finding("ocr", Health.OK, f"{self._version}, {self._trained} ({self._program})")
        except OcrUnavailableError as error:
            return (Finding("ocr", Health.MISSING, error.what, error.remedy),)
        lacking = [name for name in (*self._held, _ORIENTATION) if name not in self._installed]
        if not lacking:
            return (found,)
        detail = f"{found.detail}; trained data that is missing: {' '.join(lacking)}"
        return (Finding("ocr", Health.WARNING, detail, _install_data(lacking)),)

    @cached_property
    def _program(self) -> Path:
        found = shutil.which("tesseract")
        if found is None:
            raise OcrUnavailableError("Tesseract is chosen for OCR, and is not installed", remedy=_INSTALL)
        return Path(found)

    @cached_property
    def _version(self) -> str:
        return _run(self._program, ["--version"]).split("\n", 1)[0].strip()

    @cached_property
    def _installed(self) -> frozenset[str]:
        # The first line says where they lie.
        return frozenset(_run(self._program, ["--list-langs"]).split("\n")[1:]) - {""}

    @cached_property
    def _trained(self) -> str:
        """The names of the trained data in use, as the program takes them."""
        missing = [name for name in self._languages if name not in self._installed]
        if missing:
            raise OcrUnavailableError(
                f"Tesseract has no trained data for {' '.join(missing)}", remedy=_install_data(missing)
            )
        held = [name for name in self._held if name in self._installed]
        return "+".join(dict.fromkeys([*self._languages, *held]))


def _install_data(names: Sequence[str]) -> str:
    packages = " ".join(f"tesseract-ocr-{name.replace('_', '-')}" for name in names)
    return f"Install it (apt install {packages}, brew install tesseract-lang), or change ocr_languages"


def _run(program: Path, arguments: Sequence[str], content: bytes = b"") -> str:
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(
            [str(program), *arguments], input=content, capture_output=True, env=environment, preexec_fn=end_with_parent
        )
    except OSError as error:
        raise OcrUnavailableError(f"Tesseract cannot be started ({error})", remedy=_INSTALL) from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[-1]
        raise OcrUnavailableError(
            f"Tesseract failed (exit status {done.returncode}: {said})", remedy="Run schedario doctor"
        )
    return done.stdout.decode("utf-8", "replace")


def _lines(table: str) -> Iterator[OcrLine]:
    """Make lines of the program's table of words, turned upright."""
    lines = list(_words_by_line(table))
    angle = _angle(lines)
    for words in lines:
        boxes = [straighten(word.corners, angle) for word in words]
        letters = sum(len(word.text) for word in words)
        yield OcrLine(
            text=" ".join(word.text for word in words),
            confidence=sum(word.confidence * len(word.text) for word in words) / letters,
            left=min(box[0] for box in boxes),
            top=min(box[1] for box in boxes),
            right=max(box[2] for box in boxes),
            bottom=max(box[3] for box in boxes),
        )


def _words_by_line(table: str) -> Iterator[list[_Word]]:
    by_line: dict[tuple[str, ...], list[_Word]] = {}
    for row in table.split("\n"):
        cells = row.split("\t", _COLUMNS - 1)
        if len(cells) < _COLUMNS or cells[0] != _WORD or not cells[-1].strip():
            continue
        left, top, width, height, confidence = map(float, cells[6:11])
        word = _Word(cells[-1].strip(), confidence / 100, left, top, width, height)
        by_line.setdefault(tuple(cells[1:5]), []).append(word)
    yield from by_line.values()


def _angle(lines: Sequence[Sequence[_Word]]) -> float:
    """Return how lines run, in radians: by quarter turns as most of them do, and the slight skew of the long ones."""
    ends = [(words[0], words[-1]) for words in lines if len(words) > 1]
    if not ends:
        return 0.0
    quarter, _ = Counter(round(_direction(*pair) / _QUARTER) % 4 for pair in ends).most_common(1)[0]
    # Words with and without tall letters have other middles, which counts in a short line.
    long = [pair for pair in ends if math.dist(pair[0].centre, pair[1].centre) > _LONG * pair[0].line_height]
    skews = [math.remainder(_direction(*pair) - quarter * _QUARTER, math.tau) for pair in long]
    slight = [skew for skew in skews if abs(skew) < _LARGEST_SKEW]
    return quarter * _QUARTER + (median(slight) if slight else 0.0)


def _direction(first: _Word, last: _Word) -> float:
    (x, y), (to_x, to_y) = first.centre, last.centre
    return math.atan2(to_y - y, to_x - x)
