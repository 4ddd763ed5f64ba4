"""Which OCR engine is used, what becomes of a picture, and what Apple Vision is asked and answers."""

import importlib.machinery
import importlib.metadata
import sys
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from schedario.errors import OcrUnavailableError
from schedario.extract.ocr import OcrOptions, engine_name, make_engine
from schedario.extract.ocr_rapid import RapidOcr
from schedario.extract.ocr_vision import AppleVision
from schedario.extract.picture import picture_page
from schedario.extract.reading_order import OcrLine
from schedario.extract.tools.tesseract import Tesseract
from schedario.records.extraction import Origin
from schedario.records.status import Finding, Health

PAGE = Image.radial_gradient("L").resize((400, 100))


class FixedEngine:
    """Finds the same lines on every picture."""

    name = "fixed 1"

    def __init__(self, lines: Sequence[OcrLine]) -> None:
        self._lines = lines

    def read(self, picture: Image.Image) -> Sequence[OcrLine]:
        return self._lines

    def check(self) -> Sequence[Finding]:
        return ()


def test_each_name_makes_its_engine() -> None:
    made = [type(make_engine(OcrOptions(name))) for name in ("rapidocr", "tesseract", "vision")]
    assert made == [RapidOcr, Tesseract, AppleVision]


@pytest.mark.parametrize(
    ("platform", "installed", "expected"),
    [("darwin", True, "vision"), ("darwin", False, "rapidocr"), ("linux", True, "rapidocr")],
)
def test_auto_is_vision_on_macos_when_it_can_be_had(
    monkeypatch: pytest.MonkeyPatch, platform: str, installed: bool, expected: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    module = ModuleType("ocrmac")
    module.__spec__ = importlib.machinery.ModuleSpec("ocrmac", None)
    monkeypatch.setitem(sys.modules, "ocrmac", module if installed else None)
    if not installed:
        monkeypatch.delitem(sys.modules, "ocrmac")
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert engine_name("auto") == expected
    assert engine_name("tesseract") == "tesseract"


def test_languages_count_only_for_engines_that_heed_them() -> None:
    assert OcrOptions("rapidocr", ("it",)).rules == OcrOptions("rapidocr", ("de",)).rules
    assert OcrOptions("tesseract", ("it",)).rules != OcrOptions("tesseract", ("de",)).rules
    assert OcrOptions("vision", ("it",), ("fr",)).rules == OcrOptions("vision", ("it",)).rules


def test_a_page_keeps_the_confidence_of_its_lines_by_their_length() -> None:
    lines = [OcrLine("twelve chars", 1.0, 0, 0, 120, 20), OcrLine("four", 0.2, 0, 40, 40, 60)]
    page = picture_page(PAGE, 1, FixedEngine(lines))
    assert page.origin is Origin.OCR
    assert page.confidence == pytest.approx((12 * 1.0 + 4 * 0.2) / 16)


def test_a_page_that_shows_something_without_text_is_unread_and_a_blank_one_is_not() -> None:
    shown, blank = (picture_page(picture, 1, FixedEngine([])) for picture in (PAGE, Image.new("L", (9, 9), 255)))
    assert (shown.origin, shown.confidence, shown.blocks) == (Origin.UNREAD, None, ())
    assert (blank.origin, blank.blocks) == (Origin.OCR, ())


UPRIGHT = [("Contratto di locazione", 1.0, (10.0, 10.0, 210.0, 30.0)), (" ", 0.5, (0.0, 0.0, 1.0, 1.0))]
ON_END = [("Contratto di locazione", 1.0, (10.0, 10.0, 30.0, 210.0))]
GARBLED = [("ouoizeoo", 0.3, (10.0, 10.0, 210.0, 30.0))]


class FakeOcrmac:
    """Has what is used of ocrmac 1.0; answers by how often it was asked."""

    def __init__(self, *answers: list[Any]) -> None:
        self.asked: list[SimpleNamespace] = []
        tags = ["en-US", "it-IT", "zh-Hans", "zh-Hant"]
        request = SimpleNamespace(supportedRecognitionLanguagesAndReturnError_=lambda _: (tags, None))
        kind = SimpleNamespace(alloc=lambda: SimpleNamespace(init=lambda: request))

        class OCR:
            def __init__(ocr, image: Image.Image, **options: Any) -> None:  # noqa: N805
                self.asked.append(SimpleNamespace(size=image.size, **options))

            def recognize(ocr, px: bool = False) -> list[Any]:  # noqa: N805
                assert px
                return answers[len(self.asked) - 1]

        self.ocrmac = SimpleNamespace(
            __name__="ocrmac.ocrmac", OCR=OCR, Vision=SimpleNamespace(VNRecognizeTextRequest=kind)
        )


@pytest.fixture
def vision(monkeypatch: pytest.MonkeyPatch) -> Any:
    def install(*answers: list[Any]) -> FakeOcrmac:
        fake = FakeOcrmac(*answers)
        monkeypatch.setitem(sys.modules, "ocrmac", fake)
        known = importlib.metadata.version
        monkeypatch.setattr("importlib.metadata.version", lambda name: "1.0.1" if name == "ocrmac" else known(name))
        return fake

    return install


def test_vision_is_asked_accurately_and_in_the_systems_names_of_the_languages(vision: Any) -> None:
    fake = vision(UPRIGHT)
    lines = AppleVision(("it", "zh"), ("en", "eo")).read(PAGE)
    (asked,) = fake.asked
    assert asked.language_preference == ["it-IT", "zh-Hans", "zh-Hant", "en-US"]
    assert asked.recognition_level == "accurate"
    assert lines == (OcrLine("Contratto di locazione", 1.0, 10.0, 10.0, 210.0, 30.0),)


@pytest.mark.parametrize("first", [ON_END, GARBLED, []], ids=["on end", "garbled", "nothing"])
def test_vision_turns_a_page_that_reads_badly_and_takes_the_best_turn(vision: Any, first: list[Any]) -> None:
    fake = vision(first, GARBLED, [], UPRIGHT)
    assert [line.text for line in AppleVision(("it",)).read(PAGE)] == ["Contratto di locazione"]
    assert [asked.size for asked in fake.asked] == [(400, 100), (100, 400), (400, 100), (100, 400)]


def test_vision_names_a_language_that_it_does_not_know(vision: Any) -> None:
    vision()
    with pytest.raises(OcrUnavailableError, match="does not know eo"):
        AppleVision(("it", "eo")).read(PAGE)
    (found,) = AppleVision(("it",), ("eo",)).check()
    assert (found.health, found.detail) == (
        Health.WARNING,
        "Apple Vision by ocrmac 1.0.1, it-IT; it does not know eo",
    )


def test_vision_that_is_not_installed_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ocrmac", None)
    with pytest.raises(OcrUnavailableError) as caught:
        AppleVision(("it",)).read(PAGE)
    assert "pip install ocrmac" in caught.value.remedy
    (found,) = AppleVision(("it",)).check()
    assert found.health is Health.MISSING
