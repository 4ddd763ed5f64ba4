"""Apple Vision, by ocrmac: the engine of macOS, at its accurate level, where it corrects by the languages named."""

import importlib.metadata
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from schedario.errors import OcrUnavailableError
from schedario.extract.reading_order import OcrLine
from schedario.records.status import Finding, Health

if TYPE_CHECKING:
    from PIL.Image import Image

# Below this share of certainty the page may stand on its side or its head.
_SURE = 0.5
_TALL = 1.5
_FEWEST_LETTERS = 3
_INSTALL = "On macOS install ocrmac (pip install ocrmac); elsewhere set ocr_engine to auto"


class AppleVision:
    """An ``OcrEngine`` over the text recognition of macOS."""

    def __init__(self, languages: Sequence[str], held: Sequence[str] = ()) -> None:
        self._wanted = tuple(languages)
        self._held = tuple(held)

    @cached_property
    def name(self) -> str:
        """See ``OcrEngine``; the languages that are set are part of it, since they change what is read."""
        return f"{self._version} {' '.join(self._wanted)}"

    def read(self, picture: "Image") -> Sequence[OcrLine]:
        """See ``OcrEngine``; a page that reads badly is turned, and the turn that reads best is taken."""
        from PIL.Image import Transpose

        upright = self._lines(picture)
        if _certainty(upright) >= _SURE:
            return upright
        turns = (Transpose.ROTATE_90, Transpose.ROTATE_180, Transpose.ROTATE_270)
        return max([upright, *(self._lines(picture.transpose(turn)) for turn in turns)], key=_weight)

    def check(self) -> Sequence[Finding]:
        """See ``OcrEngine``."""
        try:
            languages = " ".join(self._languages)
            detail = f"Apple Vision by {self._version}, {languages}"
        except OcrUnavailableError as error:
            return (Finding("ocr", Health.MISSING, error.what, error.remedy),)
        lacking = [code for code in self._held if not self._known(code)]
        if not lacking:
            return (Finding("ocr", Health.OK, detail),)
        return (Finding("ocr", Health.WARNING, f"{detail}; it does not know {' '.join(lacking)}"),)

    @cached_property
    def _library(self) -> Any:
        try:
            from ocrmac import ocrmac
        except ImportError as error:
            raise _unusable(error) from error
        return ocrmac

    @cached_property
    def _version(self) -> str:
        try:
            return f"ocrmac {importlib.metadata.version('ocrmac')}"
        except importlib.metadata.PackageNotFoundError as error:
            raise _unusable(error) from error

    @cached_property
    def _tags(self) -> tuple[str, ...]:
        """The languages that this macOS knows, as BCP 47 tags: "it-IT", "zh-Hans"."""
        request = self._library.Vision.VNRecognizeTextRequest.alloc().init()
        return tuple(map(str, request.supportedRecognitionLanguagesAndReturnError_(None)[0]))

    @cached_property
    def _languages(self) -> list[str]:
        missing = [code for code in self._wanted if not self._known(code)]
        if missing:
            raise OcrUnavailableError(
                f"Apple Vision does not know {' '.join(missing)} on this macOS",
                remedy="Take it out of ocr_languages, or set ocr_engine to rapidocr",
            )
        codes = dict.fromkeys([*self._wanted, *self._held])
        return [tag for code in codes for tag in self._known(code)]

    def _known(self, code: str) -> list[str]:
        return [tag for tag in self._tags if tag.split("-")[0] == code]

    def _lines(self, picture: "Image") -> tuple[OcrLine, ...]:
        engine = self._library.OCR(picture, recognition_level="accurate", language_preference=self._languages)
        return tuple(
            OcrLine(str(text).strip(), float(confidence), *map(float, box))
            for text, confidence, box in engine.recognize(px=True)
            if str(text).strip()
        )


def _unusable(error: ImportError) -> OcrUnavailableError:
    return OcrUnavailableError(f"Apple Vision is chosen for OCR, and cannot be used ({error})", remedy=_INSTALL)


def _weight(lines: Sequence[OcrLine]) -> float:
    """Sum up letters by confidence; lines that stand on end count nothing."""
    return sum(line.confidence * len(line.text) for line in lines if not _on_end(line))


def _certainty(lines: Sequence[OcrLine]) -> float:
    letters = sum(len(line.text) for line in lines)
    return _weight(lines) / letters if letters else 0.0


def _on_end(line: OcrLine) -> bool:
    return len(line.text) >= _FEWEST_LETTERS and line.height > _TALL * (line.right - line.left)
