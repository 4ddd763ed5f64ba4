"""The numbers that a word processor puts before paragraphs, from how a list counts."""

from xml.etree.ElementTree import fromstring

import pytest

from schedario.extract.docx_numbering import ListNumbers
from schedario.extract.list_numbers import number_text

NUMBERING = """<w:numbering xmlns:w="urn:w">
<w:abstractNum w:abstractNumId="0">
 <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
 <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
 <w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:pStyle w:val="Deep"/>
  <w:isLgl/><w:lvlText w:val="§ %1-%2-%3"/></w:lvl>
 <w:lvl w:ilvl="3"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl>
 <w:lvl w:ilvl="4"><w:start w:val="1"/><w:numFmt w:val="none"/><w:lvlText w:val=""/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="Legal"/></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:styleLink w:val="Legal"/>
 <w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimalZero"/><w:lvlText w:val="Art. %1"/></w:lvl>
</w:abstractNum>
<w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="8"><w:abstractNumId w:val="0"/>
 <w:lvlOverride w:ilvl="0"><w:startOverride w:val="6"/></w:lvlOverride></w:num>
<w:num w:numId="9"><w:abstractNumId w:val="1"/></w:num>
</w:numbering>"""


def labels(*paragraphs: tuple[str, int]) -> list[str | None]:
    numbers = ListNumbers(fromstring(NUMBERING))
    return [numbers.next_label(list_id, depth) for list_id, depth in paragraphs]


def test_a_level_counts_anew_below_each_paragraph_of_a_higher_one() -> None:
    assert labels(("7", 0), ("7", 1), ("7", 1), ("7", 0), ("7", 1)) == ["1.", "1.a)", "1.b)", "2.", "2.a)"]


def test_a_level_whose_higher_ones_were_skipped_shows_their_start() -> None:
    assert labels(("7", 2), ("7", 2)) == ["§ 1-1-1", "§ 1-1-2"]


def test_two_lists_of_one_kind_count_on_and_a_list_may_start_elsewhere() -> None:
    assert labels(("7", 0), ("8", 0), ("8", 0), ("7", 0)) == ["1.", "6.", "7.", "8."]


def test_bullets_and_unknown_lists_have_no_label_and_a_level_without_numbers_an_empty_one() -> None:
    assert labels(("7", 3), ("404", 0), ("7", 4)) == [None, None, ""]


def test_the_levels_may_come_from_a_style_of_lists() -> None:
    assert labels(("9", 0), ("9", 0)) == ["Art. 04", "Art. 05"]


def test_a_level_is_found_by_the_style_that_stands_for_it() -> None:
    assert ListNumbers(fromstring(NUMBERING)).level_of_style("7", "Deep") == 2


@pytest.mark.parametrize(
    ("number", "kind", "text"),
    [
        (3, "decimal", "3"),
        (26, "lowerLetter", "z"),
        (28, "upperLetter", "BB"),
        (1994, "upperRoman", "MCMXCIV"),
        (4, "lowerRoman", "iv"),
        (0, "lowerRoman", "0"),
        (7, "decimalZero", "07"),
        (2, "chineseCounting", "2"),
        (2, "none", ""),
    ],
)
def test_numbers_are_written_as_their_kind_says(number: int, kind: str, text: str) -> None:
    assert number_text(number, kind) == text
