"""Numbers, boxes to tick and labels that a DOCX shows and does not hold as text."""

from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import BlockRole, Extraction

LEVELS = (("decimal", "%1."), ("decimal", "%1.%2"), ("lowerLetter", "(%3)"))
TICK = (
    '<w:sdt {names} xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:sdtPr><w14:checkbox>'
    '<w14:checked w14:val="{value}"/></w14:checkbox></w:sdtPr><w:sdtContent><w:r><w:t>{shown}</w:t></w:r>'
    "</w:sdtContent></w:sdt>"
)


def make_contract(path: Path) -> None:
    """Make a contract with a numbered list that goes on below paragraphs, numbered headings and boxes."""
    document = docx.Document()
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (kind, text) in enumerate(LEVELS)
    )
    numbering.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="900">{levels}</w:abstractNum>'))
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="90"><w:abstractNumId w:val="900"/></w:num>'))
    for text, depth, style in (
        ("Term", 0, "Heading 1"),
        ("The contract runs for a year.", None, None),
        ("Termination", 1, "Heading 2"),
        ("by letter", 2, None),
        ("by mail", 2, None),
        ("Sums stand in annex B.", None, None),
        ("Payment", 0, "Heading 1"),
        ("Delay", 1, "Heading 2"),
    ):
        paragraph = document.add_paragraph(text, style)
        if depth is not None:
            number = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="90"/></w:numPr>'
            paragraph._p.get_or_add_pPr().append(parse_xml(number))
    for text, value in (("insured", 1), ("leased", 0)):
        box = TICK.format(names=nsdecls("w"), value=value, shown="☒" if value else "☐")
        document.add_paragraph(f" {text}")._p.insert(0, parse_xml(box))
    document.save(str(path))


@pytest.fixture(scope="module")
def contract(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Extraction]:
    folder = tmp_path_factory.mktemp("docx")
    make_contract(folder / "contract.docx")
    extractor = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield extractor.extract(folder / "contract.docx")
    extractor.close()


def test_headings_have_the_numbers_that_a_reader_sees(contract: Extraction) -> None:
    headings = [block.text for block in contract.pages[0].blocks if block.role is BlockRole.HEADING]
    assert headings == ["1. Term", "1.1 Termination", "2. Payment", "2.1 Delay"]


def test_items_have_their_own_labels_and_lists_go_on_below_paragraphs(contract: Extraction) -> None:
    text = "\n".join(block.text for block in contract.pages[0].blocks)
    assert "(a) by letter" in text
    assert "(b) by mail" in text
    assert "\ue000" not in text


def test_boxes_show_whether_they_are_ticked(contract: Extraction) -> None:
    lines = " ".join("\n".join(block.text for block in contract.pages[0].blocks).split())
    assert lines.endswith("☒ insured ☐ leased")
