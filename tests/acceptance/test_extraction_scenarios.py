"""What users of other systems complained about in reading files, from the file to the answer."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import reportlab
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics, ttfonts
from reportlab.pdfgen.canvas import Canvas

from fixtures import formats
from fixtures.commands import Commands

WORDS = ("abacus", "balcony", "candle", "dolphin", "eclipse", "falcon", "glacier", "harbour", "island", "jasmine")
FONT = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


def scan(*lines: str) -> io.BytesIO:
    """Draw lines as a scanner shows them."""
    picture = Image.new("RGB", (1000, 90 * len(lines)), "white")
    font = ImageFont.truetype(str(FONT), 34)
    for number, line in enumerate(lines):
        ImageDraw.Draw(picture).text((60, 30 + 80 * number), line, fill="black", font=font)
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    stream.seek(0)
    return stream


@contextmanager
def glyphs_without_letters() -> Iterator[None]:
    """Let reportlab say of every glyph that it stands for a code point of private use, as broken fonts do."""
    original = ttfonts.makeToUnicodeCMap
    ttfonts.makeToUnicodeCMap = lambda name, subset: original(name, [0xE000 + index for index in range(len(subset))])
    try:
        yield
    finally:
        ttfonts.makeToUnicodeCMap = original


def make_mixed_pdf(path: Path) -> None:
    """Make a page of text, one that is a picture, one whose glyphs stand for no letters, and a blank one."""
    with glyphs_without_letters():
        pdfmetrics.registerFont(ttfonts.TTFont("Garbage", str(FONT)))
        canvas = Canvas(str(path), pagesize=A4)
        canvas.drawString(72, 760, "The first page of the report mentions an armadillo in plain text.")
        canvas.showPage()
        canvas.drawInlineImage(Image.open(scan("The second page of the report", "shows a barracuda")), 40, 500, 500, 90)
        canvas.showPage()
        canvas.setFont("Garbage", 18)
        canvas.drawString(72, 760, "The third page of the report")
        canvas.drawString(72, 730, "speaks of a chinchilla")
        canvas.showPage()
        canvas.showPage()
        canvas.save()


def test_each_word_is_found_on_its_own_page_however_much_chunks_overlap(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_CHUNK_TOKENS", "64")
    monkeypatch.setenv("SCHEDARIO_OVERLAP_TOKENS", "32")
    canvas = Canvas(str(tmp_path / "ten.pdf"), pagesize=A4)
    for word in WORDS:
        for line in range(14):
            said = f"only this page names the {word}" if line == 7 else "the same sentence stands on every other page"
            canvas.drawString(72, 780 - 24 * line, f"In line {line} of the yearly report {said}.")
        canvas.showPage()
    canvas.save()
    single = Canvas(str(tmp_path / "one.pdf"), pagesize=A4)
    single.drawString(72, 760, "A file of one page about the kangaroo.")
    single.save()
    (tmp_path / "plain.txt").write_text("A note without pages about a platypus.\n")
    assert commands("add", tmp_path, "--json").json["totals"]["indexed"] == 3
    for page, word in [*enumerate(WORDS, 1), (1, "kangaroo"), (None, "platypus")]:
        answer = commands("search", word, "-k", "1", "--json").json
        (passage,) = answer["results"][0]["passages"]
        assert (passage["page"], word in passage["text"]) == (page, True)


def test_text_pictures_and_glyph_garbage_are_all_read_and_a_blank_page_is_called_blank(
    commands: Commands, tmp_path: Path
) -> None:
    make_mixed_pdf(tmp_path / "mixed.pdf")
    (entry,) = commands("add", tmp_path, "--json").json["files"]
    assert (entry["outcome"], entry["warnings"]) == ("indexed", [])
    for page, word, origin in ((1, "armadillo", "text"), (2, "barracuda", "ocr"), (3, "chinchilla", "ocr")):
        (result,) = commands("search", word, "-k", "1", "--json").json["results"]
        passage = result["passages"][0]
        assert (passage["page"], passage["origin"], word in passage["text"]) == (page, origin, True)
    outline = commands("show", entry["document"], "--json").json["outline"]
    assert [(place["page"], place["origin"], place["blank"]) for place in outline] == [
        (1, "text", False),
        (2, "ocr", False),
        (3, "ocr", False),
        (4, "text", True),
    ]
    assert commands("show", entry["document"], "--section", "4", "--json").json["text"] == ""
    assert "page 4, blank" in commands("show", entry["document"]).out


def test_encrypted_files_are_failed_entries_that_say_password_and_the_rest_is_read(
    commands: Commands, tmp_path: Path
) -> None:
    canvas = Canvas(str(tmp_path / "a.pdf"), encrypt=StandardEncryption("secret", "owner"))
    canvas.drawString(72, 700, "locked")
    canvas.save()
    for name in ("b.docx", "c.xlsx"):
        formats.make_compound(tmp_path / name, {"EncryptionInfo": b"info", "EncryptedPackage": bytes(5000)})
    (tmp_path / "d.txt").write_text("The walrus is read all the same.\n")
    added = commands("add", tmp_path, "--json")
    entries = {Path(entry["path"]).name: entry for entry in added.json["files"]}
    assert [entries[name]["code"] for name in ("a.pdf", "b.docx", "c.xlsx")] == ["password_needed"] * 3
    assert all("password" in entries[name]["reason"] for name in ("a.pdf", "b.docx", "c.xlsx"))
    assert (entries["d.txt"]["outcome"], added.code) == ("indexed", 1)
    assert len(commands("list", "--status", "failed", "--json").json) == 3
