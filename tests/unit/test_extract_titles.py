"""Titles that programs put in where a person gave none."""

import pytest

from schedario.extract.titles import telling_title


@pytest.mark.parametrize(
    "title",
    [
        *("untitled", "(anonymous)", "PowerPoint Presentation", "Presentation", "Microsoft Word - Document1"),
        *("Documento2", "Mappe 1", "Senza titolo", "", " "),
    ],
)
def test_a_program_s_own_title_says_nothing(title: str) -> None:
    assert telling_title(title) == ""


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Microsoft Word - Mietvertrag 2024.doc", "Mietvertrag 2024.doc"),
        ("Presentation of the harbour", "Presentation of the harbour"),
        ("The  Book\nof tides", "The Book of tides"),
        ("1984", "1984"),
    ],
)
def test_a_title_that_a_person_gave_stays(title: str, shown: str) -> None:
    assert telling_title(title) == shown
