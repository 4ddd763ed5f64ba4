"""Files that are broken or made to do harm end with a reason."""

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image, ImageDraw
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from schedario.errors import (
    FileDamagedError,
    FileEmptyError,
    FileError,
    LimitExceededError,
    PasswordNeededError,
)
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Origin

LIMITS = ExtractionLimits(
    file_bytes=3_000_000,
    page_seconds=20,
    memory_bytes=500 << 20,
    pages=20,
    archive_members=50,
    unpacked_bytes=80_000_000,
    image_pixels=2_000_000,
    output_characters=1_000_000,
)
WORD_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
CONTENT_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType='
    '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(LIMITS, temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


def refusal(extractor: ChildExtractor, path: Path, kind: type[FileError]) -> str:
    """Read a file that is refused; return in what words, which name the file."""
    with pytest.raises(kind) as caught:
        extractor.extract(path)
    assert type(caught.value) is kind
    assert caught.value.subject == str(path)
    return str(caught.value)


@pytest.mark.parametrize(
    "document",
    [
        f'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><w:document {WORD_NAMESPACE}>&b;</w:document>',
        f'<!DOCTYPE d [<!ENTITY % x SYSTEM "file:///etc/hostname">%x;]><w:document {WORD_NAMESPACE}/>',
        f'<!DOCTYPE d [<!ENTITY x SYSTEM "a"><!ENTITY b "&x;&x;">]><w:document {WORD_NAMESPACE}>&b;</w:document>',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_refused(extractor: ChildExtractor, tmp_path: Path, document: str, encoding: str) -> None:
    path = word_file(tmp_path, document.encode(encoding))
    assert "entities" in refusal(extractor, path, FileDamagedError)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_part_that_lies_in_another_file_is_left_out(extractor: ChildExtractor, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "secret.txt").write_text("of another file")
    document = (
        f'<!DOCTYPE d [<!ENTITY x SYSTEM "{(tmp_path / "secret.txt").as_uri()}">]><w:document {WORD_NAMESPACE}><w:body>'
        "<w:p><w:r><w:t>before &x; after</w:t></w:r></w:p></w:body></w:document>"
    )
    extraction = extractor.extract(word_file(tmp_path, document.encode(encoding)))
    assert [block.text for page in extraction.pages for block in page.blocks] == ["before after"]
    assert extraction.warnings == ("word/document.xml names other files as parts of its text; they were left out",)


def test_a_member_that_unpacks_many_times_its_size_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = word_file(tmp_path, b" " * 20_000_000)
    assert re.search("max_ratio=200 .*unpacks", refusal(extractor, path, LimitExceededError))


def test_too_much_unpacked_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    assert "max_unpacked_mb=76.29 " in refusal(extractor, word_file(tmp_path, b"x" * 90_000_000), LimitExceededError)


def test_too_many_members_are_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = word_file(tmp_path, b"<x/>", {f"word/{n}": b"" for n in range(60)})
    assert re.search("max_archive_members=50 .*63 members", refusal(extractor, path, LimitExceededError))


def test_nesting_that_no_reader_survives_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = word_file(tmp_path, nested_tables(3000))
    assert "nested too deeply" in refusal(extractor, path, LimitExceededError)


def test_tables_in_tables_are_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    extraction = extractor.extract(word_file(tmp_path, nested_tables(20)))
    assert "DEEP" in extraction.pages[0].blocks[0].text


def test_a_member_that_points_outside_is_not_written(extractor: ChildExtractor, tmp_path: Path) -> None:
    document = f"<w:document {WORD_NAMESPACE}><w:body><w:p><w:r><w:t>hello</w:t></w:r></w:p></w:body></w:document>"
    before = sorted(tmp_path.iterdir())
    path = word_file(tmp_path, document.encode(), {"../../../escaped.txt": b"out"})
    assert extractor.extract(path).pages[0].blocks[0].text == "hello"
    assert sorted(tmp_path.iterdir()) == sorted([*before, path])


def test_a_sheet_of_two_cells_in_opposite_corners_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    workbook = Workbook()
    assert workbook.active is not None
    workbook.active["A1"] = "first"
    workbook.active["XFD1048576"] = "last"
    workbook.save(tmp_path / "sparse.xlsx")
    assert "max_cells=5000000 " in refusal(extractor, tmp_path / "sparse.xlsx", LimitExceededError)


def test_formatted_empty_cells_cost_nothing(extractor: ChildExtractor, tmp_path: Path) -> None:
    from openpyxl.styles import Font

    workbook = Workbook()
    assert workbook.active is not None
    workbook.active["A1"] = "only"
    workbook.active["XFD1048576"].font = Font(bold=True)
    workbook.save(tmp_path / "inflated.xlsx")
    assert extractor.extract(tmp_path / "inflated.xlsx").pages[0].blocks[0].text == "only"


def test_a_text_longer_than_the_limit_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = written(tmp_path / "long.txt", b"word " * 300_000)
    assert "max_output_characters=1000000 " in refusal(extractor, path, LimitExceededError)


def test_a_file_larger_than_the_limit_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = written(tmp_path / "large.txt", b"word " * 700_000)
    assert re.search("max_file_mb=2.86 .*3 MB", refusal(extractor, path, LimitExceededError))


def test_an_image_of_too_many_pixels_is_refused_before_it_is_decoded(extractor: ChildExtractor, tmp_path: Path) -> None:
    Image.new("1", (2_000, 1_500)).save(tmp_path / "huge.png")
    said = refusal(extractor, tmp_path / "huge.png", LimitExceededError)
    assert re.search("max_image_pixels=2000000 .*2000 x 1500", said)


def test_an_image_without_text_is_empty_and_no_success(extractor: ChildExtractor, tmp_path: Path) -> None:
    Image.new("RGB", (300, 200), "white").save(tmp_path / "blank.png")
    assert "no text" in refusal(extractor, tmp_path / "blank.png", FileEmptyError)


def test_a_picture_of_a_flower_is_unread(extractor: ChildExtractor, tmp_path: Path) -> None:
    picture = Image.radial_gradient("L").resize((600, 600)).convert("RGB")
    draw = ImageDraw.Draw(picture)
    for left, top in ((200, 60), (340, 200), (200, 340), (60, 200)):
        draw.ellipse((left, top, left + 200, top + 200), fill=(200, 60, 120))
    draw.ellipse((240, 240, 360, 360), fill=(250, 220, 40))
    picture.save(tmp_path / "flower.jpg", quality=80)
    (page,) = extractor.extract(tmp_path / "flower.jpg").pages
    assert (page.origin, page.blocks, len(page.sha256)) == (Origin.UNREAD, (), 64)


def test_a_cut_off_image_is_damaged(extractor: ChildExtractor, tmp_path: Path) -> None:
    stream = io.BytesIO()
    Image.effect_noise((300, 200), 50).save(stream, "PNG")
    path = written(tmp_path / "cut.png", stream.getvalue()[:2000])
    assert re.search("decoded|cannot be read", refusal(extractor, path, FileDamagedError))


def test_an_encrypted_pdf_needs_a_password(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    canvas = Canvas(str(path), encrypt=StandardEncryption("secret", "owner"))
    canvas.drawString(72, 700, "locked")
    canvas.save()
    assert "encrypted" in refusal(extractor, path, PasswordNeededError)


def test_a_pdf_that_is_none_is_damaged(extractor: ChildExtractor, tmp_path: Path) -> None:
    assert "opened" in refusal(extractor, written(tmp_path / "bad.pdf", b"%PDF-1.4\nnothing more"), FileDamagedError)


def test_a_damaged_pdf_page_is_named_and_the_others_are_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = written(tmp_path / "page.pdf", pdf_with_a_missing_page())
    extraction = extractor.extract(path)
    assert [page.origin for page in extraction.pages] == [Origin.TEXT, Origin.UNREAD]
    assert "first page can be read" in extraction.pages[0].blocks[0].text
    assert "page 2" in extraction.warnings[0]


def test_a_pdf_of_too_many_pages_is_refused(extractor: ChildExtractor, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "pages.pdf"))
    for _ in range(21):
        canvas.showPage()
    canvas.save()
    assert re.search("max_pages=20 .*21 pages", refusal(extractor, tmp_path / "pages.pdf", LimitExceededError))


def test_a_pdf_whose_content_unpacks_without_end_is_stopped(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = written(tmp_path / "bomb.pdf", pdf_with_content(zlib.compress(b"0 0 m 9 9 l S\n" * 10_000_000, 9)))
    assert re.search("max_memory_mb=500|max_page_seconds=20", refusal(extractor, path, LimitExceededError))


def test_deep_html_is_read(extractor: ChildExtractor, tmp_path: Path) -> None:
    path = written(tmp_path / "deep.html", b"<html>" + b"<div>" * 50_000 + b"DEEP")
    assert "DEEP" in extractor.extract(path).pages[0].blocks[0].text


def word_file(folder: Path, document: bytes, more: dict[str, bytes] | None = None) -> Path:
    path = folder / "made.docx"
    members = {"[Content_Types].xml": CONTENT_TYPES.encode(), "_rels/.rels": RELATIONS.encode()}
    members["word/document.xml"] = document
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**members, **(more or {})}.items():
            archive.writestr(name, content)
    return path


def nested_tables(depth: int) -> bytes:
    inner = "<w:p><w:r><w:t>DEEP</w:t></w:r></w:p>"
    opening, closing = "<w:tbl><w:tr><w:tc>", "<w:p/></w:tc></w:tr></w:tbl>"
    body = opening * depth + inner + closing * depth
    return f"<w:document {WORD_NAMESPACE}><w:body>{body}</w:body></w:document>".encode()


def pdf_with_content(packed: bytes) -> bytes:
    head = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    head += b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>endobj\n"
    stream = b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(packed) + packed + b"\nendstream endobj\n"
    return head + stream + b"trailer<</Root 1 0 R>>\n%%EOF"


def pdf_with_a_missing_page() -> bytes:
    text = b"BT /F1 12 Tf 50 700 Td (The first page can be read in full.) Tj ET"
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        b"4 0 obj<</Length %d>>stream\n%s\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF" % (len(text), text)
    )


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path
