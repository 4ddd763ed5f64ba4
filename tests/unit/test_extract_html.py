"""HTML is cut into headings, tables and text, however it was written."""

import pytest

from schedario.extract.html_blocks import read_html_text


def shape(text: str) -> list[tuple[str, int, str]]:
    return [(block.role.value, block.level, block.text) for block in read_html_text(text).blocks]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("plain words", [("text", 0, "plain words")]),
        ("<p>one<p>two  <b>bold</b>ly", [("text", 0, "one\n\ntwo boldly")]),
        ("<p>one<br>two<br/>three", [("text", 0, "one\ntwo\nthree")]),
        ("<h2>A <i>b</i><br>c</h2>text", [("heading", 2, "A b c"), ("text", 0, "text")]),
        ("<h1><div>In a</div><div>division</div></h1>", [("heading", 1, "In a division")]),
        ("<h1>never closed<p>text", [("heading", 1, "never closed"), ("text", 0, "text")]),
        ("<h1></h1>text", [("text", 0, "text")]),
        ("<ul><li>a<ul><li>b</ul><li>c</ul>", [("text", 0, "- a\n  - b\n- c")]),
        ("<ol><li><p>a</p></li><li>b</li></ol>", [("text", 0, "1. a\n2. b")]),
        ("<pre>if x:\n    y &lt; 2\n</pre>", [("text", 0, "if x:\n    y < 2")]),
        ("caff&egrave; &#8364; 5 &lt;b&gt;", [("text", 0, "caffè € 5 <b>")]),
        ("a<script>var x = '<p>no</p>';</script>b<style>p{}</style>", [("text", 0, "ab")]),
        ("<script src='x'/><p>after an XHTML script", [("text", 0, "after an XHTML script")]),
        ("<div hidden><div>no</div>no</div>yes", [("text", 0, "yes")]),
        ("<p style='display: none'>no<p>yes", [("text", 0, "yes")]),
        ("<title>t</title><!-- no --><p>yes", [("text", 0, "yes")]),
    ],
)
def test_text_and_headings(text: str, blocks: list[tuple[str, int, str]]) -> None:
    assert shape(text) == blocks


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", [("table", 0, "a | b\n1 | 2")]),
        ("<table><td>no row</table>", [("table", 0, "no row")]),
        ("<table><tr><td>never<td>closed", [("table", 0, "never | closed")]),
        ("<table><tr><td></td><td>x</td></tr><tr><td></td></tr></table>", [("table", 0, " | x")]),
        ("<table><tr><td><p>two<p>parts</td><td><ul><li>x</ul></td></tr></table>", [("table", 0, "two parts | - x")]),
        ("<table><caption>Cap</caption><tr><td>a</table>", [("text", 0, "Cap"), ("table", 0, "a")]),
        (
            "<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>in 1<td>in 2</table></table>after",
            [("table", 0, "a | b\nc | in 1 | in 2"), ("text", 0, "after")],
        ),
        (
            "<table><tr><td><h1>Page</h1>words<tr><td><table><tr><td>1<td>2</table></table>",
            [("heading", 1, "Page"), ("text", 0, "words"), ("table", 0, "1 | 2")],
        ),
    ],
)
def test_tables(text: str, blocks: list[tuple[str, int, str]]) -> None:
    assert shape(text) == blocks


def test_the_title_is_the_pages_own() -> None:
    assert (
        read_html_text("<head><title>Ferry\n &amp; train</title></head><title>other</title>").title == "Ferry & train"
    )


@pytest.mark.parametrize("text", ["<div>", "<table><tr><td>", "<ul><li>", "<font>word ", "</div>", "<b"])
def test_any_depth_keeps_the_last_word(text: str) -> None:
    assert read_html_text(text * 20_000 + "> DEEP").blocks[-1].text.endswith("DEEP")
