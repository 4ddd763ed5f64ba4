"""How a place is written."""

import pytest

from schedario.records.extraction import PageKind
from schedario.records.locator import locator


@pytest.mark.parametrize(
    ("kind", "number", "label", "written"),
    [
        (PageKind.PAGE, 3, "", "page 3"),
        (PageKind.PAGE, 3, "iii", "page 3 (iii)"),
        (PageKind.PAGE, 3, "3", "page 3"),
        (PageKind.PAGE, 12, "A-2", "page 12 (A-2)"),
        (PageKind.SLIDE, 2, "", "slide 2"),
        (PageKind.SHEET, 1, "Costs", "sheet Costs"),
        (PageKind.BODY, None, "", ""),
    ],
)
def test_a_place_names_the_sheet_of_the_file_and_the_number_printed_on_it(
    kind: PageKind, number: int | None, label: str, written: str
) -> None:
    assert locator(kind, number, label) == written


def test_a_page_is_named_by_its_number_and_not_by_its_headings() -> None:
    assert locator(PageKind.PAGE, 3, "1", ("Install", "Network")) == "page 3 (1)"
