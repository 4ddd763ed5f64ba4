"""What OCR could not read is found again in its file, of whatever kind, and shows what the file shows."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from fixtures.pictures import BEFORE, MAKERS, picture
from schedario.errors import FileDamagedError
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Extraction, Origin

BOAT = picture()


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


def unread(extraction: Extraction) -> list[str]:
    blocks = [block for page in extraction.pages for block in page.blocks]
    pictures = [block.sha256 for block in blocks if block.origin is Origin.UNREAD]
    return [page.sha256 for page in extraction.pages if page.sha256] + pictures


def shown(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize("name", list(MAKERS))
def test_a_picture_inside_a_file_is_drawn_as_it_is(extractor: ChildExtractor, tmp_path: Path, name: str) -> None:
    MAKERS[name](tmp_path / name, BOAT)
    (sha256,) = unread(extractor.extract(tmp_path / name))
    (image,) = extractor.draw(tmp_path / name, (), [sha256, "0" * 64])
    assert image.sha256 == sha256
    drawn = shown(image.content)
    width, height = drawn.size
    assert abs(width / height - 420 / 110) < 0.1
    corner, middle = (drawn.convert("L").getpixel(at) for at in ((width - 4, 4), (width // 2, height // 2)))
    assert isinstance(corner, int)
    assert isinstance(middle, int)
    assert corner > 200 > middle


def test_a_page_that_shows_no_text_is_drawn(extractor: ChildExtractor, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "plan.pdf"), pagesize=A4)
    canvas.drawString(72, 760, "The first page has a text layer of its own.")
    canvas.showPage()
    canvas.circle(300, 400, 150, fill=1)
    canvas.save()
    extraction = extractor.extract(tmp_path / "plan.pdf")
    assert [page.origin for page in extraction.pages] == [Origin.TEXT, Origin.UNREAD]
    (sha256,) = unread(extraction)
    (image,) = extractor.draw(tmp_path / "plan.pdf", (), [sha256])
    assert max(shown(image.content).size) == 1600
    assert shown(image.content).convert("L").getpixel((566, 840)) == 0


def test_a_photograph_is_drawn(extractor: ChildExtractor, tmp_path: Path) -> None:
    boat = Image.linear_gradient("L").resize((3000, 2000))
    ImageDraw.Draw(boat).polygon([(500, 1500), (2500, 1500), (2200, 1900), (800, 1900)], fill=90)
    boat.save(tmp_path / "boat.png")
    (sha256,) = unread(extractor.extract(tmp_path / "boat.png"))
    (image,) = extractor.draw(tmp_path / "boat.png", (), [sha256])
    assert shown(image.content).size == (1600, 1067)


def test_a_picture_in_a_member_is_drawn(extractor: ChildExtractor, tmp_path: Path) -> None:
    MAKERS["plate.docx"](tmp_path / "plate.docx", BOAT)
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as packed:
        packed.write(tmp_path / "plate.docx", "plate.docx")
    (member,) = extractor.extract(tmp_path / "all.zip").members
    (sha256,) = unread(extractor.extract(tmp_path / "all.zip", [member.key]))
    (image,) = extractor.draw(tmp_path / "all.zip", [member.key], [sha256])
    assert image.sha256 == hashlib.sha256(BOAT).hexdigest()


def test_a_file_that_holds_nothing_else_is_drawn_from_too(extractor: ChildExtractor, tmp_path: Path) -> None:
    MAKERS["plate.html"](tmp_path / "only.html", BOAT)
    text = (tmp_path / "only.html").read_text()
    (tmp_path / "only.html").write_text(text.replace(BEFORE, "").replace("The text after the picture.", ""))
    (image,) = extractor.draw(tmp_path / "only.html", (), [hashlib.sha256(BOAT).hexdigest()])
    assert image.content.startswith(b"\xff\xd8")


def test_a_damaged_file_is_refused_as_it_is_when_it_is_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(FileDamagedError):
        extractor.draw(tmp_path / "a.docx", (), ["0" * 64])
