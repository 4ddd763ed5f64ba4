"""Takes the format of a workbook's cell apart, as ``#,##0.00 [$€-407];[Red]-0``; ``number_text`` writes numbers by it.

Formats of dates and times are none of numbers: their values are read as dates.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

# The formats that a workbook names by number alone. Those of money have the sign of whoever opens the file: none here.
BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "#,##0;(#,##0)", 6: "#,##0;(#,##0)", 7: "#,##0.00;(#,##0.00)",
    8: "#,##0.00;(#,##0.00)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0;-#,##0;-",
    42: "#,##0;-#,##0;-", 43: "#,##0.00;-#,##0.00;-", 44: "#,##0.00;-#,##0.00;-", 48: "##0.0E+0",
}  # fmt: skip

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<sign>[^\]-]*)(?:-(?P<language>[0-9A-Fa-f]+))?\]'
    r"|\[(?P<condition>[<>=]+)(?P<limit>-?[0-9]+(?:\.[0-9]+)?)\]|\[(?P<other>[^\]]*)\]|(?P<general>General)|(?P<exponent>E[+-])"
    r"|(?P<date>[yYmMdDhHsSgGeEbB]|AM/PM|A/P)|(?P<mark>[0#?.,%/@])|(?P<plain>.)",
    re.S | re.I,
)
_DURATION = re.compile(r"h+|m+|s+", re.I)
_SECTION = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\\[])*', re.S)
PLACES = "0#?"
"""What a digit is put in for: always, only where there is one, and as wide as one."""

# No program writes a longer one.
_LONGEST = 255
# Nearly all formats are of this form, which needs no walk over its places: it takes a tenth of the time.
_PLAIN_MARKS = re.compile(r"(?P<whole>#,##0|0+)(?:\.(?P<decimals>0+))?(?P<percent>%?)")
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
class Token:
    """A piece of a format: a text as it is, a place or sign of a number, or what is named by its kind."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Plain:
    """Places that stand together, with a text before and behind them.

    Attributes:
        before: The text before the digits.
        behind: The text behind them, with a percent sign.
        width: The fewest digits before the point.
        step: The value of the last decimal.
        style: For ``format``: with or without separators of thousands.
        hundredfold: Whether it is a percentage.
    """

    before: str
    behind: str
    width: int
    step: Decimal
    style: str
    hundredfold: bool


@dataclass(frozen=True, slots=True)
class Section:
    """One of the parts between semicolons.

    Attributes:
        tokens: In order; a placeholder of a digit, a point and a percent sign are tokens of their own.
        condition: Operator and limit that say when it holds, as written; empty when its place says so.
        limit: See ``condition``.
        comma: Whether its language writes a comma before the decimals.
        plain: What it is when its places stand together, else None.
    """

    tokens: tuple[Token, ...]
    condition: str
    limit: Decimal
    comma: bool
    plain: Plain | None = None

    def count(self, mark: str) -> int:
        """Count a place or sign of a number."""
        return sum(1 for token in self.tokens if token.kind == "mark" and token.text == mark)

    def has(self, kind: str) -> bool:
        """Tell whether a token of a kind is among its own."""
        return any(token.kind == kind for token in self.tokens)


def is_number_format(code: str) -> bool:
    """Tell whether a format changes how a number looks, and is none of dates."""
    found = sections(code)
    if not found or any(section.has("date") for section in found):
        return False
    return code.strip().lower() not in {"", "general", "@"}


@lru_cache(maxsize=1024)
def sections(code: str) -> tuple[Section, ...]:
    """Return the sections for numbers, three at most; none for a format that is longer than any program writes."""
    if len(code) > _LONGEST:
        return ()
    parts = [match.group() for match in _SECTION.finditer(code)]
    # The pattern finds an empty text after each section.
    kept = [part for index, part in enumerate(parts) if part or index == 0]
    return tuple(_section(part) for part in kept[:3] if part.strip() != "@")


def _section(part: str) -> Section:
    tokens: list[Token] = []
    condition, limit, comma = "", Decimal(0), False
    for match in _TOKEN.finditer(part):
        if match["condition"]:
            condition, limit = match["condition"], Decimal(match["limit"])
        elif match["language"]:
            comma = comma or _writes_comma(int(match["language"], 16))
        if token := _token(match):
            tokens.append(token)
    return Section(tuple(tokens), condition, limit, comma, _plain(tokens))


def _plain(tokens: Sequence[Token]) -> Plain | None:
    places = [index for index, token in enumerate(tokens) if token.kind == "mark" and token.text != "%"]
    if not places or any(token.kind not in {"mark", "literal"} for token in tokens):
        return None
    before, within, behind = tokens[: places[0]], tokens[places[0] : places[-1] + 1], tokens[places[-1] + 1 :]
    hundredfold = sum(1 for token in behind if token.text == "%" and token.kind == "mark")
    marks = _PLAIN_MARKS.fullmatch("".join(token.text for token in within) + "%" * hundredfold)
    if marks is None or any(token.kind != "mark" for token in within) or any(t.kind == "mark" for t in before):
        return None
    step = Decimal(1).scaleb(-len(marks["decimals"] or ""))
    grouped = "," in marks["whole"]
    return Plain(
        before="".join(token.text for token in before),
        behind="".join(token.text for token in behind),
        width=1 if grouped else len(marks["whole"]),
        step=step,
        style=",f" if grouped else "f",
        hundredfold=bool(hundredfold),
    )


def _token(match: re.Match[str]) -> Token | None:
    if match["other"] is not None:
        return Token("date", match["other"]) if _DURATION.fullmatch(match["other"]) else None
    for kind in ("general", "exponent", "date", "mark"):
        if match[kind]:
            return Token(kind, match[kind])
    literal = match["quoted"] or match["escaped"] or match["sign"] or match["plain"]
    return Token("literal", literal or " ")


def _writes_comma(language: int) -> bool:
    return language & 0xFF in _COMMA_LANGUAGES and language & 0xFFFF not in _WITH_POINT
