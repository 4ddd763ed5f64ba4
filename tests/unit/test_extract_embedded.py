"""Which pictures are read, how often, and what is said of the others."""

import hashlib
import io
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

from fixtures.pictures import EMF, SVG, WMF, CountingOcr, KnownPictures, NoOcr, bomb, picture
from schedario.extract.embedded import Pictures, says_something
from schedario.extract.limits import ExtractionLimits
from schedario.extract.picture import as_seen
from schedario.extract.picture_file import PictureUnreadableError, open_picture
from schedario.extract.reading_order import OcrLine
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind, PictureReading

LIMITS = ExtractionLimits()
PLATE = picture("Boiler 4711")


def warnings_of(pictures: Pictures) -> tuple[str, ...]:
    return pictures.added_to(Extraction("text/plain", "", ())).warnings


def readings_of(pictures: Pictures, *blocks: Block | None) -> tuple[PictureReading, ...]:
    page = ExtractedPage(PageKind.BODY, None, "", Origin.TEXT, tuple(block for block in blocks if block))
    return pictures.added_to(Extraction("text/plain", "", (page,))).pictures


def test_a_block_says_how_it_was_read_and_where_and_what_the_document_says() -> None:
    ocr = CountingOcr("Boiler 4711", "Genova")
    block = Pictures(LIMITS, ocr).block(PLATE, " A plate\n on it ", "at B5")
    assert block == Block(
        "[Picture at B5, read by OCR]\nDescription: A plate on it\nBoiler 4711\nGenova",
        BlockRole.PICTURE,
        origin=Origin.OCR,
        sha256=hashlib.sha256(PLATE).hexdigest(),
    )


def test_a_picture_is_read_once_and_stands_once_in_a_file() -> None:
    ocr = CountingOcr("Boiler")
    pictures = Pictures(LIMITS, ocr)
    blocks = [pictures.block(PLATE) for _ in range(3)]
    assert [block is not None for block in blocks] == [True, False, False]
    assert ocr.calls == 1


def test_the_confidence_is_that_of_the_lines_by_their_length() -> None:
    pictures = Pictures(LIMITS, CountingOcr("Boiler 4711"))
    (reading,) = readings_of(pictures, pictures.block(PLATE))
    assert (reading.text, reading.confidence, reading.engine) == ("Boiler 4711", 0.5, "counting 1")


class FailingOcr(CountingOcr):
    """Fails as libraries do, with an error of their own."""

    def read(self, picture: Image.Image) -> Sequence[OcrLine]:
        raise RuntimeError(f"an assertion failed at {picture.size}")


def test_a_picture_on_which_the_engine_fails_costs_a_warning() -> None:
    pictures = Pictures(LIMITS, FailingOcr())
    block = pictures.block(PLATE, "A plate")
    assert block
    assert block.text == "[Picture, not read]\nDescription: A plate"
    assert warnings_of(pictures) == ("1 picture is not read: OCR failed (RuntimeError)",)
    assert readings_of(pictures, block) == ()


def test_pictures_leave_half_of_a_files_time_to_its_text() -> None:
    ocr, known = CountingOcr("Boiler"), KnownPictures("from the archive")
    no_time = ExtractionLimits(file_seconds=0.0)
    pictures = Pictures(no_time, ocr)
    assert pictures.block(PLATE)
    assert ocr.calls == 0
    assert warnings_of(pictures) == (
        "1 picture is not read: half of the time for the file (max_file_seconds) was used up",
    )
    block = Pictures(no_time, ocr, known=known.reading).block(PLATE)
    assert block
    assert block.text.endswith("from the archive")


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "I;16", "F"])
def test_a_very_large_picture_is_read_smaller_than_it_is(mode: str) -> None:
    seen = as_seen(Image.new(mode, (9000, 5000)))
    assert 0.99 * 40_000_000 < seen.width * seen.height <= 40_000_000
    assert (seen.mode, round(seen.width / seen.height, 2)) == ("RGB", 1.8)


def test_a_known_picture_costs_neither_decoding_nor_ocr() -> None:
    ocr, known = CountingOcr("Boiler"), KnownPictures("from the archive")
    pictures = Pictures(LIMITS, ocr, known=known.reading)
    cut = PLATE[: len(PLATE) * 2 // 3]
    block = pictures.block(cut)
    assert block
    assert block.text == "[Picture, read by OCR]\nfrom the archive"
    assert ocr.calls == 0
    assert [reading.text for reading in readings_of(pictures, block)] == ["from the archive"]


def test_what_is_no_longer_shown_is_not_handed_on() -> None:
    pictures = Pictures(LIMITS, CountingOcr("Boiler"))
    shown, _dropped = pictures.block(PLATE), pictures.block(picture("Other"))
    assert len(readings_of(pictures, shown)) == 1


@pytest.mark.parametrize("size", [(63, 400), (100_000, 1), (63, 63)])
def test_what_is_too_small_is_no_picture_even_if_described(size: tuple[int, int]) -> None:
    ocr = CountingOcr("Boiler")
    pictures = Pictures(LIMITS, ocr)
    assert pictures.block(picture(size=size), "an icon") is None
    assert warnings_of(pictures) == ()
    assert ocr.calls == 0


def test_a_side_of_64_pixels_is_enough() -> None:
    assert Pictures(LIMITS, CountingOcr("Boiler")).block(picture(size=(64, 400)))


def test_a_blank_picture_says_nothing() -> None:
    ocr = CountingOcr("Boiler")
    content = io.BytesIO()
    Image.new("RGB", (200, 200), "navy").save(content, "PNG")
    assert Pictures(LIMITS, ocr).block(content.getvalue(), "ground") is None
    assert ocr.calls == 0


@pytest.mark.parametrize("lines", [(), ("a",), ("- -", "..")])
def test_a_picture_without_text_is_marked_unread_and_remembered(lines: tuple[str, ...]) -> None:
    pictures = Pictures(LIMITS, CountingOcr(*lines))
    block = pictures.block(PLATE)
    assert block
    assert (block.text, block.origin) == ("[Picture, not read]", Origin.UNREAD)
    (reading,) = readings_of(pictures, block)
    assert (reading.text, reading.confidence, reading.origin) == ("", None, Origin.UNREAD)


def test_the_mark_of_an_unread_picture_is_no_text_but_its_description_is() -> None:
    mark, described = (Pictures(LIMITS, CountingOcr()).block(PLATE, words) for words in ("", "A boat"))
    assert mark
    assert described
    assert not says_something(mark)
    assert says_something(described)


def test_without_an_engine_pictures_are_marked_counted_and_not_remembered() -> None:
    pictures = Pictures(LIMITS, NoOcr())
    blocks = [pictures.block(picture(words)) for words in ("one", "two")]
    assert [block and block.text for block in blocks] == ["[Picture, not read]"] * 2
    assert warnings_of(pictures) == ("2 pictures are not read: the OCR engine cannot be loaded",)
    assert readings_of(pictures, *blocks) == ()


def test_pictures_of_foreign_formats_are_one_warning_that_names_them() -> None:
    pictures = Pictures(LIMITS, CountingOcr("Boiler"))
    for content in (EMF, WMF, SVG, SVG.replace(b"red", b"blue")):
        assert pictures.block(content) is None
    assert warnings_of(pictures) == ("4 pictures are in a format that cannot be read (EMF, SVG, WMF)",)


def test_a_picture_that_cannot_be_read_keeps_its_description() -> None:
    block = Pictures(LIMITS, CountingOcr("Boiler")).block(EMF, "Plan of the harbour")
    assert block
    assert (block.text, block.origin) == ("[Picture, not read]\nDescription: Plan of the harbour", Origin.UNREAD)


def test_a_damaged_picture_costs_a_warning() -> None:
    whole = picture("Boiler", file_format="JPEG")
    pictures = Pictures(LIMITS, CountingOcr("Boiler"))
    assert pictures.block(whole[: len(whole) // 2]) is None
    assert pictures.block(PLATE[:40]) is None
    assert warnings_of(pictures) == ("2 pictures are not read: damaged",)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    pictures = Pictures(LIMITS, CountingOcr("Boiler"))
    assert pictures.block(bomb(60_000, 60_000)) is None
    assert warnings_of(pictures) == ("1 picture is not read: the limit max_image_pixels=120000000 was reached",)


def test_pictures_beyond_the_limit_are_counted() -> None:
    ocr = CountingOcr("Boiler")
    pictures = Pictures(ExtractionLimits(pictures=2), ocr)
    for number in range(5):
        pictures.block(picture(f"number {number}"))
    assert ocr.calls == 2
    assert warnings_of(pictures) == ("3 pictures are not read: the limit max_pictures=2 was reached",)


def test_progress_is_told_after_each_picture() -> None:
    beats: list[int] = []
    pictures = Pictures(LIMITS, CountingOcr("Boiler"), lambda: beats.append(1))
    for number in range(3):
        pictures.block(picture(f"number {number}"))
    assert len(beats) == 3


@pytest.mark.parametrize("file_format", ["PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP", "JPEG2000"])
def test_every_usual_format_is_decoded(file_format: str) -> None:
    opened = open_picture(picture("Boiler", file_format=file_format))
    assert (opened.width, opened.height) == (420, 110)
    shades = opened.draw().convert("L").getextrema()
    assert shades == pytest.approx((0, 255), abs=12)


def test_letters_on_nothing_are_seen_on_white() -> None:
    stamp = Image.new("RGBA", (100, 100), (0, 0, 0, 0))
    stamp.paste((0, 0, 0, 255), (20, 20, 60, 60))
    content = io.BytesIO()
    stamp.save(content, "PNG")
    assert open_picture(content.getvalue()).draw().getpixel((0, 0)) == (255, 255, 255)


@pytest.mark.parametrize("spoil", [lambda data: data[:-30], lambda data: data[:60] + b"\xff" * 50 + data[110:]])
def test_what_breaks_in_decoding_is_one_error(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(PictureUnreadableError):
        open_picture(spoil(PLATE)).draw()
