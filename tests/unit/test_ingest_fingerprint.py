"""A document is outdated by another OCR engine only when its text depends on one."""

from dataclasses import replace

import pytest

from schedario.ingest.fingerprint import fingerprint, fingerprints_in_force, is_shown
from schedario.ingest.options import IngestOptions
from schedario.records.document import SpaceSpec
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind

SPACE = SpaceSpec("model", 4, "space")


def options(ocr: str = "rapidocr", chunk_tokens: int = 192) -> IngestOptions:
    return IngestOptions(chunk_tokens, 32, ("en",), ocr=ocr)


@pytest.mark.parametrize(("shown", "current"), [(False, True), (True, False)])
def test_another_engine_outdates_what_was_read_on_pictures_alone(shown: bool, current: bool) -> None:
    made = fingerprint(options(), SPACE, shown=shown)
    assert made in fingerprints_in_force(options(), SPACE)
    assert (made in fingerprints_in_force(options(ocr="tesseract it en"), SPACE)) is current
    assert made not in fingerprints_in_force(options(chunk_tokens=100), SPACE)


@pytest.mark.parametrize(
    ("origin", "expected"), [(Origin.TEXT, False), (Origin.OCR, True), (Origin.UNREAD, True), (Origin.VISION, False)]
)
def test_a_text_depends_on_ocr_when_one_page_does(origin: Origin, expected: bool) -> None:
    pages = [ExtractedPage(PageKind.PAGE, n, "", made, ()) for n, made in enumerate((Origin.TEXT, origin), 1)]
    assert is_shown(Extraction("application/pdf", "", tuple(pages))) is expected


def test_a_text_depends_on_ocr_when_it_shows_a_picture() -> None:
    blocks = (Block("text"), Block("[Picture, not read]", BlockRole.PICTURE, origin=Origin.UNREAD, sha256="0" * 64))
    page = ExtractedPage(PageKind.BODY, None, "", Origin.TEXT, blocks)
    assert is_shown(Extraction("text/html", "", (page,)))
    assert not is_shown(Extraction("text/html", "", (replace(page, blocks=blocks[:1]),)))
