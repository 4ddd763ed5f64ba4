"""What a file's name says of its version: a number, a date, a word such as "final"; and what is left without them."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import PurePath

from schedario.records.note import composed_form

_NUMBER = re.compile(
    r"(?<![^\W_])(?:v|ver|version|versione|versión|fassung|rev|revision)[\s._-]?(\d{1,4}(?:\.\d{1,4}){0,3})(?![^\W_])"
)
_COPY = re.compile(r"\((\d{1,3})\)")
_DAYS = (
    re.compile(
        r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_. ]?(?P<month>0[1-9]|1[0-2])[-_. ]?(?P<day>0[1-9]|[12]\d|3[01])(?!\d)"
    ),
    re.compile(r"(?<!\d)(?P<day>0?[1-9]|[12]\d|3[01])[-_.](?P<month>0?[1-9]|1[0-2])[-_.](?P<year>(?:19|20)\d\d)(?!\d)"),
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-_. ](?P<month>0[1-9]|1[0-2])(?!\d)"),
    re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)(?!\d)"),
)
_WORDS = re.compile(
    r"(?<![^\W_])(?:final version|final|finale|endfassung|definitivo|draft|entwurf|bozza|brouillon|borrador|copy of"
    r"|copy|kopie|copia|copie|new|neu|nuovo|nuova|old|alt|vecchio|revised|signed|latest|clean)(?![^\W_])"
)
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class NameMarks:
    """A file's name, taken apart.

    Attributes:
        stem: What is left, in small letters with single spaces; empty when the name says nothing else.
        number: Of the version, part by part; empty without one.
        dated: The date in it, its first day for a month or a year; None without one.
    """

    stem: str
    number: tuple[int, ...]
    dated: date | None


def name_marks(name: str) -> NameMarks:
    """Take a file's name apart: "Contract_v2 (final).docx" is "contract" in version 2."""
    rest = composed_form(PurePath(name).stem).casefold()
    number: tuple[int, ...] = ()
    for pattern in (_NUMBER, _COPY):
        if not number and (found := pattern.search(rest)):
            number = tuple(map(int, found[1].split(".")))
        rest = pattern.sub(" ", rest)
    dated, rest = _without_date(rest)
    return NameMarks(_BETWEEN.sub(" ", _WORDS.sub(" ", rest)).strip(), number, dated)


def _without_date(name: str) -> tuple[date | None, str]:
    for pattern in _DAYS:
        if found := pattern.search(name):
            parts = {key: int(value) for key, value in found.groupdict().items()}
            try:
                day = date(parts["year"], parts.get("month", 1), parts.get("day", 1))
            except ValueError:
                # As 31.02.2024: looks like a date, and is none.
                continue
            return day, f"{name[: found.start()]} {name[found.end() :]}"
    return None, name
