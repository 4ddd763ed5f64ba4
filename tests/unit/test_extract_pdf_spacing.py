"""Letters that were set apart become words again; single letters that are meant stay."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from schedario.extract.pdf_layer import read_layer
from schedario.extract.pdf_spacing import is_spaced_out

LINES = ("The harbour office confirms the receipt", "of all papers for the sailing boat Aurora.")
FONT, SIZE = "Helvetica", 12


def make(path: Path, lines: tuple[str, ...], letter_gap: float, word_gap: float) -> None:
    canvas = Canvas(str(path), pagesize=(842, 300))
    for number, line in enumerate(lines):
        x = 40.0
        canvas.setFont(FONT, SIZE)
        for letter in line:
            if letter == " ":
                x += word_gap
                continue
            canvas.drawString(x, 250 - 30 * number, letter)
            x += stringWidth(letter, FONT, SIZE) + letter_gap
    canvas.save()


def read(path: Path) -> str:
    document = pdfium.PdfDocument(path)
    try:
        page = document[0]
        return read_layer(page).text
    finally:
        document.close()


def test_letters_set_apart_become_words_at_the_wide_gaps(tmp_path: Path) -> None:
    make(tmp_path / "wide.pdf", LINES, letter_gap=3.4, word_gap=6)
    assert read(tmp_path / "wide.pdf").split("\n") == list(LINES)


def test_single_letters_of_equal_distance_are_left_as_they_are(tmp_path: Path) -> None:
    make(tmp_path / "letters.pdf", ("A B C D E F G H", "I J K L M N O P"), letter_gap=0, word_gap=20)
    assert read(tmp_path / "letters.pdf").split() == list("ABCDEFGHIJKLMNOP")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H e re i s so me fo rma tte d te xt", True),
        ("I am in on it as we go to do so", True),
        ("The harbour office confirms the receipt of all papers", False),
        ("a b c", False),
        ("1 2 3 4 5 6 7 8 9 10 11 12", False),
    ],
)
def test_words_in_pieces_are_told_by_their_mean_length(text: str, expected: bool) -> None:
    assert is_spaced_out(text) is expected
