"""Lines found by OCR are put into the order of reading."""

from schedario.extract.reading_order import OcrLine, page_text


def line(text: str, left: float, top: float, width: float | None = None) -> OcrLine:
    return OcrLine(text, 0.9, left, top, left + (width or 10.0 * len(text)), top + 20)


def test_an_empty_page_has_no_text() -> None:
    assert page_text([]) == ""


def test_lines_are_read_from_the_top_and_pieces_of_a_line_from_the_left() -> None:
    assert page_text([line("below", 0, 30), line("right", 60, 2), line("left", 0, 0)]) == "left right\nbelow"


def test_a_gap_higher_than_a_line_parts_paragraphs() -> None:
    assert page_text([line("one", 0, 0), line("two", 0, 25), line("three", 0, 90)]) == "one\ntwo\n\nthree"


def test_columns_of_prose_on_one_grid_are_read_one_after_the_other() -> None:
    left = [line(f"left column, line number {n}", 0, 30 * n, 260) for n in range(4)]
    right = [line(f"right column, line number {n}", 320, 30 * n, 260) for n in range(4)]
    assert page_text(interleaved(left, right)) == "\n".join(one.text for one in left) + "\n\n" + "\n".join(
        one.text for one in right
    )


def test_a_title_across_the_columns_comes_first_and_a_footer_last() -> None:
    left = [line(f"left column, line number {n}", 0, 100 + 30 * n, 260) for n in range(4)]
    right = [line(f"right column, line number {n}", 320, 100 + 30 * n, 260) for n in range(4)]
    title, footer = line("a title over both", 100, 0, 400), line("a footer below both", 100, 400, 400)
    text = page_text([footer, *interleaved(right, left), title])
    assert text.index("title") < text.index("left column, line number 3") < text.index("right column, line number 0")
    assert text.endswith("a footer below both")


def test_three_columns_are_read_in_order() -> None:
    columns = [[line(f"column {c}, its line number {n}", 320 * c, 30 * n, 260) for n in range(4)] for c in range(3)]
    text = page_text([one for row in zip(*columns, strict=True) for one in row])
    assert [text.index(f"column {c}, its line number 0") for c in range(3)] == sorted(
        text.index(f"column {c}, its line number 0") for c in range(3)
    )
    assert text.index("column 0, its line number 3") < text.index("column 1, its line number 0")


def test_the_cells_of_a_table_are_read_across() -> None:
    names = [line(f"name {n}", 0, 30 * n) for n in range(5)]
    values = [line(f"{n}00", 300, 30 * n) for n in range(5)]
    assert page_text(names + values).splitlines() == [f"name {n}   {n}00" for n in range(5)]


def test_a_side_column_of_its_own_line_height_is_kept_apart() -> None:
    letter = [line(f"the letter goes on with line {n}", 0, 30 * n, 300) for n in range(8)]
    side = [line(f"address {n}", 400, 7 + 38 * n) for n in range(5)]
    assert page_text(interleaved(letter, side)).split("\n\n")[1].splitlines() == [f"address {n}" for n in range(5)]


def test_a_line_that_sticks_out_into_the_gutter_stays_in_its_column() -> None:
    left = [line(f"left column, line number {n}", 0, 30 * n, 262 if n % 3 == 0 else 245) for n in range(9)]
    right = [line(f"right column, line number {n}", 272, 30 * n, 245) for n in range(9)]
    text = page_text(interleaved(left, right))
    assert text.index("left column, line number 8") < text.index("right column, line number 0")


def interleaved(one: list[OcrLine], other: list[OcrLine]) -> list[OcrLine]:
    return sorted(one + other, key=lambda line: line.top)


def test_a_caption_beside_prose_is_read_after_the_prose_that_it_stands_beside() -> None:
    prose = [line(f"prose beside a picture, line {n}", 300, 30 * n, 300) for n in range(10)]
    below = [line(f"prose that runs over the whole page below, line {n}", 0, 300 + 30 * n, 600) for n in range(2)]
    caption = line("THEIR CAPTION", 60, 248, 140)
    text = page_text([*prose, caption, *below])
    assert text.split("\n\n") == [
        "\n".join(one.text for one in prose),
        "THEIR CAPTION",
        "\n".join(one.text for one in below),
    ]


def test_a_label_at_the_head_of_a_column_stays_before_it() -> None:
    prose = [line(f"a long answer that goes on, line {n}", 300, 30 * n, 300) for n in range(10)]
    assert page_text([line("Reason:", 0, 0), *prose]).startswith("Reason:")
