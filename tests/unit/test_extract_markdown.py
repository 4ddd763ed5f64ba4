"""Markdown is cut at headings and tables, and nowhere else."""

import pytest

from fixtures.growth import EVENLY, growth
from schedario.extract.markdown_blocks import markdown_blocks, plain
from schedario.records.extraction import BlockRole


def shape(text: str) -> list[tuple[str, int, str]]:
    return [(block.role.value, block.level, block.text) for block in markdown_blocks(text)]


@pytest.mark.parametrize(
    ("text", "level", "title"),
    [
        ("# One", 1, "One"),
        ("   ### Three ###", 3, "Three"),
        ("## Use `pip` and **be** [quick](https://example.org)", 2, "Use pip and be quick"),
        ("Title\n===", 1, "Title"),
        ("Title\n---", 2, "Title"),
    ],
)
def test_headings_of_both_kinds_are_found(text: str, level: int, title: str) -> None:
    assert shape(text) == [("heading", level, title)]


@pytest.mark.parametrize(
    "text",
    [
        "#hashtag",
        "####### seven",
        "    # indented code",
        "text\n\n---",
        "- item\n---",
        "one\ntwo\n---",
        "```\n# in a fence\n```",
        "~~~~\n# in a fence\n~~~\n# still in it\n~~~~",
        "```\n# in a fence that nobody closes",
        "---\ntitle: x\n---",
    ],
)
def test_what_only_looks_like_a_heading_is_text(text: str) -> None:
    assert shape(text) == [("text", 0, text)]


def test_a_pipe_table_becomes_rows_without_its_rule() -> None:
    text = "before\n\n| a | b |\n|:--|--:|\n| `1` | x \\| y |\n| **2** | |\n\nafter"
    assert shape(text) == [
        ("text", 0, "before"),
        ("table", 0, "a | b\n1 | x | y\n2"),
        ("text", 0, "after"),
    ]


def test_text_between_headings_stays_as_it_was_written() -> None:
    text = "# A\nline *one*\n  line two\n\n1. item\n## B\nlast"
    assert [block.text for block in markdown_blocks(text) if block.role is BlockRole.TEXT] == [
        "line *one*\n  line two\n\n1. item",
        "last",
    ]


def test_a_line_of_open_brackets_takes_no_time() -> None:
    assert plain("[" * 100_000 + "[shown](target)") == "[" * 100_000 + "shown"
    assert growth(lambda size: plain("[" * size + "[shown](target)"), 12_500) < EVENLY
