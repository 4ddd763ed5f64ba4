"""A damaged or hostile PDF gives what can be read, in time, and says what is missing."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fixtures import pdfs
from schedario.errors import FileError
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr_rapid import RapidOcr
from schedario.extract.registry import read
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import BlockRole, Extraction


@pytest.fixture(scope="module")
def extract(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Extraction]]:
    extractor = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield extractor.extract
    extractor.close()


Extract = Callable[[Path], Extraction]


def text_of(extraction: Extraction) -> str:
    return "\n".join(block.text for page in extraction.pages for block in page.blocks)


def test_a_file_cut_off_keeps_the_pages_that_are_there(extract: Extract, tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.pdf", tmp_path / "cut.pdf"
    pdfs.make_long(whole, 12)
    content = whole.read_bytes()
    cut.write_bytes(content[: len(content) * 9 // 10])
    extraction = extract(cut)
    assert "Line 0 of page 1:" in text_of(extraction)
    assert "the end of the file is damaged" in extraction.warnings[0]


def test_a_page_that_cannot_be_read_is_named_and_the_others_are_kept(extract: Extract, tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(_with_missing_page())
    extraction = extract(path)
    assert [page.number for page in extraction.pages] == [1, 2, 3]
    assert "First page" in text_of(extraction)
    assert "Third page" in text_of(extraction)
    assert [warning for warning in extraction.warnings if warning.startswith("page 2 could not be read")]


def test_an_outline_that_runs_in_a_circle_ends(extract: Extract, tmp_path: Path) -> None:
    path = tmp_path / "circle.pdf"
    path.write_bytes(_with_circular_outline())
    extraction = extract(path)
    assert "First page" in text_of(extraction)
    assert sum(1 for block in extraction.pages[0].blocks if block.role is BlockRole.HEADING) <= 2


@pytest.mark.parametrize("lines", [60, 2_000, 40_000])
def test_a_page_full_of_lines_is_read_in_time(extract: Extract, tmp_path: Path, lines: int) -> None:
    path = tmp_path / "lines.pdf"
    level = "".join(f"10 {10 + n % 780} m {200 + n % 380} {10 + n % 780} l S\n" for n in range(lines))
    upright = "".join(f"{10 + n % 580} 10 m {10 + n % 580} {200 + n % 590} l S\n" for n in range(lines))
    path.write_bytes(_file([_text("Text under the lines") + level + upright]))
    # Within the limit of a page, which would refuse what takes longer.
    assert "Text under the lines" in text_of(extract(path))


def test_a_form_inside_itself_is_read_in_time(extract: Extract, tmp_path: Path) -> None:
    path = tmp_path / "inside.pdf"
    content = _text("Text beside the form") + "/F Do\n"
    form = "0 0 m 100 0 l S\n/F Do\n"
    path.write_bytes(
        _document(
            [
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources"
                f" << {_FONT} /XObject << /F 5 0 R >> >> >>",
                _stream(content),
                f"<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /F 5 0 R >> >>"
                f" /Length {len(form)} >>\nstream\n{form}\nendstream",
            ]
        )
    )
    assert "Text beside the form" in text_of(extract(path))


def test_bytes_that_only_begin_like_a_pdf_are_damaged(extract: Extract, tmp_path: Path) -> None:
    path = tmp_path / "noise.pdf"
    path.write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 40)
    with pytest.raises(FileError):
        extract(path)


def test_five_hundred_pages_take_five_times_as_long_as_a_hundred(tmp_path: Path) -> None:
    few, many = tmp_path / "few.pdf", tmp_path / "many.pdf"
    pdfs.make_long(few, 100)
    pdfs.make_long(many, 500)
    (first, _), (second, _) = seconds_for(few), seconds_for(few)
    seconds, extraction = seconds_for(many)
    headings = [block.text for page in extraction.pages for block in page.blocks if block.role is BlockRole.HEADING]
    assert headings == [f"Section {number}" for number in range(1, 501)]
    assert text_of(extraction).count("Register of the year") == 1
    assert seconds < 5 * 2 * min(first, second)


def seconds_for(path: Path) -> tuple[float, Extraction]:
    """Read a file in this process; its own time, since the machine may do other work."""
    started = time.process_time()
    extraction = read(path, ExtractionLimits(), RapidOcr(), lambda: None)
    return time.process_time() - started, extraction


_FONT = "/Font << /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"


def _text(line: str) -> str:
    return f"BT /H 12 Tf 72 700 Td ({line}) Tj ET\n"


def _stream(content: str) -> str:
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def _document(objects: list[str]) -> bytes:
    """Write objects, numbered from 1, the first of them the catalogue, without a table of their places."""
    body = "".join(f"{number} 0 obj\n{content}\nendobj\n" for number, content in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer\n<< /Root 1 0 R /Size {len(objects) + 1} >>\n%%EOF\n".encode("latin-1")


def _file(pages: list[str], catalogue: str = "", more: tuple[str, ...] = ()) -> bytes:
    kids = " ".join(f"{3 + 2 * index} 0 R" for index in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalogue} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
    ]
    for index, content in enumerate(pages):
        resources = f"/MediaBox [0 0 595 842] /Resources << {_FONT} >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R {resources} /Contents {4 + 2 * index} 0 R >>")
        objects.append(_stream(content))
    return _document([*objects, *more])


def _with_missing_page() -> bytes:
    whole = _file([_text("First page of the file"), _text("Second page of it"), _text("Third page of the file")])
    return whole.replace(b"/Kids [3 0 R 5 0 R 7 0 R]", b"/Kids [3 0 R 99 0 R 7 0 R]")


def _with_circular_outline() -> bytes:
    return _file(
        [_text("First page of the file")],
        "/Outlines 5 0 R",
        (
            "<< /Type /Outlines /First 6 0 R /Last 7 0 R /Count 2 >>",
            "<< /Title (First page of the file) /Parent 5 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>",
            "<< /Title (Again) /Parent 5 0 R /Next 6 0 R /First 6 0 R /Last 7 0 R /Dest [3 0 R /Fit] >>",
        ),
    )
