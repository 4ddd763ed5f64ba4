"""What a model made of a picture or page stands where it is shown, and says who read it."""

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from PIL import Image

from fixtures.pictures import CountingOcr, picture
from schedario.extract.drawn import LONGEST_SIDE, DrawnPictures
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits
from schedario.extract.seen import image_hash, tables_hash
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Origin, PageKind
from schedario.records.picture import VisionReading

LIMITS = ExtractionLimits()
BOAT = picture()
UNREAD = ExtractedPage(PageKind.PAGE, 1, "", Origin.UNREAD, ())
FLATTENED = ExtractedPage(PageKind.PAGE, 1, "", Origin.TEXT, (Block("a   b"),), flattened=True)
LOOKS = Image.linear_gradient("L").convert("RGB")
Seen = Callable[[str], VisionReading | None]


def seen(text: str = "", description: str = "") -> Seen:
    return lambda sha256: VisionReading(sha256, text, description)


def nothing(sha256: str) -> VisionReading | None:
    return None


def block_of(known: Seen, description: str = "", place: str = "") -> Block:
    block = Pictures(LIMITS, CountingOcr(), seen=known).block(BOAT, description, place)
    assert block
    return block


def page_of(page: ExtractedPage, known: Seen) -> ExtractedPage:
    return Pictures(LIMITS, CountingOcr(), seen=known).page(page, lambda: LOOKS)


@pytest.mark.parametrize(
    ("known", "lines"),
    [
        (seen("Pier 4"), ["[Picture, read by a model]", "Pier 4"]),
        (seen("", "A boat."), ["[Picture, described by a model]", "Seen: A boat."]),
        (seen("Pier 4", "A boat."), ["[Picture, read and described by a model]", "Seen: A boat.", "Pier 4"]),
        (seen(), ["[Picture, not read]"]),
        (nothing, ["[Picture, not read]"]),
    ],
)
def test_the_block_of_a_picture_says_what_a_model_made_of_it(known: Seen, lines: list[str]) -> None:
    block = block_of(known)
    assert block.text.split("\n") == lines
    assert block.origin is (Origin.UNREAD if "not read" in lines[0] else Origin.VISION)


def test_what_the_document_says_of_the_picture_comes_first_and_the_place_is_named() -> None:
    block = block_of(seen("Pier 4", "A boat."), "Our boat", "at B5")
    assert block.text.split("\n")[:3] == [
        "[Picture at B5, read and described by a model]",
        "Description: Our boat",
        "Seen: A boat.",
    ]


def test_what_ocr_could_read_is_left_to_it() -> None:
    block = Pictures(LIMITS, CountingOcr("Boiler 4711"), seen=seen("other")).block(BOAT)
    assert block
    assert block.text == "[Picture, read by OCR]\nBoiler 4711"


def test_ocr_that_read_nothing_is_remembered_beside_the_model() -> None:
    pictures = Pictures(LIMITS, CountingOcr(), seen=seen("Pier 4"))
    block = pictures.block(BOAT)
    assert block
    assert [reading.origin for reading in pictures._readings.values()] == [Origin.UNREAD]


def test_an_unread_page_becomes_the_model_s() -> None:
    page = page_of(UNREAD, seen("Dear Sir", "A letter."))
    assert page.origin is Origin.VISION
    assert [block.text for block in page.blocks] == ["Dear Sir", "[Page, described by a model]\nSeen: A letter."]
    assert page.sha256 == image_hash(LOOKS)


def test_a_flattened_page_keeps_its_text_and_gets_the_tables() -> None:
    page = page_of(FLATTENED, seen("Year | Sum\n2024 | 7"))
    assert page.origin is Origin.TEXT
    assert [block.role for block in page.blocks] == [BlockRole.TEXT, BlockRole.TEXT, BlockRole.TABLE]
    assert page.blocks[1].text == "[Tables on this page, read by a model]"
    assert not page.flattened
    assert page.sha256 == tables_hash(image_hash(LOOKS))


@pytest.mark.parametrize("page", [UNREAD, FLATTENED])
def test_a_page_that_no_model_has_read_stays_as_it_is_with_its_hash(page: ExtractedPage) -> None:
    for known in (nothing, seen()):
        made = page_of(page, known)
        assert len(made.sha256) == 64
        assert replace(made, sha256="") == page


def test_a_page_that_was_read_is_not_drawn() -> None:
    page = replace(UNREAD, origin=Origin.OCR, blocks=(Block("a"),))
    assert Pictures(LIMITS, CountingOcr()).page(page, lambda: pytest.fail("it is drawn")) is page


def test_only_what_is_wanted_is_taken_out_and_no_larger_than_a_model_needs_it() -> None:
    large = picture(size=(4000, 1000))
    block = Pictures(LIMITS, CountingOcr()).block(large)
    assert block
    drawn = DrawnPictures(LIMITS, [block.sha256])
    assert drawn.block(large) is None
    assert drawn.block(BOAT) is None
    (image,) = drawn.taken
    assert (image.sha256, image.media_type) == (block.sha256, "image/jpeg")
    assert Image.open(io.BytesIO(image.content)).size == (LONGEST_SIDE, LONGEST_SIDE // 4)


def test_a_page_is_taken_out_when_ocr_would_be_asked_about_it_or_its_tables_are_wanted() -> None:
    drawn = DrawnPictures(LIMITS, [image_hash(LOOKS)])
    assert drawn.engine.read(LOOKS) == ()
    assert [image.sha256 for image in drawn.taken] == [image_hash(LOOKS)]
    drawn = DrawnPictures(LIMITS, [tables_hash(image_hash(LOOKS))])
    drawn.page(FLATTENED, lambda: LOOKS)
    assert [image.sha256 for image in drawn.taken] == [tables_hash(image_hash(LOOKS))]


def test_a_thin_picture_is_no_thinner_than_a_model_can_see() -> None:
    thin = picture(size=(6000, 80))
    block = Pictures(LIMITS, CountingOcr()).block(thin)
    assert block
    drawn = DrawnPictures(LIMITS, [block.sha256])
    drawn.block(thin)
    shown = Image.open(io.BytesIO(drawn.taken[0].content)).convert("L")
    assert shown.size == (LONGEST_SIDE, 64)
    # 80 of 6000 are 21 of 1600, in the middle of white.
    assert min(shown.crop((0, 0, LONGEST_SIDE, 16)).tobytes()) > 240
    assert min(shown.crop((0, 24, LONGEST_SIDE, 40)).tobytes()) < 240
