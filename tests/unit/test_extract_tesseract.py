"""What Tesseract is called with, and what is made of its table; a program of our own stands for it."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import reportlab
from PIL import Image, ImageDraw, ImageFont

from schedario.errors import OcrUnavailableError
from schedario.extract.reading_order import page_text
from schedario.extract.tools.tesseract import Tesseract
from schedario.records.status import Health

SCRIPT = """#!/bin/sh
here=$(dirname "$0")
case "$1" in
--version) echo "tesseract 5.9.1"; echo " leptonica-1.84";;
--list-langs) echo 'List of available languages in "/data" (3):'; printf 'eng\\nita\\n%s';;
*) echo "$OMP_THREAD_LIMIT $*" > "$here/call"
   cat > "$here/picture.png"; cat "$here/table"; exit $(cat "$here/status");;
esac
"""
HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
PAGE = Image.new("RGB", (200, 100), "white")

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a program in the place of Tesseract that answers with the given rows: line, word, box, confidence, text."""

    def put(*rows: tuple[int, int, tuple[int, int, int, int], float, str], status: int = 0, more: str = "osd") -> Path:
        words = (
            "\t".join(map(str, (5, 1, 1, 1, line, word, *box, confidence, text)))
            for line, word, box, confidence, text in rows
        )
        (tmp_path / "table").write_text(HEAD + "1\t1\t0\t0\t0\t0\t0\t0\t200\t100\t-1\t\n" + "\n".join(words) + "\n")
        (tmp_path / "status").write_text(str(status))
        program = tmp_path / "tesseract"
        program.write_text(SCRIPT % more)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
        return tmp_path

    return put


def test_it_runs_on_one_thread_with_its_own_layout_and_the_languages_by_its_names(install: Install) -> None:
    folder = install()
    assert Tesseract(("it", "en"), ("it", "de")).read(PAGE) == ()
    assert (folder / "call").read_text() == "1 stdin stdout -l ita+eng --psm 1 tsv\n"
    with Image.open(folder / "picture.png") as given:
        assert given.size == PAGE.size


def test_words_become_lines_with_box_and_confidence(install: Install) -> None:
    install(
        (1, 1, (10, 10, 40, 12), 90.0, "Nessuno"),
        (1, 2, (60, 10, 30, 14), 50.0, "può"),
        (2, 1, (10, 40, 9, 9), -1, " "),
    )
    (line,) = Tesseract(("it",)).read(PAGE)
    assert line.text == "Nessuno può"
    assert line.confidence == pytest.approx((7 * 0.9 + 3 * 0.5) / 10)
    assert (line.left, line.top, line.right, line.bottom) == pytest.approx((10, 10, 90, 24))


def test_the_slight_skew_of_long_lines_is_taken_out(install: Install) -> None:
    rise = 0.02
    rows = [(n, m, (100 * m, int(40 * n + rise * 100 * m), 80, 20), 90, "word") for n in (1, 2) for m in range(8)]
    install(*rows)
    for line in Tesseract(("it",)).read(PAGE):
        assert line.height == pytest.approx(20, abs=3)


@pytest.mark.parametrize(
    "boxes",
    [
        ((10, 10, 40, 10), (60, 10, 40, 10), (10, 30, 40, 10), (60, 30, 40, 10)),
        ((10, 160, 10, 40), (10, 110, 10, 40), (30, 160, 10, 40), (30, 110, 10, 40)),
        ((150, 80, 40, 10), (100, 80, 40, 10), (150, 60, 40, 10), (100, 60, 40, 10)),
        ((80, 10, 10, 40), (80, 60, 10, 40), (60, 10, 10, 40), (60, 60, 10, 40)),
    ],
    ids=["upright", "on its left side", "on its head", "on its right side"],
)
def test_a_turned_page_is_read_as_it_was_written(
    install: Install, boxes: tuple[tuple[int, int, int, int], ...]
) -> None:
    one, two, three, four = boxes
    install((1, 1, one, 90, "one"), (1, 2, two, 90, "two"), (2, 1, three, 90, "three"), (2, 2, four, 90, "four"))
    assert page_text(Tesseract(("it",)).read(PAGE)).split() == ["one", "two", "three", "four"]


def test_trained_data_that_is_missing_is_named_with_its_package(install: Install) -> None:
    install()
    with pytest.raises(OcrUnavailableError, match="no trained data for deu") as caught:
        Tesseract(("it", "de")).read(PAGE)
    assert "tesseract-ocr-deu" in caught.value.remedy


def test_the_doctor_is_told_version_languages_and_what_is_missing(install: Install) -> None:
    folder = install()
    (found,) = Tesseract(("it", "en")).check()
    assert (found.health, found.detail) == (Health.OK, f"tesseract 5.9.1, ita+eng ({folder}/tesseract)")
    install(more="")
    (found,) = Tesseract(("it",), ("fr",)).check()
    assert (found.health, found.detail.rpartition(": ")[2]) == (Health.WARNING, "fra osd")


def test_a_program_that_fails_is_an_error_and_no_empty_page(install: Install) -> None:
    install(status=3)
    with pytest.raises(OcrUnavailableError, match="exit status 3"):
        Tesseract(("it",)).read(PAGE)


def test_a_program_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(OcrUnavailableError, match="not installed"):
        Tesseract(("it",)).read(PAGE)
    (found,) = Tesseract(("it",)).check()
    assert found.health is Health.MISSING


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="Tesseract is not installed")
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_program_itself_reads_a_page_turned_any_way(turn: int) -> None:
    lines = ("The harbour office of the northern district", "confirms the receipt of all the papers", "for Aurora.") * 4
    font = ImageFont.truetype(str(Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"), 30)
    picture = Image.new("RGB", (1000, 800), "white")
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((80, 40 + 55 * number), line, fill="black", font=font)
    found = Tesseract(("en",)).read(picture.rotate(turn, expand=True))
    assert [line for line in page_text(found).split("\n") if line] == list(lines)
