"""Writes a number as the format of its cell shows it: 0.125 under ``0.0%`` is "12.5%".

Where the format names a language, as ``[$€-407]`` does, its separators are used; else those of the format itself.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext
from fractions import Fraction

from schedario.extract.number_format import PLACES, Plain, Section, Token, sections

# The digits of the largest number and of the longest format fit in.
_DIGITS = Context(prec=1000, rounding=ROUND_HALF_UP)
_GROUP = 3
_SWAPPED = str.maketrans(",.", ".,")


def written(value: float, code: str) -> str:
    """Write a number under a format; empty when the format shows nothing or is not understood."""
    number = Decimal(format(value, ".15g"))
    parts = sections(code)
    if not parts or not number.is_finite():
        return ""
    section, number = _chosen(parts, number) if len(parts) > 1 else (parts[0], number)
    if section.plain:
        return " ".join(_plain_text(section.plain, number, comma=section.comma).split())
    with localcontext(_DIGITS):
        return " ".join(_text(section, number).split())


def _chosen(parts: Sequence[Section], number: Decimal) -> tuple[Section, Decimal]:
    """Return the section that holds for a number, and the number as it shows it: the second has its own minus."""
    if any(section.condition for section in parts):
        held = (section for section in parts if not section.condition or _holds(section, number))
        return next(held, parts[-1]), number
    if number < 0 and len(parts) > 1:
        return parts[1], -number
    return (parts[2] if not number and len(parts) > 2 else parts[0]), number


def _holds(section: Section, number: Decimal) -> bool:
    comparisons = {"<": number < section.limit, ">": number > section.limit, "=": number == section.limit}
    if section.condition == "<>":
        return number != section.limit
    return any(comparisons.get(sign, False) for sign in section.condition)


def _text(section: Section, number: Decimal) -> str:
    if not any(token.kind == "mark" and token.text in PLACES for token in section.tokens):
        return _without_places(section, number)
    minus = "-" if number < 0 else ""
    number = abs(number).scaleb(2 * section.count("%") - _GROUP * _thousands(section))
    if section.has("exponent"):
        return minus + _scientific(section, number)
    if section.count("/") == 1:
        return minus + _fraction(section, number)
    shown = _filled(section, number)
    return minus + shown if any(c in "123456789" for c in shown) else shown


def _plain_text(plain: Plain, number: Decimal, *, comma: bool) -> str:
    value = _DIGITS.quantize(_DIGITS.scaleb(number, 2) if plain.hundredfold else number, plain.step)
    digits = format(abs(value), plain.style)
    if plain.width > 1:
        digits = digits.zfill(plain.width + (len(digits) - digits.index(".") if "." in digits else 0))
    if comma:
        digits = digits.translate(_SWAPPED)
    minus = "-" if value < 0 else ""
    return f"{minus}{plain.before}{digits}{plain.behind}"


def _without_places(section: Section, number: Decimal) -> str:
    pieces = {"general": format(number.normalize(), "f"), "mark": ""}
    return "".join(pieces.get(token.kind, token.text) for token in section.tokens)


def _thousands(section: Section) -> int:
    """Count the commas right behind the last digit, each of which divides by a thousand."""
    marks = "".join(token.text for token in section.tokens if token.kind == "mark" and token.text != "%")
    whole = marks.partition(".")[0]
    return max(len(whole) - len(whole.rstrip(",")), len(marks) - len(marks.rstrip(",")))


def _filled(section: Section, number: Decimal) -> str:
    """Put digits in the places of a section, from the point to both sides."""
    marks = [i for i, token in enumerate(section.tokens) if token.kind == "mark"]
    point = next((i for i in marks if section.tokens[i].text == "."), len(section.tokens))
    before = [i for i in marks if i < point and section.tokens[i].text in PLACES]
    after = [i for i in marks if i > point and section.tokens[i].text in PLACES]
    whole, _, decimals = format(number.quantize(Decimal(1).scaleb(-len(after)), ROUND_HALF_UP), "f").partition(".")
    grouped = any(section.tokens[i].text == "," and before and before[0] < i < before[-1] for i in marks)
    shown = _whole(section, before, whole.lstrip("0"), "." if section.comma else ",", grouped=grouped)
    shown |= _decimals(section, after, decimals)
    if any(shown[i] for i in after):
        shown[point] = "," if section.comma else "."
    return "".join(_piece(token, shown.get(index)) for index, token in enumerate(section.tokens))


def _piece(token: Token, shown: str | None) -> str:
    if token.kind == "mark" and token.text != "%":
        return shown or ""
    return token.text


def _whole(section: Section, places: Sequence[int], digits: str, separator: str, *, grouped: bool) -> dict[int, str]:
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


def _decimals(section: Section, places: Sequence[int], digits: str) -> dict[int, str]:
    kept = len(digits)
    while kept and digits[kept - 1] == "0" and section.tokens[places[kept - 1]].text != "0":
        kept -= 1
    return {place: digits[index] if index < kept else "" for index, place in enumerate(places)}


def _scientific(section: Section, number: Decimal) -> str:
    split = next(i for i, token in enumerate(section.tokens) if token.kind == "exponent")
    mantissa = Section(section.tokens[:split], "", Decimal(0), section.comma)
    point = next((i for i, token in enumerate(mantissa.tokens) if token.text == "."), split)
    step = max(1, sum(1 for token in mantissa.tokens[:point] if token.text in PLACES))
    exponent = number.adjusted() // step * step if number else 0
    shown = _filled(mantissa, number.scaleb(-exponent))
    sign = "-" if exponent < 0 else "+" if section.tokens[split].text[1] == "+" else ""
    width = sum(1 for token in section.tokens[split:] if token.kind == "mark" and token.text == "0")
    return f"{shown}E{sign}{str(abs(exponent)).zfill(width)}"


def _fraction(section: Section, number: Decimal) -> str:
    marks = "".join(token.text for token in section.tokens if token.kind in {"mark", "literal"})
    above, _, below = marks.partition("/")
    fixed = re.match(r"\d+", "".join(token.text for token in section.tokens).partition("/")[2].strip())
    exact = Fraction(number)
    most = 10 ** max(1, sum(below.count(place) for place in PLACES)) - 1
    below_line = int(fixed.group()) if fixed and int(fixed.group()) else None
    near = exact.limit_denominator(min(most, 99_999))
    parts, over = (round(exact * below_line), below_line) if below_line else (near.numerator, near.denominator)
    whole, parts = divmod(parts, over) if " " in above.strip() else (0, parts)
    if not parts:
        return str(whole)
    return f"{whole} {parts}/{over}" if whole else f"{parts}/{over}"
