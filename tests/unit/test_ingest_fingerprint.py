"""A document is outdated by another OCR engine only when its text depends on one."""

from dataclasses import replace

import pytest

from schedario.ingest.fingerprint import fingerprint, fingerprints_in_force, is_shown, outdated_reason
from schedario.ingest.options import IngestOptions
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind


def options(ocr: str = "rapidocr", chunk_tokens: int = 192) -> IngestOptions:
    return IngestOptions(chunk_tokens, 32, ("en",), ocr=ocr)


@pytest.mark.parametrize(("shown", "current"), [(False, True), (True, False)])
def test_another_engine_outdates_what_was_read_on_pictures_alone(shown: bool, current: bool) -> None:
    made = fingerprint(options(), shown=shown)
    assert made in fingerprints_in_force(options())
    assert (made in fingerprints_in_force(options(ocr="tesseract it en"))) is current
    assert made not in fingerprints_in_force(options(chunk_tokens=100))


@pytest.mark.parametrize(
    ("origin", "expected"), [(Origin.TEXT, False), (Origin.OCR, True), (Origin.UNREAD, True), (Origin.VISION, True)]
)
def test_a_text_depends_on_ocr_when_one_page_does(origin: Origin, expected: bool) -> None:
    pages = [ExtractedPage(PageKind.PAGE, n, "", made, ()) for n, made in enumerate((Origin.TEXT, origin), 1)]
    assert is_shown(Extraction("application/pdf", "", tuple(pages))) is expected


def test_a_text_depends_on_ocr_when_it_shows_a_picture() -> None:
    blocks = (Block("text"), Block("[Picture, not read]", BlockRole.PICTURE, origin=Origin.UNREAD, sha256="0" * 64))
    page = ExtractedPage(PageKind.BODY, None, "", Origin.TEXT, blocks)
    assert is_shown(Extraction("text/html", "", (page,)))
    assert not is_shown(Extraction("text/html", "", (replace(page, blocks=blocks[:1]),)))


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (fingerprint(options(), shown=True), ""),
        (fingerprint(options(), shown=False), ""),
        (fingerprint(options(chunk_tokens=64), shown=False), "made under another chunk size or overlap"),
        (fingerprint(options(ocr="tesseract"), shown=True), "made under other OCR settings"),
        (fingerprint(options(ocr="tesseract"), shown=False), ""),
        (
            fingerprint(replace(options(chunk_tokens=64), languages=("it",)), shown=True),
            "made under another chunk size or overlap, other languages or rules for words",
        ),
        (fingerprint(replace(options(), rules="another"), shown=True), "made under other rules"),
        ("0123456789abcdef", "made under rules that are no longer known"),
        ("", "incomplete, since something of it was lost"),
    ],
)
def test_why_a_document_is_outdated_is_said_in_words(made: str, reason: str) -> None:
    assert outdated_reason(made, options()) == reason
    assert (made in fingerprints_in_force(options())) is (reason == "")
