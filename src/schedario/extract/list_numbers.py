"""How the levels of a list count, and how a count is written: 3, c, iii."""

from dataclasses import dataclass

_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc")),
    *((50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Word repeats a letter after the 26th: z, aa, bb. No list is as long as this.
_MOST_REPEATED = 30
_LARGEST_ROMAN = 3_999


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list.

    Attributes:
        start: The first number.
        kind: How numbers are written, by the name that Word has for it.
        text: What is shown, with ``%1`` for the number of the first level and so on.
        style: The paragraph style that stands for the level, by id.
        is_legal: Whether the numbers of all levels are shown as figures.
        restarts: Whether it counts anew after a higher level.
    """

    start: int = 0
    kind: str = "decimal"
    text: str = ""
    style: str = ""
    is_legal: bool = False
    restarts: bool = True


def number_text(number: int, kind: str) -> str:
    """Write a number; kinds of other scripts and in words are written as figures."""
    match kind:
        case "lowerLetter" | "upperLetter" if 0 < number <= len(_LETTERS) * _MOST_REPEATED:
            text = _LETTERS[(number - 1) % len(_LETTERS)] * ((number - 1) // len(_LETTERS) + 1)
        case "lowerRoman" | "upperRoman" if 0 < number <= _LARGEST_ROMAN:
            text = _roman(number)
        case "decimalZero":
            text = f"{number:02}"
        case "none":
            text = ""
        case _:
            text = str(number)
    return text.upper() if kind.startswith("upper") else text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        text += letters * (number // value)
        number %= value
    return text
