"""Formulas, charts and diagrams of Office Open XML as lines of text."""

from xml.etree.ElementTree import Element, fromstring

import pytest

from schedario.extract.drawing_text import chart_lines, chart_rows, diagram_lines
from schedario.extract.formula import formula_text

CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
NUMBERS = "<c:numCache><c:formatCode>{}</c:formatCode><c:ptCount val='3'/>{}</c:numCache>"


def formula(content: str) -> Element:
    return fromstring(f"<m:oMath xmlns:m='math'>{content}</m:oMath>")


def run(text: str) -> str:
    return f"<m:r><m:rPr/><m:t>{text}</m:t></m:r>"


def chart(content: str) -> Element:
    return fromstring(f"<c:chartSpace xmlns:c='{CHART}' xmlns:a='drawing'><c:chart>{content}</c:chart></c:chartSpace>")


def points(values: dict[int, str], code: str = "General") -> str:
    return NUMBERS.format(
        code, "".join(f"<c:pt idx='{place}'><c:v>{one}</c:v></c:pt>" for place, one in values.items())
    )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (f"{run('A=π')}<m:sSup><m:e>{run('r')}</m:e><m:sup>{run('2')}</m:sup></m:sSup>", "A=πr^2"),
        (f"<m:f><m:num>{run('a+b')}</m:num><m:den>{run('2a')}</m:den></m:f>", "(a+b)/(2a)"),
        (f"<m:rad><m:deg/><m:e>{run('x')}</m:e></m:rad>", "√x"),
        (
            f"<m:nary><m:naryPr><m:chr m:val='∑'/></m:naryPr><m:sub>{run('k=0')}</m:sub><m:sup>{run('n')}</m:sup>"
            f"<m:e>{run('k')}</m:e></m:nary>",
            "∑_(k=0)^n k",
        ),
        (f"<m:d><m:dPr><m:begChr m:val='['/><m:endChr m:val=']'/></m:dPr><m:e>{run('x')}</m:e></m:d>", "[x]"),
        (f"<m:func><m:fName>{run('sin')}</m:fName><m:e>{run('x')}</m:e></m:func>", "sin x"),
        (f"<m:limLow><m:e>{run('lim')}</m:e><m:lim>{run('x→0')}</m:lim></m:limLow>", "lim_(x→0)"),
        (
            f"<m:m><m:mr><m:e>{run('1')}</m:e><m:e>{run('2')}</m:e></m:mr><m:mr><m:e>{run('3')}</m:e></m:mr></m:m>",
            "1, 2; 3",
        ),
        (f"<m:eqArr><m:e>{run('a=b')}</m:e><m:e>{run('c=d')}</m:e></m:eqArr>", "a=b; c=d"),
        (f"<m:acc><m:accPr/><m:e>{run('v')}</m:e></m:acc>", "v"),
    ],
)
def test_a_formula_is_one_line(content: str, text: str) -> None:
    assert formula_text(formula(content)) == text


def test_a_point_that_is_missing_leaves_its_place_empty() -> None:
    names = "<c:cat><c:strCache>" + points({0: "Mon", 2: "Wed"}) + "</c:strCache></c:cat>"
    values = points({1: "4.30000000000000001", 2: "5"})
    series = f"<c:ser><c:tx><c:v>Boats</c:v></c:tx>{names}<c:val>{values}</c:val></c:ser>"
    assert chart_rows(chart(series)) == [["", "Mon", "", "Wed"], ["Boats", "", "4.3", "5"]]


def test_points_of_two_numbers_are_both_kept_and_written_by_their_format() -> None:
    series = (
        f"<c:ser><c:xVal>{points({0: '37261', 1: '37262.5'}, 'd/m/yyyy')}</c:xVal>"
        f"<c:yVal>{points({0: '0.5', 1: '0.25'}, '0%')}</c:yVal></c:ser>"
    )
    assert chart_rows(chart(series)) == [["", "2002-01-05", "2002-01-06 12:00:00", ""], ["", "50%", "25%", ""]]


def test_categories_of_two_levels_are_two_rows() -> None:
    levels = "<c:lvl><c:pt idx='0'><c:v>SF</c:v></c:pt><c:pt idx='1'><c:v>LA</c:v></c:pt></c:lvl>"
    levels += "<c:lvl><c:pt idx='0'><c:v>CA</c:v></c:pt></c:lvl>"
    series = (
        f"<c:ser><c:cat><c:ptCount val='2'/>{levels}</c:cat><c:val>{points({0: '1', 1: '2', 2: '3'})}</c:val></c:ser>"
    )
    assert chart_rows(chart(series)) == [["", "CA", ""], ["", "SF", "LA"], ["", "1", "2", "3"]]


def test_a_chart_names_itself_and_its_axes() -> None:
    title = "<c:title><c:tx><a:p><a:r><a:t>{}</a:t></a:r></a:p></c:tx></c:title>"
    found = chart(title.format("Ships") + f"<c:plotArea><c:valAx>{title.format('Tons')}</c:valAx></c:plotArea>")
    assert chart_lines(found) == ["Ships", "Tons"]


def test_a_count_that_a_chart_only_claims_costs_nothing() -> None:
    cache = "<c:numCache><c:ptCount val='999999999'/><c:pt idx='1'><c:v>7</c:v></c:pt></c:numCache>"
    assert chart_rows(chart(f"<c:ser><c:val>{cache}</c:val></c:ser>")) == [["", "", "7"]]


def test_a_diagram_is_read_from_the_top_whatever_its_order() -> None:
    text = "<t><a:p xmlns:a='drawing'><a:r><a:t>{}</a:t></a:r></a:p></t>"
    names = {"d": "", "z": "Manager", "x": "President", "y": "Vice"}
    found = "".join(
        f"<pt modelId='{key}' type='{'' if name else 'doc'}'>{text.format(name)}</pt>" for key, name in names.items()
    )
    links = (("d", "x", 0), ("x", "z", 1), ("x", "y", 0), ("y", "x", 0))
    joined = "".join(f"<cxn srcId='{one}' destId='{two}' srcOrd='{order}'/>" for one, two, order in links)
    assert diagram_lines(fromstring(f"<dataModel><ptLst>{found}</ptLst><cxnLst>{joined}</cxnLst></dataModel>")) == [
        "President",
        "Vice",
        "Manager",
    ]
