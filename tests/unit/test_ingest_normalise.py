import unicodedata

import pytest

from schedario.ingest.normalise import clean, normalise, text_hash
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind


def extraction(*pages: ExtractedPage) -> Extraction:
    return Extraction("text/plain", "", pages)


def page(number: int, *blocks: Block) -> ExtractedPage:
    return ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, blocks)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("cafe\u0301", "café"),
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("interna-\nzionale", "internazionale"),
        ("interna\u00adzionale", "internazionale"),
        ("Rolls-\nRoyce", "Rolls-\nRoyce"),
        ("A-\nb", "A-\nb"),
        ("3-\n4", "3-\n4"),
        ("eﬃcient ﬁle", "efficient file"),
        ("a \t\u00a0 b", "a b"),
        ("a   \n\n\n\n b", "a\n\n b"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("bidi\u202eevil", "bidievil"),
        ("lone \ud800 surrogate", "lone surrogate"),
        ("می\u200cخواهم", "می\u200cخواهم"),
    ],
)
def test_a_text_is_cleaned(given: str, expected: str) -> None:
    assert clean(given) == expected


def test_a_clean_text_stays_as_it_is() -> None:
    text = clean("Città: l'indirizzo\n\nsecondo  paragrafo-\nlungo \x00")
    assert clean(text) == text
    assert unicodedata.is_normalized("NFC", text)


def test_pages_are_ranges_of_one_text() -> None:
    document = normalise(extraction(page(1, Block("one")), page(2), page(3, Block("three"), Block("more"))))
    assert document.text == "one\n\nthree\n\nmore"
    assert [document.text[p.start : p.end] for p in document.pages] == ["one", "", "three\n\nmore"]
    assert [p.number for p in document.pages] == [1, 2, 3]


def test_headings_keep_their_place() -> None:
    blocks = (Block("  Title\x00 ", BlockRole.HEADING, 1), Block("text"), Block("Sub", BlockRole.HEADING, 2))
    document = normalise(extraction(page(1, *blocks)))
    assert [(document.text[h.offset :][: len(h.title)], h.level) for h in document.headings] == [
        ("Title", 1),
        ("Sub", 2),
    ]


def test_rows_keep_their_numbers_and_empty_rows_are_left_out() -> None:
    table = Block("a | b\n\x00\nc | d", BlockRole.TABLE, rows=(3, 4, 9))
    document = normalise(extraction(page(1, table)))
    assert document.text == "a | b\nc | d"
    assert [(document.text[mark.offset], mark.row) for mark in document.rows] == [("a", 3), ("c", 9)]


def test_the_hash_is_of_the_text() -> None:
    assert text_hash("a") == text_hash("a") != text_hash("b")


def test_the_text_knows_where_its_pictures_stand() -> None:
    shown = Block("[Picture, read by OCR]\nnumber  4711", BlockRole.PICTURE, origin=Origin.OCR, sha256="f" * 64)
    document = normalise(extraction(page(1, Block("before"), shown, Block("after")), page(2, Block("more"))))
    (found,) = document.pictures
    assert document.text[found.start : found.end] == "[Picture, read by OCR]\nnumber 4711"
    assert (found.sha256, found.origin) == ("f" * 64, Origin.OCR)


def test_a_picture_on_a_sheet_marks_the_row_that_it_hangs_on() -> None:
    rows = Block("a\nb", BlockRole.TABLE, rows=(8, 9))
    shown = Block("[Picture at B5, not read]", BlockRole.PICTURE, rows=(5,), origin=Origin.UNREAD, sha256="f" * 64)
    document = normalise(extraction(page(1, rows, shown)))
    assert [mark.row for mark in document.rows] == [8, 9, 5]
    assert document.text[document.rows[-1].offset :] == "[Picture at B5, not read]"
