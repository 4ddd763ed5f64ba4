"""Numbers under the formats of their cells, as a spreadsheet program shows them."""

import random

import pytest

from schedario.extract.number_format import BUILT_IN, is_number_format
from schedario.extract.number_text import written


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (0.125, "0%", "13%"),
        (0.125, "0.0%", "12.5%"),
        (0.025, "0.00%", "2.50%"),
        (1599.99, "#,##0.00", "1,599.99"),
        (-1599.99, "#,##0.00", "-1,599.99"),
        (1234567.5, "#,##0", "1,234,568"),
        (999.5, "#,##0", "1,000"),
        (12, "#,##0", "12"),
        (0, "#,##0", "0"),
        (0, "#,###", ""),
        (0.5, "#.##", ".5"),
        (2, "0.0#", "2.0"),
        (-1599.99, "$#,##0.00;[Red]($#,##0.00)", "($1,599.99)"),
        (1599.99, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "$1,599.99"),
        (1234.5, "#,##0.00\\ [$€-407]", "1.234,50 €"),
        (1234.5, "[$€-410]\\ #,##0.00", "€ 1.234,50"),
        (1234.5, "[$CHF-807]\\ #,##0.00", "CHF 1,234.50"),
        (1234.5, '#,##0.00\\ "€"', "1,234.50 €"),
        (1234.5, "[$-409]0.0", "1234.5"),
        (0, '_-* #,##0.00\\ _€_-;-* #,##0.00\\ _€_-;_-* "-"??\\ _€_-;_-@_-', "-"),
        (7, "00000", "00007"),
        (123456, "00000", "123456"),
        (5551234567, "(000) 000-0000", "(555) 123-4567"),
        (198356388, "0.00E+00", "1.98E+08"),
        (-0.00012, "0.0E+0", "-1.2E-4"),
        (12345, "##0.0E+0", "12.3E+3"),
        (2.5, "# ?/?", "2 1/2"),
        (0.25, "# ??/??", "1/4"),
        (3, "# ?/?", "3"),
        (0.3333, "?/?", "1/3"),
        (2.3, "# ?/8", "2 2/8"),
        (1500000, '0.0,,"M"', "1.5M"),
        (1500, "#,##0,", "2"),
        (12, '0" km"', "12 km"),
        (3.25, 'General" km"', "3.25 km"),
        (120, '[>=100]"many";[<100]"few"', "many"),
        (20, '[>=100]"many";[<100]"few"', "few"),
        (5, '"yes";"no";"none"', "yes"),
        (-0.4, "0", "0"),
        (5, ";;;", ""),
        (1.005, "0.00", "1.01"),
    ],
)
def test_a_number_is_written_as_its_cell_shows_it(value: float, code: str, text: str) -> None:
    assert written(value, code) == text


@pytest.mark.parametrize("code", ["General", "@", "", "dd/mm/yyyy", "h:mm AM/PM", "[h]:mm:ss", '[$-409]d"th" mmm'])
def test_formats_of_dates_and_of_nothing_change_no_number(code: str) -> None:
    assert not is_number_format(code)


@pytest.mark.parametrize("code", [*BUILT_IN.values(), '0" dmy"', "[Red]0", "0.00E+00", '"day "0'])
def test_formats_of_numbers_do(code: str) -> None:
    assert is_number_format(code)


def test_no_format_and_no_number_breaks_the_reader() -> None:
    chance = random.Random(7)
    signs = [
        "0",
        "#",
        "?",
        ".",
        ",",
        "%",
        "/",
        "E+",
        "E-",
        ";",
        '"',
        "\\",
        "_",
        "*",
        "[",
        "]",
        "[$€-407]",
        "[>1]",
        " ",
        "x",
    ]
    values = [0.0, -1.5, 1e300, -1e-300, 123456789.123, float("inf"), float("nan"), 7]
    for _ in range(20_000):
        code = "".join(chance.choice(signs) for _ in range(chance.randint(0, 12)))
        assert len(written(chance.choice(values), code)) < 2000
    assert written(1.5, "0" * 300) == ""
