"""Links, tags in running text and first paragraphs of Markdown, and what is none of them."""

import pytest

from fixtures.growth import EVENLY, TIMES, growth
from schedario.extract.html_blocks import read_html_text
from schedario.extract.note_markup import MOST_LINKS, markup_of, path_link, warnings_of
from schedario.records.note import LinkKind


def links(text: str) -> list[tuple[str, str, str]]:
    return [(link.kind.value, link.target, link.heading) for link in markup_of(text).links]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[[Name]]", [("wiki", "Name", "")]),
        ("[[Name|shown]]", [("wiki", "Name", "")]),
        ("| a | [[Name\\|shown]] |\n|---|---|\n", [("wiki", "Name", "")]),
        ("[[folder/Name#Head#Sub]]", [("wiki", "folder/Name", "Head#Sub")]),
        ("[[Name#^block|x]]", [("wiki", "Name", "^block")]),
        ("![[plan.png|300]]", [("embed", "plan.png", "")]),
        ("[x](a.md)", [("markdown", "a.md", "")]),
        ("[x](../b/a%20b.md#sum 'title')", [("markdown", "../b/a%20b.md", "sum")]),
        ("[x](<a b.md>)", [("markdown", "a b.md", "")]),
        ("[x](a_(1).md)", [("markdown", "a_(1).md", "")]),
        ("[![plan](plan.png)](a.md)", [("markdown", "plan.png", ""), ("markdown", "a.md", "")]),
        ("[x][ref]\n\n[ref]: a.md 'title'\n", [("markdown", "a.md", "")]),
        ("# See [[Name]]", [("wiki", "Name", "")]),
        ('---\nrelated: "[[Name]]"\n---\ntext', [("wiki", "Name", "")]),
        ("[[One]] [[Two]] [[One]]", [("wiki", "One", ""), ("wiki", "Two", "")]),
    ],
)
def test_links_are_found(text: str, found: list[tuple[str, str, str]]) -> None:
    assert links(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "`[[Name]]`",
        "```\n[[Name]]\n[x](a.md)\n```",
        "[x](https://example.org/a.md)",
        "[x](mailto:voss@example.org)",
        "[x](//example.org/a.md)",
        "[x](#heading)",
        "[[#heading]]",
        "[docs](docs/)",
        "[x]()",
        "\\[[Name]]",
        "[^1]: a footnote",
        "[x][1]\n\n[1]: https://example.org",
        "[ ] a task (a.md)",
        "[[two\nlines]]",
    ],
)
def test_what_leads_to_no_file_is_no_link(text: str) -> None:
    assert links(text) == []


def test_links_of_one_file_are_bounded_and_the_bound_is_said() -> None:
    markup = markup_of("".join(f"[[n{number}]]\n" for number in range(MOST_LINKS + 5)))
    assert len(markup.links) == MOST_LINKS
    assert warnings_of(markup) == ("only the first 10,000 links were kept",)
    assert warnings_of(markup_of("[[a]]")) == ()


@pytest.mark.parametrize(
    ("before", "repeated", "times"),
    [("", "[", 200_000), ("`" * 99, "a`", 100_000), ("", "[[a|", 50_000), ("", "](", 100_000), ("", "[x](<", 50_000)],
)
def test_a_hostile_line_takes_no_time_to_speak_of(before: str, repeated: str, times: int) -> None:
    assert growth(lambda size: markup_of(before + repeated * size), times // TIMES) < EVENLY


def test_hashtags_are_words_with_a_sign_in_running_text() -> None:
    text = "#one and #two/three, #Vier-5\n\n# Heading\n\n#42 a#no [x](#no) `#no` [[A#no]]\n```\n#no\n```\n"
    assert markup_of(text).hashtags == ("one", "two/three", "Vier-5")


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        (
            "---\ntitle: x\n---\n# H\n\nThe *first* paragraph\nof **two** lines.\n\nSecond.",
            "The first paragraph of two lines.",
        ),
        ("- a list\n- of two\n\nProse.", "Prose."),
        ("> [!note]\n> a callout\n\nProse.", "Prose."),
        ("```\ncode\n```\n\nProse.", "Prose."),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nProse.", "Prose."),
        ("![[plan.png]]\n\nProse with [[Name|a link]] and [[Other]].", "Prose with a link and Other."),
        ("[![badge](b.svg)](https://example.org)\n\n<p align='center'>Prose.</p>", "Prose."),
        ("***\n\n[ref]: a.md\n\nProse.", "Prose."),
        ("# Only\n\n- lists\n", ""),
        ("", ""),
    ],
)
def test_the_opening_is_the_first_paragraph_of_running_text(text: str, opening: str) -> None:
    assert markup_of(text).opening == opening


def test_the_links_of_a_page_are_its_relative_addresses() -> None:
    page = '<nav><a href="menu.html">m</a></nav><a href="a/b.html?x=1#top">b</a> <a href="https://example.org">w</a>'
    found = [path_link(LinkKind.HTML, address) for address in read_html_text(page).addresses]
    assert [(link.target, link.heading) for link in found if link] == [("a/b.html", "top")]
