"""What stands in parts beside the text of office files: formulas, charts, diagrams, comments, boxes, headers."""

import zipfile
from collections.abc import Iterator
from pathlib import Path

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI as WordUri
from docx.opc.part import Part as WordPart
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from pptx import Presentation
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI

from schedario.extract.supervisor import ChildExtractor

MATH = "xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'"
FORMULA = f"<m:oMath {MATH}><m:r><m:t>A=</m:t></m:r><m:sSup><m:e><m:r><m:t>r</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t>"
FORMULA += "</m:r></m:sup></m:sSup></m:oMath>"
RUBY = (
    "<w:r {}><w:ruby><w:rt><w:r><w:t>toukyou</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase>"
    "</w:ruby></w:r>"
)
DRAWN = (
    "<w:r {}><w:drawing><x:{} xmlns:x='http://schemas.openxmlformats.org/drawingml/2006/{}' r:{}='{}'/>"
    "</w:drawing></w:r>"
)
CHART = (
    "<c:chartSpace xmlns:c='http://schemas.openxmlformats.org/drawingml/2006/chart'><c:chart><c:ser><c:tx>"
    "<c:v>Boats</c:v></c:tx><c:cat><c:strCache><c:pt idx='0'><c:v>Monday</c:v></c:pt></c:strCache></c:cat><c:val>"
    "<c:numCache><c:pt idx='0'><c:v>41</c:v></c:pt></c:numCache></c:val></c:ser></c:chart></c:chartSpace>"
)
DIAGRAM = (
    "<d:dataModel xmlns:d='http://schemas.openxmlformats.org/drawingml/2006/diagram' "
    "xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><d:ptLst><d:pt modelId='1'><d:t><a:p><a:r>"
    "<a:t>Harbour office</a:t></a:r></a:p></d:t></d:pt></d:ptLst></d:dataModel>"
)
COMMENTS = (
    "<p:cmLst xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'>"
    "<p:cm authorId='0'><p:text>Is this so?</p:text></p:cm></p:cmLst>"
)
AUTHORS = (
    "<p:cmAuthorLst xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'>"
    "<p:cmAuthor id='0' name='Anna'/></p:cmAuthorLst>"
)
BOX = (
    "<xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>4</xdr:row></xdr:from><xdr:sp><xdr:txBody>"
    "<a:p xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><a:r><a:t>Only by day</a:t></a:r></a:p>"
    "</xdr:txBody></xdr:sp></xdr:oneCellAnchor>"
)
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


def texts(extractor: ChildExtractor, path: Path) -> list[str]:
    blocks = [block.text for page in extractor.extract(path).pages for block in page.blocks]
    return [text for block in blocks for text in block.split("\n\n")]


def test_formulas_readings_charts_and_diagrams_stand_where_a_document_shows_them(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    document = docx.Document()
    for name, kind, xml in (
        ("chart1", RELATIONSHIP_TYPE.CHART, CHART),
        ("data1", RELATIONSHIP_TYPE.DIAGRAM_DATA, DIAGRAM),
    ):
        part = WordPart(WordUri(f"/word/{name}.xml"), "application/xml", xml.encode(), document.part.package)
        assert document.part.relate_to(part, kind)
    chart, diagram = (relation.rId for relation in list(document.part.rels.values())[-2:])
    names = nsdecls("w", "r")
    for piece in ((FORMULA, FORMULA), (RUBY.format(names),)):
        paragraph = document.add_paragraph("Before ")
        for xml in piece:
            paragraph._p.append(parse_xml(xml))
        paragraph.add_run(", after.")
    document.add_paragraph("The week:")._p.append(parse_xml(DRAWN.format(names, "chart", "chart", "id", chart)))
    document.add_paragraph("Who:")._p.append(parse_xml(DRAWN.format(names, "relIds", "diagram", "dm", diagram)))
    document.save(str(tmp_path / "made.docx"))
    assert texts(extractor, tmp_path / "made.docx") == [
        *("Before A=r^2 A=r^2, after.", "Before 東京, after."),
        *("The week:", " | Monday\nBoats | 41", "Who:", "Harbour office"),
    ]


def test_the_comments_on_a_slide_follow_it_with_their_authors(extractor: ChildExtractor, tmp_path: Path) -> None:
    presentation = Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[0])
    slide.shapes.title.text = "The harbour"
    for holder, name, kind, xml in (
        (slide.part, "comments/comment1", "comments", COMMENTS),
        (presentation.part, "commentAuthors", "commentAuthors", AUTHORS),
    ):
        part = Part(PackURI(f"/ppt/{name}.xml"), "application/xml", presentation.part.package, xml.encode())
        holder.relate_to(part, f"{KINDS}/{kind}")
    presentation.save(str(tmp_path / "made.pptx"))
    assert texts(extractor, tmp_path / "made.pptx") == ["The harbour", "Comment (Anna): Is this so?"]


def test_boxes_titles_of_charts_and_running_lines_are_read_with_their_sheet(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Boats", 41])
    sheet.oddHeader.left.text, sheet.oddFooter.center.text = "Harbour && pier", "Draft, page &P of &N"
    chart = BarChart()
    chart.title = "Boats by day"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=1))
    sheet.add_chart(chart, "D9")
    workbook.save(tmp_path / "without.xlsx")
    with zipfile.ZipFile(tmp_path / "without.xlsx") as given, zipfile.ZipFile(tmp_path / "made.xlsx", "w") as made:
        for name in given.namelist():
            content = given.read(name)
            if name == "xl/drawings/drawing1.xml":
                names = b"xmlns:xdr='http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing'"
                box = BOX.replace("<xdr:oneCellAnchor>", f"<xdr:oneCellAnchor {names.decode()}>").encode()
                content = content[: content.rindex(b"</")] + box + content[content.rindex(b"</") :]
            made.writestr(name, content)
    assert texts(extractor, tmp_path / "made.xlsx") == [
        *("Header: Harbour & pier", "Boats | 41", "Only by day", "Boats by day", "Footer: Draft,")
    ]
