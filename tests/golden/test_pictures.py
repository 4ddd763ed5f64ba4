"""A picture inside a document is read where it stands, once, and says how it was read."""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PIL import Image
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from fixtures.pictures import AFTER, ALT, BEFORE, MAKERS, KnownPictures, make_docx, make_pdf, picture
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Block, BlockRole, Extraction, Origin

PLATE = picture("Boiler 4711", "Genova 1987")


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


@pytest.mark.parametrize("name", list(MAKERS))
def test_a_picture_is_read_between_the_texts_around_it(extractor: ChildExtractor, tmp_path: Path, name: str) -> None:
    MAKERS[name](tmp_path / name, PLATE)
    extraction = extractor.extract(tmp_path / name)
    text = "\n".join(block.text for block in blocks_of(extraction))
    places = [text.index(words) for words in (BEFORE, "[Picture", "read by OCR]", "Boiler 4711", "Genova 1987", AFTER)]
    assert places == sorted(places)
    (block,) = pictures_of(extraction)
    assert block.origin is Origin.OCR
    assert text.count("Boiler") == 1
    assert extraction.warnings == ()
    (reading,) = extraction.pictures
    assert (reading.sha256, reading.text) == (block.sha256, "Boiler 4711\nGenova 1987")
    assert reading.confidence is not None
    assert reading.confidence > 0.9


@pytest.mark.parametrize("name", [name for name in MAKERS if not name.endswith((".pdf", ".xlsx", ".rtf", ".ipynb"))])
def test_what_the_document_says_of_a_picture_stands_in_its_block(
    extractor: ChildExtractor, tmp_path: Path, name: str
) -> None:
    MAKERS[name](tmp_path / name, PLATE)
    (block,) = pictures_of(extractor.extract(tmp_path / name))
    place = " at B5" if name.endswith(".ods") else ""
    assert block.text.split("\n")[:2] == [f"[Picture{place}, read by OCR]", f"Description: {ALT}"]
    assert block.sha256 == hashlib.sha256(PLATE).hexdigest()


def test_a_picture_on_a_sheet_names_the_cell_and_row_that_it_hangs_on(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    MAKERS["plate.xlsx"](tmp_path / "plate.xlsx", PLATE)
    first, _ = extractor.extract(tmp_path / "plate.xlsx").pages
    assert first.blocks[-1].text.startswith("[Picture at B5, read by OCR]\n")
    assert set(first.blocks[-1].rows) == {5}


def test_a_picture_that_the_archive_knows_is_not_read_again(extractor: ChildExtractor, tmp_path: Path) -> None:
    make_docx(tmp_path / "a.docx", PLATE)
    known = KnownPictures("what the archive knows")
    extraction = extractor.extract(tmp_path / "a.docx", pictures=known)
    (block,) = pictures_of(extraction)
    assert block.text.endswith("\nwhat the archive knows")
    assert known.asked == [hashlib.sha256(PLATE).hexdigest()]
    assert [reading.text for reading in extraction.pictures] == ["what the archive knows"]


def test_a_photograph_in_a_pdf_is_the_same_picture_as_in_a_word_file(extractor: ChildExtractor, tmp_path: Path) -> None:
    photograph = picture("Boiler 4711", file_format="JPEG")
    make_docx(tmp_path / "a.docx", photograph)
    _make_pdf_with_jpeg(tmp_path / "a.pdf", photograph)
    of_word, of_pdf = (extractor.extract(tmp_path / name).pictures for name in ("a.docx", "a.pdf"))
    assert [reading.sha256 for reading in of_pdf] == [reading.sha256 for reading in of_word]


def test_a_scan_under_its_text_is_not_read_a_second_time(extractor: ChildExtractor, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "scan.pdf"), pagesize=A4)
    lines = [f"Line {number} of a page that was read by another program" for number in range(12)]
    scan = picture(*lines, size=(1000, 1414))
    canvas.drawImage(ImageReader(io.BytesIO(scan)), 0, 0, *A4)
    _write_unseen(canvas, lines)
    canvas.showPage()
    # The lower half of a scan that was cut into strips.
    strip = io.BytesIO()
    Image.open(io.BytesIO(scan)).crop((0, 0, 1000, 700)).save(strip, "PNG")
    canvas.drawImage(ImageReader(strip), 0, 421, A4[0], 421)
    _write_unseen(canvas, lines)
    canvas.save()
    extraction = extractor.extract(tmp_path / "scan.pdf")
    assert pictures_of(extraction) == []
    assert "Line 3 of a page" in extraction.pages[0].blocks[0].text


def test_a_mask_over_one_colour_is_the_picture(extractor: ChildExtractor, tmp_path: Path) -> None:
    """Two stamps whose data is the same black, and whose masks say different words, are two pictures."""
    canvas = Canvas(str(tmp_path / "stamps.pdf"), pagesize=A4)
    canvas.drawString(72, 760, "Two stamps follow this line of text.")
    for words, bottom in (("Received", 600), ("Rejected", 400)):
        shape = Image.open(io.BytesIO(picture(words))).convert("L").point(lambda shade: 255 - shade)
        stamp = Image.new("RGBA", shape.size, "black")
        stamp.putalpha(shape)
        canvas.drawImage(ImageReader(stamp), 72, bottom, 420, 110, mask="auto")
    canvas.save()
    texts = [block.text for block in pictures_of(extractor.extract(tmp_path / "stamps.pdf"))]
    assert texts == ["[Picture, read by OCR]\nReceived", "[Picture, read by OCR]\nRejected"]


def test_a_pdf_shows_a_logo_once(extractor: ChildExtractor, tmp_path: Path) -> None:
    make_pdf(tmp_path / "one.pdf", PLATE)
    whole = pdfium.PdfDocument.new()
    for _ in range(3):
        whole.import_pages(pdfium.PdfDocument(tmp_path / "one.pdf"))
    whole.save(str(tmp_path / "three.pdf"))
    extraction = extractor.extract(tmp_path / "three.pdf")
    assert [len([b for b in page.blocks if b.role is BlockRole.PICTURE]) for page in extraction.pages] == [1, 0, 0]


def _write_unseen(canvas: Canvas, lines: list[str]) -> None:
    text = canvas.beginText(60, 780)
    text.setTextRenderMode(3)
    for line in lines:
        text.textLine(line)
    canvas.drawText(text)


def blocks_of(extraction: Extraction) -> list[Block]:
    return [block for page in extraction.pages for block in page.blocks]


def pictures_of(extraction: Extraction) -> list[Block]:
    return [block for block in blocks_of(extraction) if block.role is BlockRole.PICTURE]


def _make_pdf_with_jpeg(path: Path, content: bytes) -> None:
    make_pdf(path, PLATE)
    document = pdfium.PdfDocument(path.read_bytes())
    image = pdfium.PdfImage.new(document)
    image.load_jpeg(io.BytesIO(content))
    image.set_matrix(pdfium.PdfMatrix().scale(420, 110).translate(72, 300))
    page = document[0]
    for old in list(page.get_objects(filter=(3,))):
        page.remove_obj(old)
    page.insert_obj(image)
    page.gen_content()
    document.save(str(path))
