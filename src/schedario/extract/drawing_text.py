"""The text of charts and diagrams (SmartArt), which lie in parts of their own in every Office Open XML file."""

import datetime
import re
from collections import defaultdict
from xml.etree.ElementTree import Element

from schedario.extract.blocks import one_line
from schedario.extract.number_format import is_number_format
from schedario.extract.number_text import written

# No chart shows more; a count that a file only claims costs nothing.
_MOST_POINTS = 10_000
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
_FIRST_DAY = datetime.datetime(1899, 12, 30)
_LAST_DAY = 2_958_465
_AXES = frozenset({"catAx", "valAx", "dateAx", "serAx"})


def chart_lines(root: Element) -> list[str]:
    """Return the titles of a chart and of its axes."""
    titles = [_title(one) for one in root.iter() if _local(one) == "chart"]
    titles += [_title(axis) for axis in root.iter() if _local(axis) in _AXES]
    return [title for title in titles if title]


def chart_rows(root: Element) -> list[list[str]]:
    """Return the series of a chart, a row each, below a row of their categories wherever those change."""
    rows: list[list[str]] = []
    before: list[list[str]] = []
    for series in (one for one in root.iter() if _local(one) == "ser"):
        parts = {_local(part): part for part in series}
        name = one_line(" ".join(filter(None, _points(parts.get("tx")))))
        values = _points(parts.get("val", parts.get("yVal")))
        categories = _categories(parts.get("cat", parts.get("xVal")))
        if categories != before or not rows:
            rows += [["", *labels] for labels in categories]
            before = categories
        rows.append([name, *values])
        if sizes := _points(parts.get("bubbleSize")):
            rows.append([name, *sizes])
    return rows


def diagram_lines(root: Element) -> list[str]:
    """Return the texts of a diagram, each before those that hang on it."""
    points = {one.get("modelId", ""): one for one in root.iter() if _local(one) == "pt"}
    below: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for link in (one for one in root.iter() if _local(one) == "cxn"):
        if link.get("type", "parOf") == "parOf":
            order = link.get("srcOrd", "0")
            below[link.get("srcId", "")].append((int(order) if order.isdecimal() else 0, link.get("destId", "")))
    waiting = [name for name, point in reversed(points.items()) if point.get("type") == "doc"]
    names: dict[str, None] = {}
    while waiting:
        name = waiting.pop()
        if name not in names:
            names[name] = None
            waiting += [inner for _, inner in sorted(below[name], reverse=True)]
    # What hangs on nothing is shown all the same.
    ordered = (points[name] for name in [*names, *(name for name in points if name not in names)] if name in points)
    return [line for point in ordered for line in paragraph_lines(point)]


def paragraph_lines(element: Element) -> list[str]:
    """Return the paragraphs of a drawing that show something."""
    lines = (one_line(_words(one)) for one in element.iter() if _local(one) == "p")
    return [line for line in lines if line]


def _words(paragraph: Element) -> str:
    return "".join(
        " " if _local(one) == "br" else one.text or "" for one in paragraph.iter() if _local(one) in {"t", "br"}
    )


def _title(element: Element) -> str:
    title = next((one for one in element if _local(one) == "title"), None)
    if title is None:
        return ""
    return " ".join(paragraph_lines(title)) or one_line(" ".join(_points(title)))


def _categories(element: Element | None) -> list[list[str]]:
    """Return the labels of a chart's categories, one list for each level, the outermost first."""
    levels = [one for one in element.iter() if _local(one) == "lvl"] if element is not None else []
    if not levels:
        labels = _points(element)
        return [labels] if labels else []
    length = max(_length(element, level) for level in levels)
    return [_placed(level, length) for level in reversed(levels)]


def _points(element: Element | None) -> list[str]:
    """Return the values that a chart keeps of a series' name, categories or numbers, each in its place."""
    if element is None:
        return []
    found = _placed(element, _length(element, element))
    return found or [one.text or "" for one in element if _local(one) == "v"]


def _length(counted: Element | None, holder: Element) -> int:
    counts = (one.get("val", "") for one in (counted if counted is not None else holder).iter() if _is(one, "ptCount"))
    known = max((int(count) for count in counts if count.isdecimal()), default=0)
    placed = max((_index(one) + 1 for one in holder.iter() if _is(one, "pt")), default=0)
    return min(max(placed, known if known <= _MOST_POINTS else 0), _MOST_POINTS)


def _placed(holder: Element, length: int) -> list[str]:
    """Lay points out by their numbers; one that is missing leaves its place empty."""
    cells = [""] * length
    code = next((one.text or "" for one in holder.iter() if _is(one, "formatCode")), "")
    for point in (one for one in holder.iter() if _is(one, "pt")):
        text = " ".join(one.text or "" for one in point if _is(one, "v"))
        if 0 <= _index(point) < length:
            cells[_index(point)] = _shown(text, point.get("formatCode", code))
    return cells if any(cells) else []


def _index(point: Element) -> int:
    number = point.get("idx", "")
    return int(number) if number.isdecimal() else -1


def _shown(value: str, code: str) -> str:
    """Write a number as the chart does, a date in ISO form; round what binary fractions left behind."""
    try:
        number = float(value)
    except ValueError:
        return one_line(value)
    if is_number_format(code):
        return written(number, code) or format(number, ".15g")
    if _is_date(code) and 0 < number < _LAST_DAY:
        moment = _FIRST_DAY + datetime.timedelta(days=number)
        return moment.date().isoformat() if number.is_integer() else moment.isoformat(sep=" ", timespec="seconds")
    return format(number, ".15g")


def _is_date(code: str) -> bool:
    bare = _QUOTED.sub("", code).lower()
    return "general" not in bare and any(letter in bare for letter in "yd")


def _is(element: Element, name: str) -> bool:
    return _local(element) == name


def _local(element: Element) -> str:
    # A comment has no name.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
