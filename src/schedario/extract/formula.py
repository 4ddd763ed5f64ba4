"""Writes a formula of Office Math (OMML) as a line of text, as UnicodeMath does: ``A=πr^2``, ``(a+b)/c``, ``√x``."""

from collections.abc import Callable
from xml.etree.ElementTree import Element

_BRACKETS = {"(": ")", "[": "]", "{": "}", "|": "|"}
_MATRIX_ROWS = "; "


def formula_text(element: Element) -> str:
    """Return the text of a formula, or of a part of one; what has no form of its own is the text of its parts."""
    name = element.tag.rpartition("}")[2]
    if name in {"t", "delText"}:
        return element.text or ""
    return _FORMS.get(name, _parts)(element)


def _parts(element: Element) -> str:
    return "".join(formula_text(child) for child in element if not child.tag.endswith("Pr"))


def _part(element: Element, name: str) -> str:
    return "".join(formula_text(child) for child in element if child.tag.rpartition("}")[2] == name)


def _grouped(text: str) -> str:
    """Put brackets around a text that is no single sign or number and has none."""
    text = text.strip()
    is_closed = len(text) > 1 and _BRACKETS.get(text[0]) == text[-1] and text.count(text[0]) == 1
    return text if len(text) <= 1 or text.isdigit() or is_closed else f"({text})"


def _fraction(element: Element) -> str:
    return f"{_grouped(_part(element, 'num'))}/{_grouped(_part(element, 'den'))}"


def _script(element: Element) -> str:
    base = _part(element, "e")
    scripts = (f"{mark}{_grouped(text)}" for mark, name in _SCRIPTS if (text := _part(element, name)))
    # What stands over a base with signs in it stands over all of it.
    is_plain = base.strip().isalnum() or len(base.strip()) <= 1
    return (base if is_plain else _grouped(base)) + "".join(scripts)


def _radical(element: Element) -> str:
    return f"{_part(element, 'deg')}√{_grouped(_part(element, 'e'))}"


def _sum(element: Element) -> str:
    sign = _property(element, "chr", "∫")
    scripts = (f"{mark}{_grouped(text)}" for mark, name in _SCRIPTS if (text := _part(element, name)))
    return f"{sign}{''.join(scripts)} {_part(element, 'e')}"


def _delimited(element: Element) -> str:
    begin, end = _property(element, "begChr", "("), _property(element, "endChr", ")")
    inner = [formula_text(child) for child in element if child.tag.endswith("}e")]
    return f"{begin}{_property(element, 'sepChr', '|').join(inner)}{end}"


def _function(element: Element) -> str:
    argument = _part(element, "e")
    gap = "" if argument.startswith(tuple(_BRACKETS)) else " "
    return f"{_part(element, 'fName')}{gap}{argument}"


def _limit(element: Element) -> str:
    mark = "_" if element.tag.endswith("limLow") else "^"
    return f"{_part(element, 'e')}{mark}{_grouped(_part(element, 'lim'))}"


def _matrix(element: Element) -> str:
    rows = (
        ", ".join(formula_text(cell) for cell in row if cell.tag.endswith("}e"))
        for row in element
        if row.tag.endswith("}mr")
    )
    return _MATRIX_ROWS.join(rows)


def _lines(element: Element) -> str:
    return _MATRIX_ROWS.join(formula_text(child) for child in element if child.tag.endswith("}e"))


def _property(element: Element, name: str, usual: str) -> str:
    """Return a sign that a form is written with; one that is named and empty is left out."""
    for found in (one for child in element if child.tag.endswith("Pr") for one in child):
        if found.tag.rpartition("}")[2] == name:
            return next((value for key, value in found.attrib.items() if key.rpartition("}")[2] == "val"), "")
    return usual


_SCRIPTS = (("_", "sub"), ("^", "sup"))
_FORMS: dict[str, Callable[[Element], str]] = {
    "f": _fraction,
    **dict.fromkeys(("sSub", "sSup", "sSubSup"), _script),
    "rad": _radical,
    "nary": _sum,
    "d": _delimited,
    "func": _function,
    **dict.fromkeys(("limLow", "limUpp"), _limit),
    "m": _matrix,
    "eqArr": _lines,
}
