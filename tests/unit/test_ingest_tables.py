"""What is one table among rows, and which rows name its columns."""

import pytest

from schedario.ingest.tables import find_tables


def headers(rows: list[str], numbers: list[int] | None = None) -> list[tuple[list[str], list[str]]]:
    """Return the rows of each table with its header."""
    found = find_tables(rows, numbers or [0] * len(rows))
    return [
        (rows[t.rows.first : t.rows.last + 1], rows[t.header.first : t.header.last + 1] if t.header else [])
        for t in found
    ]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        (["Boat | Berth", "Alba | 1"], ["Boat | Berth"]),
        (["Boats of 2026", "Boat | Berth", "Alba | 1"], ["Boats of 2026", "Boat | Berth"]),
        (["Season | Peak | Peak", "Season | US | UK", "2001 | 4 | 7"], ["Season | Peak | Peak", "Season | US | UK"]),
        (["Season | Peak", "Spring | Calm", "Autumn | Rough"], ["Season | Peak"]),
        (["Area | 2024 | 2025", "North | 12 | 13"], ["Area | 2024 | 2025"]),
        (["Name", "Alba", "Bora"], ["Name"]),
        (["only | one row"], []),
        (["1 | 2", "3 | 4"], []),
        (["North | 12 | 13.5%", "South | 3 | 4%"], []),
        (["-12,5 € | (3.00)", "a | b"], []),
        ([], None),
    ],
)
def test_the_first_rows_name_the_columns_unless_they_are_figures(rows: list[str], header: list[str] | None) -> None:
    assert headers(rows) == ([] if header is None else [(rows, header)])


def test_a_blank_row_parts_tables_with_a_header_each() -> None:
    rows = ["Boat | Berth", "Alba | 1", "Crew | Boat", "Anna | Alba"]
    assert headers(rows, [1, 2, 5, 6]) == [(rows[:2], rows[:1]), (rows[2:], rows[2:3])]


def test_figures_below_a_blank_row_go_on_with_the_columns_above() -> None:
    rows = ["Boat | Berth", "Alba | 1", "Bora | 2", "Cima | 3"]
    assert headers(rows, [1, 2, 4, 5]) == [(rows[:2], rows[:1]), (rows[2:], rows[:1])]


def test_a_note_below_a_table_is_none_of_its_rows() -> None:
    rows = ["Boat | Berth", "Alba | 1", "as of May"]
    assert headers(rows, [1, 2, 4]) == [(rows[:2], rows[:1]), (rows[2:], [])]


def test_a_title_above_a_blank_row_belongs_to_the_table_below_it() -> None:
    rows = ["Boats", "Boat | Berth", "Alba | 1"]
    assert headers(rows, [1, 3, 4]) == [(rows, rows[:2])]
