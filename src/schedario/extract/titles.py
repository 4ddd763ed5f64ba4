"""Tells titles that a person gave from those that a program put in because there was none."""

import re

from schedario.extract.blocks import one_line

# Programs that print to PDF name themselves before the document.
_PROGRAM = re.compile(r"^Microsoft (?:Word|Excel|PowerPoint) - ", re.I)
_EMPTY = re.compile(
    r"\W*(?:untitled|anonymous|unknown|none|no title|senza titolo|senza nome|unbenannt|ohne titel|sans titre"
    r"|(?:microsoft )?(?:word|powerpoint|excel)(?: document| presentation|-dokument|-präsentation)?"
    r"|(?:document|dokument|documento|presentation|präsentation|presentazione|présentation|slide|folie|diapositiva)"
    r"|(?:book|workbook|cartel|mappe|classeur))\W*\d*\W*",
    re.I,
)


def telling_title(title: str) -> str:
    """Return a title on one line without a program's name; empty when it says nothing of the document."""
    shown = _PROGRAM.sub("", one_line(title))
    return "" if _EMPTY.fullmatch(shown) else shown
