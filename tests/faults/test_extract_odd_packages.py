"""Packages that are honest but odd, or broken in a way that makes a library give up."""

import struct
import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from PIL import Image

from schedario.errors import FileDamagedError
from schedario.extract.supervisor import ChildExtractor

# Record 0x9C of a binary workbook: a sheet that is visible, number 1, with the id of its part and its name.
SHEET = struct.pack("<II", 0, 1) + b"".join(
    struct.pack("<I", len(word)) + word.encode("utf-16-le") for word in ("rId9", "Costi")
)


@pytest.fixture
def extractor(tmp_path: Path) -> Iterator[ChildExtractor]:
    root = tmp_path / "temporary"
    root.mkdir()
    made = ChildExtractor(temporary_root=root)
    yield made
    made.close()


def test_a_drawing_of_a_few_megabytes_is_no_bomb(extractor: ChildExtractor, tmp_path: Path) -> None:
    document = docx.Document()
    document.add_paragraph("The plan of the pier.")
    document.save(str(tmp_path / "plan.docx"))
    with zipfile.ZipFile(tmp_path / "plan.docx", "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/media/image9.emf", bytes(2_000_000))
    (block,) = extractor.extract(tmp_path / "plan.docx").pages[0].blocks
    assert block.text == "The plan of the pier."


def test_a_workbook_at_which_its_library_panics_is_damaged(extractor: ChildExtractor, tmp_path: Path) -> None:
    kind = "application/vnd.ms-excel.sheet.binary.macroEnabled.main"
    with zipfile.ZipFile(tmp_path / "torn.xlsb", "w") as archive:
        archive.writestr(
            "[Content_Types].xml", f'<Types><Override PartName="/xl/workbook.bin" ContentType="{kind}"/></Types>'
        )
        archive.writestr("xl/_rels/workbook.bin.rels", "<Relationships/>")
        archive.writestr("xl/workbook.bin", b"\x9c\x01" + bytes([len(SHEET)]) + SHEET)
    with pytest.raises(FileDamagedError, match="cannot be read"):
        extractor.extract(tmp_path / "torn.xlsb")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_picture_that_is_torn_costs_itself_however_it_is_packed(
    extractor: ChildExtractor, tmp_path: Path, method: int
) -> None:
    drawing = tmp_path / "map.png"
    Image.effect_noise((200, 200), 90).save(drawing)
    document = docx.Document()
    document.add_paragraph("The plan of the pier.")
    document.add_picture(str(drawing))
    document.save(str(tmp_path / "whole.docx"))
    with (
        zipfile.ZipFile(tmp_path / "whole.docx") as whole,
        zipfile.ZipFile(tmp_path / "torn.docx", "w") as torn,
    ):
        for info in whole.infolist():
            chosen = method if info.filename.endswith(".png") else zipfile.ZIP_DEFLATED
            torn.writestr(info.filename, whole.read(info), compress_type=chosen)
        picture = next(info for info in torn.infolist() if info.filename.endswith(".png"))
    with (tmp_path / "torn.docx").open("r+b") as file:
        file.seek(picture.header_offset + 30 + len(picture.filename) + picture.compress_size // 4)
        file.write(b"\xff" * (picture.compress_size // 2))
    extraction = extractor.extract(tmp_path / "torn.docx")
    assert extraction.pages[0].blocks[0].text == "The plan of the pier."
    assert extraction.warnings == ("1 picture is not read: damaged",)
