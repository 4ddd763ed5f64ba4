"""A hostile picture inside a document costs a warning, never the document."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from fixtures.formats import CHAPTER, make_epub
from fixtures.pictures import AFTER, BEFORE, EMF, MAKERS, SVG, bomb, picture, replace_picture
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor

LIMITS = ExtractionLimits(page_seconds=60.0, file_seconds=90.0, memory_bytes=1 << 30)
DAMAGED = ("1 picture is not read: damaged",)
JPEG = picture("Boiler 4711", file_format="JPEG")
HOSTILE = {
    "a line 100,000 pixels wide": (picture(size=(100_000, 1)), ()),
    "a strip 120,000 pixels wide": (picture("Boiler 4711", size=(120_000, 64)), ()),
    "a bomb": (bomb(60_000, 60_000), ("1 picture is not read: the limit max_image_pixels=120000000 was reached",)),
    "a bomb below the limit": (bomb(10_000, 10_000), DAMAGED),
    "a JPEG cut off": (JPEG[: len(JPEG) // 2], DAMAGED),
    "a head alone": (picture("Boiler")[:24], DAMAGED),
    "SVG": (SVG, ("1 picture is in a format that cannot be read (SVG)",)),
    "EMF": (EMF, ("1 picture is in a format that cannot be read (EMF)",)),
    "noise": (bytes(range(256)) * 40, ("1 picture is in a format that cannot be read (unknown)",)),
}


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(LIMITS, temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


def make_office(name: str) -> Callable[[Path, bytes], None]:
    """Return what makes an Office file, whose own libraries refuse to put such a picture in."""

    def make(path: Path, content: bytes) -> None:
        MAKERS[name](path, picture("Boiler"))
        replace_picture(path, content)

    return make


CASES = {
    "plate.docx": make_office("plate.docx"),
    "plate.pptx": make_office("plate.pptx"),
    "plate.xlsx": make_office("plate.xlsx"),
    **{name: MAKERS[name] for name in ("plate.odt", "plate.rtf", "plate.html", "plate.epub")},
}


@pytest.mark.parametrize("what", list(HOSTILE))
@pytest.mark.parametrize("name", list(CASES))
def test_the_document_is_read_around_it(extractor: ChildExtractor, tmp_path: Path, name: str, what: str) -> None:
    content, warnings = HOSTILE[what]
    CASES[name](tmp_path / name, content)
    # Within the limits, which would refuse what takes longer.
    extraction = extractor.extract(tmp_path / name)
    text = "\n".join(block.text for page in extraction.pages for block in page.blocks)
    assert text.index(BEFORE) < text.index(AFTER)
    assert "read by OCR" not in text
    assert extraction.warnings == warnings


def test_a_document_that_only_shows_a_picture_without_text_is_unread(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "only.html"
    MAKERS["plate.html"](path, picture())
    path.write_text(path.read_text().replace(BEFORE, "").replace(AFTER, "").replace("alt=", "data-alt="))
    (page,) = extractor.extract(path).pages
    assert [block.text for block in page.blocks] == ["[Picture, not read]"]


def test_a_picture_that_is_named_and_missing_is_counted(extractor: ChildExtractor, tmp_path: Path) -> None:
    chapter = CHAPTER.format("<p>The pier.</p><img src='gone.png'/><img src='https://example.org/far.png'/>")
    make_epub(tmp_path / "book.epub", {"OPS/first.xml": chapter})
    assert extractor.extract(tmp_path / "book.epub").warnings == ("1 picture is not read: missing",)


def test_a_picture_too_large_to_be_drawn_costs_a_pdf_nothing_else(extractor: ChildExtractor, tmp_path: Path) -> None:
    content = io.BytesIO()
    Image.linear_gradient("L").resize((7_800, 7_800)).save(content, "PNG")
    MAKERS["plate.pdf"](tmp_path / "plate.pdf", content.getvalue())
    extraction = extractor.extract(tmp_path / "plate.pdf")
    text = "\n".join(block.text for page in extraction.pages for block in page.blocks)
    assert text.index(BEFORE) < text.index(AFTER)
    assert extraction.warnings == (
        "1 picture is not read: more than 60,000,000 pixels, too many to be drawn from a PDF",
    )


def test_a_large_page_of_pictures_in_itself_is_read_in_time(extractor: ChildExtractor, tmp_path: Path) -> None:
    """Attributes of megabytes must not cost more than their length."""
    path = tmp_path / "large.html"
    MAKERS["plate.html"](path, EMF + bytes(20_000_000))
    extraction = extractor.extract(path)
    assert BEFORE in extraction.pages[0].blocks[0].text
