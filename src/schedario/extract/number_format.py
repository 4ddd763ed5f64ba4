"""Writes a number as the format of its cell shows it: ``0.125`` under ``0.0%`` is "12.5%".

Formats of dates and times are left to others, and so is a format that is no format. Where the format names a language,
as ``[$€-407]`` does, its separators are used; else those of the format itself.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction
from functools import lru_cache

# The formats that a workbook names by number alone. Those of money have the sign of whoever opens the file: none here.
BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    5: "#,##0;(#,##0)",
    6: "#,##0;(#,##0)",
    7: "#,##0.00;(#,##0.00)",
    8: "#,##0.00;(#,##0.00)",
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    41: "#,##0;-#,##0;-",
    42: "#,##0;-#,##0;-",
    43: "#,##0.00;-#,##0.00;-",
    44: "#,##0.00;-#,##0.00;-",
    48: "##0.0E+0",
}

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<sign>[^\]-]*)(?:-(?P<language>[0-9A-Fa-f]+))?\]'
    r"|\[(?P<condition>[<>=]+)(?P<limit>-?[0-9]+(?:\.[0-9]+)?)\]|\[(?P<other>[^\]]*)\]|(?P<general>General)|(?P<exponent>E[+-])"
    r"|(?P<date>[yYmMdDhHsSgGeEbB]|AM/PM|A/P)|(?P<mark>[0#?.,%/@])|(?P<plain>.)",
    re.S | re.I,
)
_DURATION = re.compile(r"h+|m+|s+", re.I)
_SECTION = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*', re.S)
_PLACES = "0#?"
# No program writes a longer one. The digits of the largest number and of the longest format fit in.
_LONGEST = 255
_DIGITS = Context(prec=1000)
_GROUP = 3
# Windows' numbers of languages, the part that names the language: de, it, fr, es, pt, nl, da, sv, nb, fi, pl, cs, hu,
# ru, tr, el, ro, bg, hr, sk, uk, sl, lt, lv, et, id, vi, ca.
_COMMA_LANGUAGES = frozenset(
    {
        *(0x07, 0x10, 0x0C, 0x0A, 0x16, 0x13, 0x06, 0x1D, 0x14, 0x0B, 0x15, 0x05, 0x0E, 0x19),
        *(0x1F, 0x08, 0x18, 0x02, 0x1A, 0x1B, 0x22, 0x24, 0x27, 0x26, 0x25, 0x21, 0x2A, 0x03),
    }
)
# And those of countries that write a point all the same: Mexico and Central America, Switzerland, Liechtenstein.
_WITH_POINT = frozenset(
    {*(0x080A, 0x100A, 0x140A, 0x180A, 0x1C0A, 0x4C0A, 0x440A, 0x480A, 0x500A, 0x540A), *(0x0807, 0x1407, 0x0810)}
)


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Section:
    """One of the parts between semicolons.

    Attributes:
        tokens: In order; a placeholder of a digit, a point and a percent sign are tokens of their own.
        condition: Operator and limit that say when it holds, as written; empty when its place says so.
        limit: See ``condition``.
        comma: Whether its language writes a comma before the decimals.
    """

    tokens: tuple[_Token, ...]
    condition: str
    limit: Decimal
    comma: bool

    def count(self, mark: str) -> int:
        return sum(1 for token in self.tokens if token.kind == "mark" and token.text == mark)

    def has(self, kind: str) -> bool:
        return any(token.kind == kind for token in self.tokens)


def is_number_format(code: str) -> bool:
    """Tell whether a format changes how a number looks, and is none of dates."""
    sections = _sections(code)
    if not sections or any(section.has("date") for section in sections):
        return False
    return code.strip().lower() not in {"", "general", "@"}


def written(value: float, code: str) -> str:
    """Write a number under a format; empty when the format shows nothing or is not understood."""
    number = Decimal(format(value, ".15g"))
    sections = _sections(code)
    if not sections or not number.is_finite():
        return ""
    with localcontext(_DIGITS):
        section, number = _chosen(sections, number)
        return " ".join(_text(section, number).split())


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[_Section, ...]:
    if len(code) > _LONGEST:
        return ()
    parts = [match.group() for match in _SECTION.finditer(code)]
    # The pattern finds an empty text after each section.
    kept = [part for index, part in enumerate(parts) if part or index == 0]
    return tuple(_section(part) for part in kept[:3] if part.strip() != "@")


def _section(part: str) -> _Section:
    tokens: list[_Token] = []
    condition, limit, comma = "", Decimal(0), False
    for match in _TOKEN.finditer(part):
        if match["condition"]:
            condition, limit = match["condition"], Decimal(match["limit"])
        elif match["language"]:
            comma = comma or _writes_comma(int(match["language"], 16))
        if token := _token(match):
            tokens.append(token)
    return _Section(tuple(tokens), condition, limit, comma)


def _token(match: re.Match[str]) -> _Token | None:
    if match["other"] is not None:
        return _Token("date", match["other"]) if _DURATION.fullmatch(match["other"]) else None
    for kind in ("general", "exponent", "date", "mark"):
        if match[kind]:
            return _Token(kind, match[kind])
    literal = match["quoted"] or match["escaped"] or match["sign"] or match["plain"]
    return _Token("literal", literal or " ")


def _writes_comma(language: int) -> bool:
    return language & 0xFF in _COMMA_LANGUAGES and language & 0xFFFF not in _WITH_POINT


def _chosen(sections: Sequence[_Section], number: Decimal) -> tuple[_Section, Decimal]:
    """Return the section that holds for a number, and the number as it shows it: the second has its own minus."""
    if any(section.condition for section in sections):
        held = (section for section in sections if not section.condition or _holds(section, number))
        return next(held, sections[-1]), number
    if number < 0 and len(sections) > 1:
        return sections[1], -number
    return (sections[2] if not number and len(sections) > 2 else sections[0]), number


def _holds(section: _Section, number: Decimal) -> bool:
    comparisons = {"<": number < section.limit, ">": number > section.limit, "=": number == section.limit}
    if section.condition == "<>":
        return number != section.limit
    return any(comparisons.get(sign, False) for sign in section.condition)


def _text(section: _Section, number: Decimal) -> str:
    if not any(token.kind == "mark" and token.text in _PLACES for token in section.tokens):
        return _without_places(section, number)
    minus = "-" if number < 0 else ""
    number = abs(number).scaleb(2 * section.count("%") - _GROUP * _thousands(section))
    if section.has("exponent"):
        return minus + _scientific(section, number)
    if section.count("/") == 1:
        return minus + _fraction(section, number)
    shown = _filled(section, number)
    return minus + shown if any(c in "123456789" for c in shown) else shown


def _without_places(section: _Section, number: Decimal) -> str:
    pieces = {"general": format(number.normalize(), "f"), "mark": ""}
    return "".join(pieces.get(token.kind, token.text) for token in section.tokens)


def _thousands(section: _Section) -> int:
    """Count the commas right behind the last digit, each of which divides by a thousand."""
    marks = "".join(token.text for token in section.tokens if token.kind == "mark" and token.text != "%")
    whole = marks.partition(".")[0]
    return max(len(whole) - len(whole.rstrip(",")), len(marks) - len(marks.rstrip(",")))


def _filled(section: _Section, number: Decimal) -> str:
    """Put digits in the places of a section, from the point to both sides."""
    marks = [i for i, token in enumerate(section.tokens) if token.kind == "mark"]
    point = next((i for i in marks if section.tokens[i].text == "."), len(section.tokens))
    before = [i for i in marks if i < point and section.tokens[i].text in _PLACES]
    after = [i for i in marks if i > point and section.tokens[i].text in _PLACES]
    whole, _, decimals = format(number.quantize(Decimal(1).scaleb(-len(after)), ROUND_HALF_UP), "f").partition(".")
    grouped = any(section.tokens[i].text == "," and before and before[0] < i < before[-1] for i in marks)
    shown = _whole(section, before, whole.lstrip("0"), "." if section.comma else ",", grouped=grouped)
    shown |= _decimals(section, after, decimals)
    if any(shown[i] for i in after):
        shown[point] = "," if section.comma else "."
    return "".join(_piece(token, shown.get(index)) for index, token in enumerate(section.tokens))


def _piece(token: _Token, shown: str | None) -> str:
    if token.kind == "mark" and token.text != "%":
        return shown or ""
    return token.text


def _whole(section: _Section, places: Sequence[int], digits: str, separator: str, *, grouped: bool) -> dict[int, str]:
    """Return the digits of each place before the point; the first place takes all that are left."""
    shown: dict[int, str] = {}
    rest = digits
    for number, place in enumerate(reversed(places)):
        first = number == len(places) - 1
        taken = rest if first else rest[-1:]
        rest = "" if first else rest[:-1]
        if not taken and section.tokens[place].text == "0":
            taken = "0"
        shown[place] = _parted(taken, number, separator) if grouped else taken
    return shown


def _parted(digits: str, done: int, separator: str) -> str:
    """Put separators of thousands behind digits; ``done`` digits stand to their right."""
    parted = ""
    for index, digit in enumerate(reversed(digits), done):
        parted = digit + (separator if index and index % _GROUP == 0 else "") + parted
    return parted


def _decimals(section: _Section, places: Sequence[int], digits: str) -> dict[int, str]:
    kept = len(digits)
    while kept and digits[kept - 1] == "0" and section.tokens[places[kept - 1]].text != "0":
        kept -= 1
    return {place: digits[index] if index < kept else "" for index, place in enumerate(places)}


def _scientific(section: _Section, number: Decimal) -> str:
    split = next(i for i, token in enumerate(section.tokens) if token.kind == "exponent")
    mantissa = _Section(section.tokens[:split], "", Decimal(0), section.comma)
    point = next((i for i, token in enumerate(mantissa.tokens) if token.text == "."), split)
    step = max(1, sum(1 for token in mantissa.tokens[:point] if token.text in _PLACES))
    exponent = number.adjusted() // step * step if number else 0
    shown = _filled(mantissa, number.scaleb(-exponent))
    sign = "-" if exponent < 0 else "+" if section.tokens[split].text[1] == "+" else ""
    width = sum(1 for token in section.tokens[split:] if token.kind == "mark" and token.text == "0")
    return f"{shown}E{sign}{str(abs(exponent)).zfill(width)}"


def _fraction(section: _Section, number: Decimal) -> str:
    marks = "".join(token.text for token in section.tokens if token.kind in {"mark", "literal"})
    above, _, below = marks.partition("/")
    fixed = re.match(r"\d+", "".join(token.text for token in section.tokens).partition("/")[2].strip())
    exact = Fraction(number)
    most = 10 ** max(1, sum(below.count(place) for place in _PLACES)) - 1
    below_line = int(fixed.group()) if fixed and int(fixed.group()) else None
    near = exact.limit_denominator(min(most, 99_999))
    parts, over = (round(exact * below_line), below_line) if below_line else (near.numerator, near.denominator)
    whole, parts = divmod(parts, over) if " " in above.strip() else (0, parts)
    if not parts:
        return str(whole)
    return f"{whole} {parts}/{over}" if whole else f"{parts}/{over}"
