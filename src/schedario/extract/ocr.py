"""Reads the text on pictures: what an engine promises, how it is asked, and which one is used."""

import importlib.util
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, cast

from schedario.extract.reading_order import OcrLine
from schedario.records.status import Finding

if TYPE_CHECKING:
    from PIL.Image import Image

EngineName = Literal["rapidocr", "tesseract", "vision"]


class OcrEngine(Protocol):
    """Reads the lines of text on a picture."""

    @property
    def name(self) -> str:
        """Name and version: what another name read may differ."""
        ...

    def read(self, picture: "Image") -> Sequence[OcrLine]:
        """Read a picture whichever way it was turned; the way is decided once for the whole page.

        Returns:
            The lines in no order, as they lie when the page is upright; empty when the picture has no text.

        Raises:
            OcrUnavailableError: The engine cannot be used.
        """
        ...

    def check(self) -> Sequence[Finding]:
        """Say whether the engine can be used, by which version and for which languages."""
        ...


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """How pictures are read.

    Attributes:
        engine: Which engine reads them.
        languages: ISO 639-1 codes, most important first, that the engine must know.
        held: Codes of what the archive holds besides; an engine that does not know one reads without it.
    """

    engine: EngineName = "rapidocr"
    languages: tuple[str, ...] = ("it", "en")
    held: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        """What a text that was read depends on; what the archive holds is left out, since it changes at every turn."""
        return self.engine if self.engine == "rapidocr" else f"{self.engine} {' '.join(self.languages)}"


def engine_name(setting: str) -> EngineName:
    """Return the engine that a setting means: ``auto`` is Apple Vision where it can be had, else RapidOCR."""
    if setting != "auto":
        return cast(EngineName, setting)
    has_vision = sys.platform == "darwin" and importlib.util.find_spec("ocrmac") is not None
    return "vision" if has_vision else "rapidocr"


def make_engine(options: OcrOptions) -> OcrEngine:
    """Make the engine that is asked for and no other; it is loaded when first used."""
    match options.engine:
        case "rapidocr":
            from schedario.extract.ocr_rapid import RapidOcr

            return RapidOcr()
        case "tesseract":
            from schedario.extract.tools.tesseract import Tesseract

            return Tesseract(options.languages, options.held)
        case "vision":
            from schedario.extract.ocr_vision import AppleVision

            return AppleVision(options.languages, options.held)
